"""Two checks of one case that cannot both pass.

## What it does

Reports the later of two evolve checks of one case that exclude one another:

- `file_exists` and `file_absent` of one path, or of a path and the folder that it lies in;
- `regex` and `not_regex` of the same pattern in the same file, or both in the answer;
- `regex` or `not_regex` in a file that `file_absent` wants gone: evolve fails both where the file is missing.

## Why is this bad

evolve passes a case when no check fails. Such a case fails in every run, with the skill and without it.

## Bad

```json path=plugins/demo/evals/layout/evals.json
{
  "evals": [
    {
      "id": "merges-the-files",
      "prompt": "Merge versions.tf into terraform.tf",
      "assertions": [
        {"type": "file_absent", "path": "versions.tf"},
        {"type": "not_regex", "path": "versions.tf", "pattern": "required_version"}
      ]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/layout/evals.json
{
  "evals": [
    {
      "id": "merges-the-files",
      "prompt": "Merge versions.tf into terraform.tf",
      "assertions": [
        {"type": "file_absent", "path": "versions.tf"},
        {"type": "regex", "path": "terraform.tf", "pattern": "required_version"}
      ]
    }
  ]
}
```

## Configuration

None.

## How to fix

Decide which of the two is wanted, and delete the other. What depends on another state of the workspace is another case.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import text_member
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.lint.values import line_of
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, EvalCase, Suite, Tier

_NEEDS_FILE = frozenset({"file_exists", "regex", "not_regex"})


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    if suite.check_kinds.isdisjoint(("file_absent", "not_regex")):
        return
    for case in suite.evals:
        kinds = {one.kind for one in case.checks}
        if "file_absent" in kinds and not kinds.isdisjoint(_NEEDS_FILE):
            yield from _absent_and_needed(suite, case, context)
        if "regex" in kinds and "not_regex" in kinds:
            yield from _found_and_not_found(suite, case, context)


def _absent_and_needed(suite: Suite, case: EvalCase, context: Context) -> Iterator[Fault]:
    absent = {path: one for one in case.checks if one.kind == "file_absent" and (path := _path(suite, one))}
    for one in case.checks:
        path = _path(suite, one) if one.kind in _NEEDS_FILE else None
        gone = next((absent[above] for above in _upwards(path) if above in absent), None) if path else None
        if gone is not None:
            yield _fault(suite, (one, gone), f"one needs `{shown(path or '')}`, the other wants it absent", context)


def _found_and_not_found(suite: Suite, case: EvalCase, context: Context) -> Iterator[Fault]:
    wanted = {
        (_path(suite, one), pattern): one
        for one in case.checks
        if one.kind == "regex" and (pattern := text_member(suite, one, "pattern"))
    }
    for one in case.checks:
        other = wanted.get((_path(suite, one), text_member(suite, one, "pattern") or ""))
        if one.kind == "not_regex" and other is not None:
            yield _fault(suite, (one, other), "one wants the pattern found, the other wants it not found", context)


def _fault(suite: Suite, pair: tuple[Check, Check], why: str, context: Context) -> Fault:
    earlier, later = sorted(pair, key=lambda one: int(one.at[-1]))
    line = line_of(suite, earlier.at, context)
    return Fault(
        path=suite.path,
        at=later.at,
        message=f"this check and the one on line {line} cannot both pass ({why}), so evolve fails the case in every "
        "run; delete one of them",
        suite=suite.path,
    )


def _path(suite: Suite, one: Check) -> str | None:
    """The path that a check looks at, as evolve joins it to the workspace; None: the answer."""
    text = text_member(suite, one, "path")
    return posixpath.normpath(text.lstrip("/") or ".") if text else None


def _upwards(path: str) -> Iterator[str]:
    while path:
        yield path
        path = posixpath.dirname(path)


RULE = Rule(
    name="contradicting-checks",
    code="E010",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE}),
    tier=Tier.EVALS,
)
