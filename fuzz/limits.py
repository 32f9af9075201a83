"""What one input may cost, held by the kernel, so that code in C is held to it too."""

import faulthandler
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS = 1.0
"""CPU time of one input."""
MEMORY = 512 * 1024 * 1024
"""Bytes of address space beyond what the process holds once its modules are imported."""


def hold_memory() -> None:
    """From now on an allocation beyond the bound fails with a MemoryError."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def name_the_place() -> None:
    """When the time is over, print where the process is, and die of the signal."""
    faulthandler.register(signal.SIGPROF, file=sys.stderr, all_threads=False, chain=True)


@contextmanager
def timed(seconds: float = SECONDS) -> Iterator[None]:
    """Dies of SIGPROF when the body takes more CPU time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
