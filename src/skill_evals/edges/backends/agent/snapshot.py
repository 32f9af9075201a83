"""Every file of a workspace, read without following links: the agent may have made anything of it."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.edges.unlinked import file_flags, folder_flags
from skill_evals.edges.workspace import Workspace
from skill_evals.run.ports.request import TreeFile

_MOST_FILES = 50_000
_MOST_BYTES = 512 * 2**20
_DEEPEST = 64
"""Folders within folders; each takes an open handle."""


class SnapshotError(Exception):
    """It holds more than is read, or something that cannot be."""


def snapshot(place: Workspace) -> Mapping[str, TreeFile]:
    """Files and links by path, without anything named ``.git``; pipes, sockets and devices are left out.

    Raises:
        SnapshotError: in words.
    """
    taken = _Taken()
    try:
        top = os.open(place.path, folder_flags())
        try:
            _folder(top, "", 0, taken)
        finally:
            os.close(top)
    except OSError as error:
        raise SnapshotError(f"the workspace cannot be read: {error.strerror}") from error
    return taken.files


@dataclass(slots=True)
class _Taken:
    files: dict[str, TreeFile] = field(default_factory=dict)
    size: int = 0

    def add(self, path: str, file: TreeFile) -> None:
        self.files[path] = file
        self.size += len(file.data)
        if len(self.files) > _MOST_FILES or self.size > _MOST_BYTES:
            raise SnapshotError(
                f"the workspace holds more than {_MOST_FILES:,} files or {_MOST_BYTES // 2**20:,} MiB after the run"
            )


def _folder(handle: int, prefix: str, depth: int, taken: _Taken) -> None:
    if depth > _DEEPEST:
        raise SnapshotError(f"the workspace has folders more than {_DEEPEST} deep")
    for name in sorted(os.listdir(handle)):
        if name.casefold() == ".git":
            continue
        mode = os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode
        path = prefix + name
        if stat.S_ISDIR(mode):
            inner = os.open(name, folder_flags(), dir_fd=handle)
            try:
                _folder(inner, f"{path}/", depth + 1, taken)
            finally:
                os.close(inner)
        elif stat.S_ISLNK(mode):
            taken.add(path, TreeFile(data=b"", link=os.readlink(name, dir_fd=handle)))
        elif stat.S_ISREG(mode):
            taken.add(path, _file(handle, name, taken.size))


def _file(folder: int, name: str, before: int) -> TreeFile:
    with os.fdopen(os.open(name, file_flags(), dir_fd=folder), "rb") as stream:
        mode = os.fstat(stream.fileno()).st_mode
        return TreeFile(data=stream.read(_MOST_BYTES - before + 1), executable=bool(mode & stat.S_IXUSR))
