"""Two assertions of one eval-magic case with the same id.

## What it does

Reports the later of two assertions of one case that have the same id.

## Why is this bad

eval-magic accepts it. The answers of the two judges go to one file, so that one verdict is lost, and the benchmark
counts the assertion twice.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": "new-colleague",
      "prompt": "Greet the new colleague",
      "expected_output": "A greeting with the colleague's name",
      "assertions": [
        {"id": "polite", "type": "llm_judge", "rubric": "Names the colleague"},
        {"id": "polite", "type": "llm_judge", "rubric": "Mentions the team"}
      ]
    }
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": "new-colleague",
      "prompt": "Greet the new colleague",
      "expected_output": "A greeting with the colleague's name",
      "assertions": [
        {"id": "names-them", "type": "llm_judge", "rubric": "Names the colleague"},
        {"id": "mentions-team", "type": "llm_judge", "rubric": "Mentions the team"}
      ]
    }
  ]
}
```

## Configuration

None.

## How to fix

Name the second assertion after what it checks.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, Rule
from skill_evals.lint.values import line_of
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, Tier


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for case in suite.evals:
        seen: dict[str, Check] = {}
        for assertion in case.checks:
            if assertion.id is None:
                continue
            earlier = seen.setdefault(assertion.id, assertion)
            if earlier is not assertion:
                line = line_of(suite, (*earlier.at, "id"), context)
                yield Fault(
                    path=suite.path,
                    message=f"the assertion on line {line} has the id `{shown(assertion.id)}` already: eval-magic "
                    "keeps the answers of both judges in one file and counts the assertion twice; rename one",
                    at=(*assertion.at, "id"),
                    suite=suite.path,
                )


RULE = Rule(
    name="duplicate-assertion-id",
    code="I004",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVAL_MAGIC}),
    tier=Tier.EVALS,
)
