"""What a commit of results says of the sweep that measured them, in one line that is the whole body of its message.

The run that such a commit starts reads it: nothing but results lies between, so what was found of the commit below is
true of this one, and need not be paid for again. Nobody's words stand in it, since a skill's name could skip a workflow
or close an issue.
"""

import re
from dataclasses import dataclass

_LINE = re.compile(
    r"Skill-evals-measured: v1 judged=(?P<judged>[0-9a-f]{40,64}) base=(?P<base>[0-9a-f]{40,64})"
    r" by=(?P<by>[0-9a-f]{64}) verdict=(?P<verdict>passed|failed)"
    r" regressions=(?P<regressions>\d{1,6}) improvements=(?P<improvements>\d{1,6})"
    r" errors=(?P<errors>\d{1,9}) warnings=(?P<warnings>\d{1,9})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    judged: str
    """The commit that was measured."""
    base: str
    """The commit that it was compared with."""
    by: str
    """A digest of all that decided besides the two trees: the action's version, its inputs, the configuration."""
    failed: bool
    """Whether what was measured fails the gate, whatever the linter found."""
    regressions: int = 0
    """Cases, confirmed ones; so are improvements."""
    improvements: int = 0
    errors: int = 0
    """Of the linter, and so are warnings."""
    warnings: int = 0


def mark_line(mark: Mark) -> str:
    """The body of the commit's message."""
    return (
        f"Skill-evals-measured: v1 judged={mark.judged} base={mark.base} by={mark.by}"
        f" verdict={'failed' if mark.failed else 'passed'} regressions={mark.regressions}"
        f" improvements={mark.improvements} errors={mark.errors} warnings={mark.warnings}"
    )


def mark_of(message: str) -> Mark | None:
    """None: the body of the message is something else than one such line."""
    found = _LINE.fullmatch(message.replace("\r\n", "\n").partition("\n")[2].strip())
    if found is None:
        return None
    return Mark(
        judged=found["judged"],
        base=found["base"],
        by=found["by"],
        failed=found["verdict"] == "failed",
        regressions=int(found["regressions"]),
        improvements=int(found["improvements"]),
        errors=int(found["errors"]),
        warnings=int(found["warnings"]),
    )
