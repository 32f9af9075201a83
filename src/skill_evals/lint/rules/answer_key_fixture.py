"""A fixture that hands the agent its own answer key.

## What it does

Reports entries of a case's `files` that resolve to this very suite, to its results, or to a folder that holds them
(`""` and `.` are the folder itself). Another skill's suite may be an input on purpose.

## Why is this bad

The agent under test reads its assertions, and passes them.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the team", "files": ["evals/evals.json"], "expectations": ["Names everybody"]}
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the team", "files": ["evals/files/team.csv"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=skills/greet/evals/files/team.csv
Ada
```

## Configuration

None.

## How to fix

List the input files one by one. A skill about eval suites gets another suite, a small one of its own, as input.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import Fixture, fixtures, is_path, places
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_RESULTS = ("results", "benchmark", "baseline")


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for fixture in fixtures(suite):
        what = _leak(attribution, fixture, context) if is_path(fixture.text) else None
        if what is not None:
            yield Fault(
                path=suite.path,
                message=f"`{shown(fixture.text) or 'an empty path'}` stages {what}, so that the agent reads what it "
                "is graded by; list the input files one by one",
                at=fixture.at,
                suite=suite.path,
            )


def _leak(attribution: Attribution, fixture: Fixture, context: Context) -> str | None:
    suite = attribution.suite
    if suite.dialect != EVAL_MAGIC and posixpath.normpath(fixture.text or ".") == ".":
        return "the whole folder"
    for path in places(attribution, fixture):
        if path == suite.path:
            return "this very suite"
        if _is_result(path, suite):
            return "the suite's results"
        if path in context.files.entries:
            return None
        if not path or suite.path.startswith(f"{path}/"):
            return "the folder that the suite lies in"
    return None


def _is_result(path: str, suite: Suite) -> bool:
    """Whether a path is a results file beside the suite, or in its folder of baselines."""
    folder = posixpath.dirname(suite.path)
    inside = path.removeprefix(f"{folder}/") if folder else path
    return (not folder or inside != path) and inside.partition("/")[0].partition(".")[0] in _RESULTS


RULE = Rule(
    name="answer-key-fixture",
    code="F006",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
)
