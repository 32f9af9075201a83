"""An eval suite of one case.

## What it does

Off by default. Reports an eval suite that holds exactly one case.

## Why is this bad

One task cannot tell a skill that helps from one that fits this task, and a comparison over one case can hardly be
significant. It is a common way to start, hence off.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the new colleague Ada", "expectations": ["Names Ada"]}
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the new colleague Ada", "expectations": ["Names Ada"]},
    {"id": 2, "prompt": "Greet the visitors from Lyon", "expectations": ["Mentions Lyon"]}
  ]
}
```

## Configuration

None.

## How to fix

Add the case on which the skill failed last, and one at the edge of what it is for.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    if len(suite.evals) == 1:
        yield Fault(
            path=suite.path,
            at=suite.cases_at,
            part=Part.OPEN,
            message="one case alone cannot tell a skill that helps from one that fits this task; add a second one, "
            "unlike the first",
            suite=suite.path,
        )


RULE = Rule(
    name="single-case-suite",
    code="E020",
    severity=Severity.INFO,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
    default=False,
)
