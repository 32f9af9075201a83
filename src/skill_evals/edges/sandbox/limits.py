"""How much a run may take: the kernel's limits of a process, and the numbers that ``watch`` holds it to."""

import os
from contextlib import suppress
from dataclasses import dataclass

with suppress(ImportError):  # Windows has no such module, and shuts nothing in; a plan there loads the numbers
    import resource

_OPEN_FILES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bytes, but for ``processes``, which counts threads as the kernel does."""

    processes: int = 512
    memory: int = 4 * 2**30
    """Of all processes together; of private memory also of each alone."""
    disk: int = 4 * 2**30
    """Of the workspace with its home and temporary files."""
    file: int = 2 * 2**30
    """Of any one file."""


def limit(limits: Limits, *, shared: bool) -> None:
    """Hold this process and its children to them. ``shared``: the user has processes outside, which count as well."""
    processes = limits.processes + (_threads_of(os.getuid()) if shared else 0)
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_DATA, limits.memory),
        (resource.RLIMIT_FSIZE, limits.file),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)  # noqa: PLW2901 -- never above what is allowed
        resource.setrlimit(what, (most, most))


def first_to_go() -> None:
    """When the machine runs out of memory, the kernel ends this process rather than the runner."""
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:  # noqa: PTH123 -- the kernel's file
        score.write("1000")


def _threads_of(uid: int) -> int:
    found = 0
    for entry in os.scandir("/proc"):
        with suppress(OSError, ValueError):
            if entry.name.isdigit() and entry.stat().st_uid == uid:
                with open(f"/proc/{entry.name}/stat", "rb") as line:  # noqa: PTH123 -- the kernel's file
                    found += int(line.read().rpartition(b")")[2].split()[17])
    return found
