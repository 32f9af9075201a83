"""A mark as one line, which is the whole body of the message of a commit of results.

The run that such a commit starts reads it: nothing but results lies between, so what was found of the commit below is
true of this one, and need not be paid for again. Nobody's words stand in it, since a skill's name could skip a workflow
or close an issue.
"""

import re

from skill_evals.model.mark import Mark

_LINE = re.compile(
    r"Skill-evals-measured: v1 judged=(?P<judged>[0-9a-f]{40,64}) base=(?P<base>[0-9a-f]{40,64})"
    r" by=(?P<by>[0-9a-f]{64}) verdict=(?P<verdict>passed|failed)"
    r" regressions=(?P<regressions>\d{1,6}) improvements=(?P<improvements>\d{1,6})"
    r" errors=(?P<errors>\d{1,9}) warnings=(?P<warnings>\d{1,9})"
    r"(?: results=(?P<results>[0-9a-f]{64}) seal=(?P<seal>[0-9a-f]{64}))?",
    re.ASCII,
)


def mark_line(mark: Mark) -> str:
    """The body of the commit's message."""
    sealed = f" results={mark.results} seal={mark.seal}" if mark.seal else ""
    return (
        f"Skill-evals-measured: v1 judged={mark.judged} base={mark.base} by={mark.by}"
        f" verdict={'failed' if mark.failed else 'passed'} regressions={mark.regressions}"
        f" improvements={mark.improvements} errors={mark.errors} warnings={mark.warnings}{sealed}"
    )


def mark_of(message: str) -> Mark | None:
    """None: the body of the message is something else than one such line."""
    return mark_in(message.replace("\r\n", "\n").partition("\n")[2].strip())


def mark_in(line: str) -> Mark | None:
    """None: it is no such line."""
    found = _LINE.fullmatch(line)
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
        results=found["results"] or "",
        seal=found["seal"] or "",
    )
