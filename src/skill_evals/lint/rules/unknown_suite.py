"""A file that looks like a suite, of a shape that is not checked.

## What it does

Names every file that looks like an eval suite and is written for a runner, or in a shape, that is not supported, so
that nobody takes the silence about it for a pass.

## Why is this bad

It is not: the file may well be right. But nothing in it was checked, and nothing of it is run.

## Bad

```json path=skills/greet/evals/evals.json
{"suite": "greet", "evals": [{"scenario": "a new colleague arrives", "steps": ["greet", "introduce"]}]}
```

## Good

```json path=skills/greet/evals/evals.json
{"skill_name": "greet", "evals": [{"id": 1, "prompt": "Greet the colleague", "expectations": ["Names the colleague"]}]}
```

## Configuration

`dialects: {"path/**": skill-creator}` says what a file is where detection cannot tell; `none` says that it is no
suite.

## How to fix

Nothing, if another runner reads it. Else write the suite in one of the dialects of `docs/dialects.md`.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import START


def check(context: Context) -> Iterator[Fault]:
    for unchecked in context.project.unchecked:
        yield Fault(
            path=unchecked.path,
            span=START,
            message=f"looks like a suite and was not checked ({unchecked.shape}): {unchecked.reason}; the "
            "configuration's `dialects` can say what it is",
        )


RULE = Rule(name="unknown-suite", code="D006", severity=Severity.INFO, page=__doc__, on_project=check)
