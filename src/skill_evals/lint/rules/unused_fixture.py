"""A file among the fixtures that no case lists.

## What it does

Looks at the files in the `files/` folder beside an eval suite, and mentions those that no case of any suite stages, by
itself or in a folder, and whose name stands in no suite of the same folder. Hidden files and READMEs are left out.

## Why is this bad

It is either forgotten in a case, which then tests less than its author thinks, or rubbish that everybody downloads.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [{"id": "team", "prompt": "Greet the team", "expectations": ["Names everybody"]}]
}
```

```text path=plugins/demo/evals/greet/files/names.csv
Ada
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "team", "prompt": "Greet the team", "files": ["files/names.csv"], "expectations": ["Names everybody"]}
  ]
}
```

```text path=plugins/demo/evals/greet/files/names.csv
Ada
```

## Configuration

Off by default; `extend-select: [unused-fixture]` turns it on.

## How to fix

List it in the case that needs it, or delete it.
"""

import posixpath
from collections import defaultdict
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import fixtures, places
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_DIALECTS = frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR})
_LEFT_OUT = (".", "readme", "license")


def check(context: Context) -> Iterator[Fault]:
    suites = [a for a in context.project.suites if a.suite.tier is Tier.EVALS and a.suite.dialect in _DIALECTS]
    used = {path for a in suites for fixture in fixtures(a.suite) for path in places(a, fixture)}
    folders: defaultdict[str, list[Attribution]] = defaultdict(list)
    for attribution in suites:
        folders[posixpath.join(posixpath.dirname(attribution.suite.path), "files")].append(attribution)
    for path in context.files.entries:
        name = posixpath.basename(path)
        above = _above(path)
        folder = next((one for one in above if one in folders), None)
        if folder is None or name.lower().startswith(_LEFT_OUT) or not used.isdisjoint((path, *above)):
            continue
        if not any(name in _text(attribution.suite.path, context) for attribution in folders[folder]):
            yield _fault(path, folders[folder][0])


def _above(path: str) -> list[str]:
    """Every folder around a path, the innermost first."""
    found = []
    while path := posixpath.dirname(path):
        found.append(path)
    return found


def _text(path: str, context: Context) -> str:
    document = context.document(path)
    return "" if document is None else document.text


def _fault(path: str, attribution: Attribution) -> Fault:
    suite = attribution.suite.path
    return Fault(
        path=path,
        message=f"no case of {suite} stages this file, so no agent ever sees it; list it in `files`, or delete it",
        suite=suite,
        also=(suite,),
    )


RULE = Rule(
    name="unused-fixture",
    code="F007",
    severity=Severity.INFO,
    page=__doc__,
    on_project=check,
    dialects=_DIALECTS,
    tier=Tier.EVALS,
    default=False,
)
