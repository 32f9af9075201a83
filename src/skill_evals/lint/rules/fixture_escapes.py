"""A fixture whose path leads out of the place that fixtures come from.

## What it does

Reports entries of a case's `files` that are absolute, climb out with `..`, begin with a drive letter or hold a
backslash, paths into `.git` in eval-magic's suites, and links that lead out of the repository. In skill-creator's
format the finding is a warning, and `..` is allowed within the skill.

## Why is this bad

evolve and eval-magic refuse the suite. Where nobody refuses it, a suite in a stranger's pull request would copy any
file of the machine into the hands of an agent, and on every other machine the path leads nowhere.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["../../team.csv"], "expectations": ["Names everybody"]}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/team.csv"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=plugins/demo/evals/greet/files/team.csv
name
Ada
```

## Configuration

None.

## How to fix

Copy the file to the suite's `files/` folder and name it from there.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import Fixture, escapes, fixtures, is_path, leads_out, places
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_OUTCOME = {
    EVOLVE: "evolve refuses the suite",
    EVAL_MAGIC: "eval-magic refuses the suite",
    SKILL_CREATOR: "on another machine it leads nowhere",
}


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    yield from _roots(suite)
    for fixture in fixtures(suite):
        if not is_path(fixture.text):
            continue
        reason = escapes(attribution, fixture) or _link(attribution, fixture, context)
        if reason is not None:
            yield Fault(
                path=suite.path,
                message=f"`{shown(fixture.text)}` is no path of a fixture: {reason}; {_OUTCOME[suite.dialect]}, so "
                "put the file into the suite's `files/` folder",
                at=fixture.at,
                suite=suite.path,
                severity=Severity.WARNING if suite.dialect == SKILL_CREATOR else None,
            )


def _roots(suite: Suite) -> Iterator[Fault]:
    """Where a case says its fixtures lie (eval-magic)."""
    for case in suite.evals if suite.dialect == EVAL_MAGIC else ():
        root = case.fields.get("files_root")
        if isinstance(root, str) and (root.startswith("/") or ".." in root.split("/")):
            yield Fault(
                path=suite.path,
                message=f"`{shown(root)}` leads out of the suite's folder, and eval-magic refuses to run; name a "
                "folder in it",
                at=(*case.at, "files_root"),
                suite=suite.path,
            )


def _link(attribution: Attribution, fixture: Fixture, context: Context) -> str | None:
    for path in places(attribution, fixture):
        entry = context.files.entries.get(path)
        if entry is not None:
            return "it is a link that leads out of the repository" if leads_out(entry) else None
    return None


RULE = Rule(
    name="fixture-escapes",
    code="F002",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset(_OUTCOME),
    tier=Tier.EVALS,
)
