"""What a run takes, asked of the kernel: the memory of its processes and the bytes beneath its workspace."""

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress

from skill_evals.edges.sandbox.libc import files_as
from skill_evals.edges.sandbox.limits import Limits

_SHARE_OF_TIME = 10
"""A look at the disk that took t seconds is not repeated for this many t."""
_RESIDENT = (b"RssAnon:", b"RssShmem:")
"""Of ``status``: cheap, and pages that processes share count for each of them."""
_PROPORTIONAL = (b"Pss_Anon:", b"Pss_Shmem:")
"""Of ``smaps_rollup``: each process counts its share of a page."""


class Watch:
    """Looks at a run, given the process whose descendants it is, as often as ``over`` is called.

    ``uid``: that of the run, for root, who in a container may look into no process of another uid.
    """

    def __init__(self, ancestor: int, root: str, limits: Limits, uid: int | None) -> None:
        self._ancestor = ancestor
        self._root = root
        self._limits = limits
        self._uid = uid
        self._free = _free(root)
        self._next_disk = 0.0

    def over(self) -> str | None:
        """``memory`` or ``disk``, whichever is more than the limits say; None: neither."""
        processes = list(descendants(self._ancestor))
        if sum(map(_resident, processes)) > self._limits.memory < self._shares(processes):
            return "memory"
        begun = time.monotonic()
        if begun < self._next_disk:
            return None
        used = self._disk(processes)
        self._next_disk = begun + _SHARE_OF_TIME * (time.monotonic() - begun)
        return "disk" if used > self._limits.disk else None

    def _shares(self, processes: list[int]) -> int:
        with self._as_the_run():
            return sum(map(_share, processes))

    def _as_the_run(self) -> AbstractContextManager[None]:
        return nullcontext() if self._uid is None else files_as(self._uid)

    def _disk(self, processes: list[int]) -> int:
        """Where something cannot be looked into, what the whole file system lost counts if it is more."""
        hidden: list[OSError] = []
        used = sum(_beneath(self._root, hidden))
        with self._as_the_run():
            used += sum(sum(_nameless(process, hidden)) for process in processes)
        return max(used, self._free - _free(self._root)) if hidden else used


def descendants(ancestor: int) -> Iterator[int]:
    """All of them, as they are now; the subreaper keeps those that left their parents."""
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{ancestor}/task"):  # noqa: PTH208 -- names of the kernel's, many times a second
            children = _read(f"/proc/{ancestor}/task/{thread}/children")
            for child in map(int, children.split()):
                yield child
                yield from descendants(child)


def _resident(process: int) -> int:
    return _sum(f"/proc/{process}/status", _RESIDENT)


def _share(process: int) -> int:
    """A process that does not let itself be looked at counts for all that it has."""
    return _sum(f"/proc/{process}/smaps_rollup", _PROPORTIONAL) or _resident(process)


def _sum(path: str, names: tuple[bytes, ...]) -> int:
    """Bytes; the kernel writes KiB."""
    return sum(int(line.split()[1]) * 1024 for line in _read(path).splitlines() if line.startswith(names))


def _beneath(folder: str, hidden: list[OSError]) -> Iterator[int]:
    """Not by recursion, since a command can make folders as deep as it likes."""
    folders = [folder]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    with suppress(FileNotFoundError):
                        yield entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError as error:
            hidden.append(error)


def _nameless(process: int, hidden: list[OSError]) -> Iterator[int]:
    """Files that were deleted while they were open."""
    try:
        handles = os.listdir(f"/proc/{process}/fd")  # noqa: PTH208 -- as above
    except FileNotFoundError:
        return
    except OSError as error:
        hidden.append(error)
        return
    for handle in handles:
        with suppress(OSError):
            found = os.stat(f"/proc/{process}/fd/{handle}")  # noqa: PTH116 -- as above
            if found.st_nlink == 0:
                yield found.st_blocks * 512


def _free(root: str) -> int:
    found = os.statvfs(root)
    return found.f_bfree * found.f_frsize


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 -- as above
            return stream.read()
    except OSError:
        return b""
