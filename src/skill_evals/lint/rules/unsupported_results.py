"""A results file that cannot be read as one.

## What it does

Reports a results file beside a suite whose schema is newer than this version knows, or whose content is not that of
evolve's schema 3, 4 or 5. Schemas 3 and 4 are read as 5, which is information only. A file that is no JSON or YAML at
all is `invalid-document`.

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

For a newer schema, update this tool; for an older one, run the suite again, or `--fix`, which writes the file as schema
5. Schemas 3 and 4 keep no labels of queries, so that `--fix` wants `--unsafe-fixes` where there are any: they become
`false` until the next run. Otherwise take the file from the last commit in which it was sound, or run the suite again.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fix_results import canonical_fix
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    from skill_evals.model.results import SCHEMA  # few trees have results to pay for

    document = context.document(results.path)
    if document is None or not document.readable:
        return
    if results.problem is not None:
        yield Fault(path=results.path, at=("schema",), message=results.problem)
        return
    schema = document.value.get("schema") if isinstance(document.value, dict) else None
    if isinstance(schema, int) and schema < SCHEMA:
        yield Fault(
            path=results.path,
            at=("schema",),
            message=f"this is schema {schema}, which is read as {SCHEMA} and which the next run writes as {SCHEMA}; "
            "nothing needs to be done",
            severity=Severity.INFO,
            fix=canonical_fix(results, f"write it as schema {SCHEMA}", safe=not _has_queries(results)),
        )


def _has_queries(results: CommittedResults) -> bool:
    """Whether there are queries, whose labels the older schemas do not hold."""
    models = () if results.file is None else results.file.models.values()
    return any(stored is not None and stored.triggers is not None for stored in models)


RULE = Rule(
    name="unsupported-results", code="R009", severity=Severity.ERROR, page=__doc__, on_results=check, fixable=True
)
