"""Two files for one suite in one folder, such as `triggers.json` and `triggers.yaml`.

## What it does

Reports, in evolve's folders, every folder that holds `triggers` or `evals` in more than one of the formats `json`,
`jsonc`, `yaml` and `yml`.

## Why is this bad

evolve refuses to choose: it stops with exit 2, for the whole repository. Any other reader would run one of the two
and leave the other behind unseen.

## Bad

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

```yaml path=plugins/demo/evals/greet/triggers.yaml
triggers:
  - query: say hello to the new colleague
    should_trigger: true
```

## Good

```yaml path=plugins/demo/evals/greet/triggers.yaml
triggers:
  - query: say hello to the new colleague
    should_trigger: true
  - query: say goodbye to the old server
    should_trigger: false
```

## Configuration

None.

## How to fix

Merge the cases into one file and delete the others.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import START

_NAMES = tuple(f"{stem}.{ending}" for stem in ("triggers", "evals") for ending in ("json", "jsonc", "yaml", "yml"))
_ALL = frozenset(_NAMES)


def check(context: Context) -> Iterator[Fault]:
    listed = [path for path in context.files.entries if path.endswith(_NAMES)]
    # Most trees can be told to be clean by their paths alone, before their suites are known.
    if len({path.rpartition(".")[0] for path in listed}) == len(listed):
        return
    suites = [attribution.suite for attribution in context.project.suites]
    folders = {suite.path.rpartition("/")[0] for suite in suites if suite.dialect == EVOLVE}
    found: dict[tuple[str, str], list[str]] = {}
    for path in listed:
        folder, _, name = path.rpartition("/")
        if name in _ALL and folder in folders:
            found.setdefault((folder, name.partition(".")[0]), []).append(path)
    for there in found.values():
        if len(there) > 1:
            first, *others = sorted(there, key=lambda path: _NAMES.index(path.rpartition("/")[2]))
            for other in others:
                yield Fault(
                    path=other,
                    span=START,
                    message=f"`{posixpath.basename(first)}` lies in the same folder: evolve stops with exit 2, since "
                    "it cannot tell which of the two is meant; merge them into one file",
                    also=(first,),
                )


RULE = Rule(
    name="shadowed-suite",
    code="D005",
    severity=Severity.ERROR,
    page=__doc__,
    on_project=check,
    dialects=frozenset({EVOLVE}),
)
