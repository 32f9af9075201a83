"""The outputs of the step. ``action.yml`` declares each with the same name; a test holds them together."""

import json
from collections.abc import Iterable

_LONGEST = 100_000
"""Characters of an output that a later step may hand to a program by its environment: Linux lets one variable have
131,072 bytes, and starts nothing that is given more."""

OUTPUTS = (
    "conclusion",
    "errors",
    "warnings",
    "files-checked",
    "changed-files",
    "regressions",
    "improvements",
    "cost-usd",
    "calls",
    "comment-id",
    "comment-action",
    "comment-created",
    "comment-updated",
    "check-id",
    "committed",
    "commit-sha",
    "results-path",
    "results-file",
    "report-path",
    "comment-file",
    "comment-file-written",
    "sarif-file",
    "json-file",
    "artefact-path",
    "shards",
    "truncated",
    "mode-run",
    "exit-code",
)
"""Every output, in the order of action.yml; each is set on every path, failure included."""


def json_names(names: Iterable[str]) -> tuple[str, bool]:
    """A JSON array of as many names as an output may hold, and whether those are all."""
    found: list[str] = []
    room = _LONGEST
    for name in names:
        written = json.dumps(name)
        room -= len(written) + len(", ")
        if room < 0:
            return f"[{', '.join(found)}]", False
        found.append(written)
    return f"[{', '.join(found)}]", True
