"""Which program ``git`` is.

Windows looks for a bare name in the current folder before it looks along the path, and that folder may be a stranger's
repository. So there the program is looked for along the path alone, and only in absolute folders of it.
"""

import ntpath
import os
from collections.abc import Callable, Mapping
from functools import cache

from skill_evals.errors import UsageError

NAME = "git"


@cache
def git_program() -> str:
    """What to start.

    Raises:
        UsageError: Windows, and git is in no folder of the path.
    """
    if os.name != "nt":
        return NAME
    return on_windows(os.environ, os.path.isfile)


def on_windows(environment: Mapping[str, str], is_file: Callable[[str], bool]) -> str:
    """The first ``git.exe`` in an absolute folder of the path.

    Raises:
        UsageError: there is none.
    """
    folders = (folder.strip('"') for folder in environment.get("PATH", "").split(ntpath.pathsep))
    places = (ntpath.join(folder, f"{NAME}.exe") for folder in folders if _is_absolute(folder))
    found = next(filter(is_file, places), None)
    if found is None:
        raise UsageError("git is not installed here, or not in the PATH", cure="install git 2.31 or newer")
    return found


def _is_absolute(folder: str) -> bool:
    """With a drive or a server: a lone backslash at its front is relative to the drive of the current folder."""
    drive, rest = ntpath.splitdrive(folder)
    return bool(drive) and rest.startswith(("\\", "/"))
