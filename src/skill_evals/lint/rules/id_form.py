"""An id that its dialect refuses, or that cannot be the name of a folder.

## What it does

In eval-magic's suites, reports an id that is not lower-case letters, digits and hyphens, beginning with a letter or
digit. Everywhere, warns of ids that no folder can be named after: with a path separator or control character, with a
dot or space at the end, longer than 64 bytes, or a device name of Windows such as `con` or `aux`.

## Why is this bad

eval-magic refuses the suite. Runners keep each case's workspace and gradings in a folder named after its id; one that
is no folder name fails on some machines, or writes somewhere else.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": "New_Colleague",
      "prompt": "Greet the new colleague",
      "expected_output": "A greeting with the colleague's name",
      "assertions": [{"id": "names-them", "type": "llm_judge", "rubric": "Names the colleague"}]
    }
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": "new-colleague",
      "prompt": "Greet the new colleague",
      "expected_output": "A greeting with the colleague's name",
      "assertions": [{"id": "names-them", "type": "llm_judge", "rubric": "Names the colleague"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Rename the case. Committed results under the old id are lost to it, so do it before the first run.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier

_KEBAB = regex(r"[a-z0-9][a-z0-9-]*")
_SAFE = regex(r"[A-Za-z0-9_-]{1,64}")
_BROKEN = regex(r"[/\\\x00-\x1f\x7f]")
_DEVICE = regex(r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\..*)?", re.IGNORECASE)
_LONGEST_DEVICE = 4
_LONGEST = 64
"""Bytes of a folder's name that leave room for what runners add to it."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    named = {one for one in suite.graded.ids if one is not None}
    if suite.dialect != EVAL_MAGIC and not any(map(_unsafe, named)):
        return
    for case in suite.evals:
        if case.id is None:
            continue
        if suite.dialect == EVAL_MAGIC and not _KEBAB.fullmatch(case.id):
            message = "eval-magic refuses this id: write lower-case letters, digits and hyphens, no hyphen first"
            yield _fault(suite, case, message, Severity.ERROR)
        elif (reason := _unsafe(case.id)) is not None:
            yield _fault(suite, case, f"this id cannot name a folder everywhere: {reason}; rename the case")


@lru_cache(maxsize=4096)
def _unsafe(name: str) -> str | None:
    """Why a folder cannot bear this name on every system; None: it can."""
    if _SAFE.fullmatch(name) and len(name) > _LONGEST_DEVICE:
        return None
    if _DEVICE.fullmatch(name):
        return "Windows keeps the name for a device"
    if _BROKEN.search(name):
        return "it holds a path separator or a control character"
    if name[-1] in ". ":
        return "Windows drops a dot or space at the end"
    size = len(name.encode("utf-8", "surrogatepass"))
    return f"it takes {size} bytes, more than {_LONGEST}" if size > _LONGEST else None


def _fault(suite: Suite, case: EvalCase, message: str, severity: Severity | None = None) -> Fault:
    found = member(suite.dialect, case.fields, "id")
    at = (*case.at, "id" if found is None else found[0])
    return Fault(path=suite.path, message=message, at=at, suite=suite.path, severity=severity)


RULE = Rule(
    name="id-form",
    code="I003",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
)
