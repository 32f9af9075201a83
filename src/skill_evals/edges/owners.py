"""Whose files they are that root writes into a folder of somebody else's, as a container does into a workspace.

The next step of a job runs as the folder's owner: it could not upload them, and a later checkout could not delete them.
"""

import os
from collections.abc import Iterable
from pathlib import Path


def give_back(folder: Path, paths: Iterable[Path]) -> None:
    """What root owns at ``paths`` and below becomes the property of whoever ``folder`` belongs to; no link is followed.

    Does nothing where this process is not root, or the folder is root's own. What cannot be given stays as it is.
    """
    if os.name != "posix" or os.geteuid() != 0:
        return
    owner = folder.stat()
    if owner.st_uid == 0:
        return
    top = folder.resolve()
    for path in paths:
        if path.parent.resolve().is_relative_to(top):
            _give(path, owner.st_uid, owner.st_gid)


def _give(path: Path, uid: int, gid: int) -> None:
    if path.is_dir() and not path.is_symlink():
        for _, folders, files, place in os.fwalk(path, follow_symlinks=False):
            for name in (*folders, *files):
                _give_one(name, uid, gid, place)
    _give_one(str(path), uid, gid, None)


def _give_one(name: str, uid: int, gid: int, place: int | None) -> None:
    try:
        if os.stat(name, dir_fd=place, follow_symlinks=False).st_uid == 0:
            os.chown(name, uid, gid, dir_fd=place, follow_symlinks=False)
    except OSError:
        return  # gone meanwhile, or on a file system without owners
