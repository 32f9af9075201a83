"""What a command may read besides its workspace: the system, without what somebody keeps in it."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

SYSTEM = (
    "/usr", "/usr/local", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store",
    "/run/current-system", "/sys/devices/system/cpu", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/loadavg",
    "/proc/uptime", "/proc/version", "/proc/filesystems", "/proc/sys/kernel/osrelease",
    "/proc/sys/vm/overcommit_memory",
)  # fmt: skip
"""Programs, their libraries and settings, and what of the machine says nothing about anybody's processes."""


def readable(path: str, root: Path) -> tuple[str, ...]:
    """The system's folders and those of PATH, given the workspace's ``root``.

    A checkout can lie in ``/opt`` or ``/usr/src``, and then it stays closed with everything beside it in the folder
    below ``/opt`` or ``/usr``: the home, the working directory of the runner, and the place of workspaces.
    """
    private = tuple(one.resolve() for one in (Path.home(), Path.cwd(), root.parent))
    programs = [folder for folder in path.split(os.pathsep) if folder.startswith("/") and not _holds(folder, private)]
    return (*(found for folder in SYSTEM for found in _open(Path(folder), private)), *programs)


def _open(folder: Path, private: Iterable[Path]) -> Iterator[str]:
    """The folder, or, where it holds something private, what in it does not."""
    if not _holds(folder, private):
        yield str(folder)
    elif folder.is_dir():
        for child in folder.iterdir():
            inside = any(child.resolve().is_relative_to(one) for one in private)
            if not inside and not _holds(child, private) and str(child) not in SYSTEM:
                yield str(child)


def _holds(folder: Path | str, private: Iterable[Path]) -> bool:
    resolved = Path(folder).resolve()
    return any(one.is_relative_to(resolved) for one in private)
