"""An assertion id that eval-magic keeps for itself.

## What it does

Reports an assertion of an eval-magic suite whose id is `__skill_invoked`.

## Why is this bad

eval-magic adds an assertion of that id to every case that must use the skill, and accepts the author's. Both write
their verdict to the same response file, so that one of them is lost, and the check of the invocation may be read from
the author's answer.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": "new-colleague",
      "prompt": "Greet the new colleague",
      "expected_output": "A greeting with the colleague's name",
      "assertions": [{"id": "__skill_invoked", "type": "llm_judge", "rubric": "Uses the skill"}]
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
      "assertions": [{"id": "uses-the-skill", "type": "llm_judge", "rubric": "Uses the skill"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Give the assertion another id; or delete it, since eval-magic checks the invocation anyway.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_RESERVED = "__skill_invoked"


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for case in suite.evals:
        for assertion in case.checks:
            if assertion.id == _RESERVED:
                yield Fault(
                    path=suite.path,
                    at=(*assertion.at, "id"),
                    message=f"`{_RESERVED}` is the id of eval-magic's own check of the invocation, and the two "
                    "overwrite one another's verdict; choose another id",
                    suite=suite.path,
                )


RULE = Rule(
    name="reserved-id",
    code="I005",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVAL_MAGIC}),
    tier=Tier.EVALS,
)
