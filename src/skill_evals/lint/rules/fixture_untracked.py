"""A fixture that lies here and not in git.

## What it does

Reports an entry of a case's `files` whose file, or every file of whose folder, lies in the working tree and is not in
git's index. A suite that is itself not in git yet is left alone, since both may be added together. A fixture that git
ignores is not there for anybody: `missing-fixture` reports it.

## Why is this bad

The suite passes on the author's machine. In CI, and for everybody else, the file is absent: evolve and eval-magic stop
the whole run.

## Bad

A suite that is committed, while `plugins/demo/evals/greet/files/team.csv` is not:

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/team.csv"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=plugins/demo/evals/greet/files/team.csv untracked
name
Ada
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

`git add` the file, or have the case make it.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import escapes, exists, fixtures, folders_of, is_path, places
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_DIALECTS = frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR})


def check(context: Context) -> Iterator[Fault]:
    entries = context.files.entries
    untracked = {path: entry for path, entry in entries.items() if not entry.tracked}
    if not untracked:
        return
    tracked = folders_of({path: entry for path, entry in entries.items() if entry.tracked})
    absent = untracked.keys() | (folders_of(untracked) - tracked)
    for attribution in context.project.suites:
        if attribution.suite.dialect in _DIALECTS and attribution.suite.path not in untracked:
            yield from _absent(attribution, context, absent, tracked)


def _absent(
    attribution: Attribution, context: Context, absent: AbstractSet[str], tracked: frozenset[str]
) -> Iterator[Fault]:
    suite = attribution.suite
    for fixture in fixtures(suite):
        if not is_path(fixture.text) or escapes(attribution, fixture) is not None:
            continue
        looked = places(attribution, fixture)
        found = next((path for path in looked if path in absent or exists(path, context.files.entries, tracked)), "")
        if found in absent:
            yield Fault(
                path=suite.path,
                message=f"`{shown(fixture.text)}` lies here and not in git: it is missing in CI and for everybody "
                f"else; `git add {shown(found)}`",
                at=fixture.at,
                suite=suite.path,
                also=(found,),
            )


RULE = Rule(
    name="fixture-untracked",
    code="F004",
    severity=Severity.WARNING,
    page=__doc__,
    on_project=check,
    dialects=_DIALECTS,
    tier=Tier.EVALS,
)
