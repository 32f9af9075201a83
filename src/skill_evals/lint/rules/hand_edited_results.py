"""A results file that is not in the form that a sweep writes.

## What it does

Writes each results file again from what it says and compares the bytes: indentation, order of members, escapes, the
form of numbers, members that no version knows. The first line that differs is reported. Files of an older schema are
left to `unsupported-results`.

## Why is this bad

evolve and `skill-evals run` write one form, byte for byte. Another one means that somebody edited the file, that a
merge mixed two of them, or that a formatter runs over it: then every sweep rewrites the whole file, and the diff hides
what it measured.

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
  "schema": 5,
  "skill": "unit-tests",
  "plugin": "demo"
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

None. Exclude `results.json` from formatters, as other generated files are.

## How to fix

`skill-evals results normalize FILE` writes the canonical form, and so does `--fix`, unless the numbers contradict one
another or a member would be lost. If numbers were edited, run the suite again instead.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fix_results import canonical_fix
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.position import Span


def check(results: CommittedResults, _context: Context) -> Iterator[Fault]:
    line = results.first_difference
    if line is not None:
        yield Fault(
            path=results.path,
            span=Span(line=line, column=1, end_line=line, end_column=1),
            message="no sweep writes the file so: from this line on it differs from its canonical form, so it was "
            "edited, merged or reformatted; `skill-evals results normalize` rewrites it, and a run measures anew",
            fix=canonical_fix(results, "write it in its canonical form"),
        )


RULE = Rule(
    name="hand-edited-results", code="R007", severity=Severity.WARNING, page=__doc__, on_results=check, fixable=True
)
