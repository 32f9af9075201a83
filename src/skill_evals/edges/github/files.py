"""The files by which a step answers the runner: outputs and the job's summary.

Grammar and limits: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions, and the runner's
FileCommandManager. A value that could end early would set other outputs, and a summary that is too long is lost whole.
"""

import os
import uuid
from collections.abc import Mapping
from pathlib import Path

SUMMARY_BYTES = 1_000_000
"""The runner drops a step's summary of more than 1,048,576 bytes."""
_OUTPUT_UNITS = 400_000
"""Of one output; a job may have 1 MB of them, counted in UTF-16."""


def write_outputs(environment: Mapping[str, str], values: Mapping[str, str]) -> None:
    """Set every output. Does nothing where no runner listens.

    Raises:
        OSError: the runner's file cannot be written.
    """
    lines = []
    for name, value in values.items():
        delimiter = f"ghadelimiter_{uuid.uuid4()}"
        lines.append(f"{name}<<{delimiter}\n{_fitting(value)}\n{delimiter}\n")
    _append(environment.get("GITHUB_OUTPUT"), "".join(lines))


def write_summary(environment: Mapping[str, str], text: str) -> bool:
    """Add to the summary of the step's page; false where it would not fit, or no runner listens.

    Raises:
        OSError: the runner's file cannot be written.
    """
    path = environment.get("GITHUB_STEP_SUMMARY")
    data = text.encode("utf-8", "backslashreplace")
    if not path or len(data) > SUMMARY_BYTES:
        return False
    _append(path, data.decode())
    return True


def _fitting(value: str) -> str:
    """A value's first part, where the whole would cost all outputs."""
    safe = value.encode("utf-8", "backslashreplace").decode()
    return safe if len(safe) <= _OUTPUT_UNITS else safe[:_OUTPUT_UNITS]


def _append(path: str | None, text: str) -> None:
    if not path:
        return
    # The runner made the file; what is no plain file now was put there by somebody else.
    handle = os.open(Path(path), os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
