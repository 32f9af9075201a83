"""Files put beside an agent's work after it has ended, by a process of the run's own user (``errand``).

Standard library only. What lies in the way is replaced; a link is, and is not followed.
"""

import json
import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path


def argument_of(files: Mapping[str, bytes]) -> str:
    """What ``errand`` is to be called with, in a workspace, for files by their path in it."""
    return json.dumps({path: b64encode(data).decode("ascii") for path, data in files.items()})


def errand(argument: str) -> None:
    """Writes to stdout why a file cannot be put there; nothing, where all are."""
    try:
        for path, data in json.loads(argument).items():
            _put(Path(path), b64decode(data))
    except OSError as error:
        sys.stdout.write(f"{error.filename}: {error.strerror}")
    sys.stdout.flush()


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
