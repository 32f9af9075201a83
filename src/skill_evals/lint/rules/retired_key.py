"""A field that its dialect has dropped.

## What it does

Reports keys that earlier versions of evolve or eval-magic read and later ones do not: `skip_providers`,
`allowed_tools`, `isolation`.

## Why is this bad

The author believes in a restriction that no longer holds: evolve ignores the key and runs every model with every
tool; eval-magic refuses the file from 0.10 on.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": "Greet Ada", "allowed_tools": ["Read"], "expectations": ["Names the colleague"]}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": "Greet Ada", "expectations": ["Names the colleague"]}
  ]
}
```

## Configuration

None.

## How to fix

Do what the message says instead, and delete the key.
"""

from collections.abc import Iterator

from skill_evals.dialects.vocabulary import VOCABULARIES
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part, Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    retired = VOCABULARIES[suite.dialect].retired
    for key in retired:
        if key in suite.fields:
            yield _fault(suite, (), key)
        if key in suite.case_names:
            yield from (_fault(suite, case.at, key) for case in suite.evals if key in case.fields)


def _fault(suite: Suite, at: Pointer, key: str) -> Fault:
    retired = VOCABULARIES[suite.dialect].retired[key]
    return Fault(
        path=suite.path,
        message=f"`{key}` means nothing any more since {retired.since}; {retired.cure}",
        at=(*at, key),
        part=Part.KEY,
        suite=suite.path,
    )


RULE = Rule(
    name="retired-key",
    code="S005",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
)
