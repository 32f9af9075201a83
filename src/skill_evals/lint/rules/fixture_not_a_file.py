"""A fixture that is a folder, a link or a submodule.

## What it does

Looks at what each entry of a case's `files` leads to. In evolve's suites everything but a plain file is reported; the
other runners copy a folder with what is in it. A link and a submodule are reported in every dialect, as a warning where
only a folder above the file is one. Links that lead out of the repository are `fixture-escapes`.

## Why is this bad

evolve stages plain files, and stops the whole run for anything else. This runner follows no link, since it runs
strangers' suites; git on Windows checks a link out as a text file that holds a path. A submodule is an empty folder
unless the checkout asks for submodules.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/team"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=plugins/demo/evals/greet/files/team/names.csv
Ada
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/team/names.csv"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=plugins/demo/evals/greet/files/team/names.csv
Ada
```

## Configuration

None.

## How to fix

List the files of a folder one by one; put a copy of the file where the link or the submodule is.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import Fixture, escapes, exists, fixtures, folders_of, is_path, leads_out, places
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_DIALECTS = frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR})
_WORDS = {
    FileKind.LINK: "a link, which is not followed, and which Windows checks out as text; put the file itself there",
    FileKind.SUBMODULE: "a submodule, which a checkout leaves empty unless it asks for them; put the file itself there",
}


def check(context: Context) -> Iterator[Fault]:
    if not any(attribution.suite.dialect in _DIALECTS for attribution in context.staging):
        return
    suites = [a for a in context.project.suites if a.suite.tier is Tier.EVALS and a.suite.dialect in _DIALECTS]
    folders = folders_of(context.files.entries)
    for attribution in suites:
        for fixture in fixtures(attribution.suite):
            if fixture.text and is_path(fixture.text) and escapes(attribution, fixture) is None:
                yield from _fixture(attribution, fixture, context, folders)


def _fixture(attribution: Attribution, fixture: Fixture, context: Context, folders: frozenset[str]) -> Iterator[Fault]:
    suite, entries = attribution.suite, context.files.entries
    path = next((path for path in places(attribution, fixture) if exists(path, entries, folders)), None)
    if path is None or suite.path.startswith(f"{path}/"):
        return  # missing, or the folder of the suite itself, which `answer-key-fixture` reports
    kind, inside = None, _entry_above(path, context)
    if path in folders and path not in entries:
        kind = "a folder, and evolve stages plain files only; list its files" if suite.dialect == EVOLVE else None
    elif inside is not None and not (inside.path == path and leads_out(inside)):
        kind = _WORDS.get(inside.kind)
    if kind is not None:
        whole = inside is None or inside.path == path
        yield Fault(
            path=suite.path,
            message=f"`{shown(fixture.text)}` {'is' if whole else 'lies in'} {kind}",
            at=fixture.at,
            suite=suite.path,
            severity=None if whole else Severity.WARNING,
            also=(path,),
        )


def _entry_above(path: str, context: Context) -> FileEntry | None:
    """What the tree has at a path, else at the nearest folder above it."""
    while path:
        entry = context.files.entries.get(path)
        if entry is not None:
            return entry
        path = posixpath.dirname(path)
    return None


RULE = Rule(
    name="fixture-not-a-file",
    code="F005",
    severity=Severity.ERROR,
    page=__doc__,
    on_project=check,
    dialects=_DIALECTS,
    tier=Tier.EVALS,
)
