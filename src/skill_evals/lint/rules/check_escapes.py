"""A check that looks outside the workspace.

## What it does

Follows the paths of a check: `path` and `cwd` of evolve's checks from the workspace of the run, `setup_files` of
eval-magic's `command_check` from the suite's folder. One that leads out by `..` is an error. An absolute path is one
for eval-magic, which refuses it; evolve reads it below the workspace, so there it is a warning.

## Why is this bad

What lies outside is another run's files or the machine's own, so the verdict depends on where the suite runs. This
product opens files beneath the workspace only, and such a check can never pass.

## Bad

```json path=plugins/demo/evals/changelog/evals.json
{
  "evals": [
    {
      "id": "writes-the-changelog",
      "prompt": "Write the changelog",
      "assertions": [{"type": "file_exists", "path": "../CHANGELOG.md"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/changelog/evals.json
{
  "evals": [
    {
      "id": "writes-the-changelog",
      "prompt": "Write the changelog",
      "assertions": [{"type": "file_exists", "path": "CHANGELOG.md"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Write the path as seen from the folder that the agent works in. What the check needs from elsewhere, stage with
`files`.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.dialects.vocabulary import VOCABULARIES
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import exact, member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, Suite, Tier


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    fields = VOCABULARIES[suite.dialect].path_fields
    texts = [suite.graded.texts(kind, name) for kind in suite.check_kinds for name in fields.get(kind, ())]
    if exact(suite) and all(map(_all_inside, texts)):
        return
    for case in suite.evals:
        for one in case.checks:
            for name in fields.get(one.kind, ()):
                if not _stays_inside(one.fields.get(name)):
                    yield from _look_closely(suite, one, name)


def _all_inside(paths: frozenset[str] | None) -> bool:
    """Whether paths are plainly ones below the workspace, by one look at all of them."""
    if paths is None:
        return False
    lines = "\n" + "\n".join(paths)
    return ".." not in lines and "\n/" not in lines


def _look_closely(suite: Suite, one: Check, name: str) -> Iterator[Fault]:
    found = member(suite.dialect, one.fields, name)
    if found is not None:
        for at, path in _paths((*one.at, found[0]), found[1]):
            yield from _judge(suite, at, path)


def _stays_inside(path: object) -> bool:
    """Whether a path is plainly one below the workspace; anything else is looked at closely."""
    return isinstance(path, str) and ".." not in path and not path.startswith("/")


def _paths(at: Pointer, value: object) -> Iterator[tuple[Pointer, str]]:
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            if isinstance(item, str):
                yield (*at, number), item


def _judge(suite: Suite, at: Pointer, path: str) -> Iterator[Fault]:
    absolute = path.startswith("/")
    if not absolute and (".." not in path or posixpath.normpath(path).partition("/")[0] != ".."):
        return
    yield Fault(
        path=suite.path,
        at=at,
        message=_absolute(suite.dialect, path) if absolute else _upwards(suite.dialect, path),
        suite=suite.path,
        severity=Severity.WARNING if absolute and suite.dialect == EVOLVE else None,
    )


def _absolute(dialect: str, path: str) -> str:
    if dialect == EVAL_MAGIC:
        return f"`{path}` is absolute, and eval-magic refuses the file; write it as seen from the suite's folder"
    meant = path.lstrip("/")
    return f"`{path}` is absolute, and evolve looks for it below the workspace; write `{meant}` if that is meant"


def _upwards(dialect: str, path: str) -> str:
    if dialect == EVAL_MAGIC:
        return f"`{path}` leads out of the suite's folder, and eval-magic refuses the file; put it beside the suite"
    return (
        f"`{path}` leads out of the workspace: evolve would judge another run's files, and this product opens none "
        "there; "
        "write it as seen from the agent's working folder"
    )


RULE = Rule(
    name="check-escapes",
    code="E012",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
)
