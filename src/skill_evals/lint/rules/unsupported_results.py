"""A results file that cannot be read as one.

## What it does

Reports a results file beside a suite whose schema is newer than this version knows, or whose content is not that of
evolve's schema 3, 4 or 5. Schemas 3 and 4 are read and written as 5. A file that is no JSON or YAML at all is
`invalid-document`.

## Why is this bad

Nothing in it is checked, compared or reused. evolve refuses a newer file, and takes any other that it cannot read for
an empty one: the next sweep overwrites it.

## Bad

```json path=plugins/demo/evals/unit-tests/triggers.json
{
  "triggers": [
    {"query": "test this function", "should_trigger": true},
    {"query": "explain this function", "should_trigger": false}
  ]
}
```

```json path=plugins/demo/evals/unit-tests/results.json
{
  "schema": 6,
  "plugin": "demo",
  "skill": "unit-tests"
}
```

## Good

```json path=plugins/demo/evals/unit-tests/triggers.json
{
  "triggers": [
    {"query": "test this function", "should_trigger": true},
    {"query": "explain this function", "should_trigger": false}
  ]
}
```

```json path=plugins/demo/evals/unit-tests/results.json
{
  "schema": 5,
  "plugin": "demo",
  "skill": "unit-tests"
}
```

## Configuration

None.

## How to fix

For a newer schema, update this tool. Otherwise take the file from the last commit in which it was sound, or run the
suite again.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    document = context.document(results.path)
    if results.problem is None or document is None or not document.readable:
        return
    yield Fault(path=results.path, at=("schema",), message=results.problem)


RULE = Rule(name="unsupported-results", code="R009", severity=Severity.ERROR, page=__doc__, on_results=check)
