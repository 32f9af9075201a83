"""A copy of this process that takes tasks from the same list, for work that two processors finish sooner.

The copy sees everything that was in memory when it was made, and tells what it found as plain values. It is an
offer, never a need: what it does not tell, because it failed or was ended, its caller has to find out alone.
"""

import marshal
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

Work = Callable[[Iterator[int], Callable[[Any], None]], None]
"""What the copy does with the tasks that it takes, and how it tells: numbers, texts, None, and lists, tuples, sets and
dicts of them."""

MOST_TASKS = 255
_LENGTH = 8
"""Bytes before each message that say how long it is."""
_PLAIN = 2
"""The version of ``marshal`` that looks for no values that come twice, which takes a quarter longer."""


def possible() -> bool:
    """Whether a copy can be made, and runs beside us: Linux with a second processor that we may use."""
    return sys.platform == "linux" and hasattr(os, "memfd_create") and len(os.sched_getaffinity(0)) > 1


class Copy:
    """Used as a context manager; must be made where no other thread runs."""

    def __init__(self, tasks: int, work: Work) -> None:
        """``tasks`` are numbered from 0, at most MOST_TASKS. Each is taken once, by the copy or by ``take``."""
        # One byte a task in a pipe: whoever reads it has the task, and no lock is needed.
        self._tasks, hand_out = os.pipe()
        os.write(hand_out, bytes(range(tasks)))
        os.close(hand_out)
        # A file without a name, since whoever tells into a pipe waits as soon as nobody listens.
        self._told, self._at = os.memfd_create("told"), 0
        self._ready, ready = os.pipe()
        self._process = os.fork()
        if not self._process:
            _work_and_end(work, self._tasks, self._told, ready)
        os.close(ready)
        os.set_blocking(self._ready, False)
        self._is_ready = False

    def take(self) -> Iterator[int]:
        """The tasks that are left, one by one."""
        return _take(self._tasks)

    def is_ready(self) -> bool:
        """Whether it has told all that it will tell, or has ended."""
        with suppress(BlockingIOError):
            os.read(self._ready, 1)
            self._is_ready = True
        return self._is_ready

    def hear(self) -> Iterator[Any]:
        """Waits until the copy is ready; everything that it told and ``heard`` did not give, as far as it came."""
        os.set_blocking(self._ready, True)
        self.is_ready()
        return self.heard()

    def heard(self) -> Iterator[Any]:
        """What it has told since somebody asked last, without waiting."""
        data = os.pread(self._told, os.fstat(self._told).st_size - self._at, self._at)
        start = _LENGTH
        while start <= len(data):
            end = start + int.from_bytes(data[start - _LENGTH : start], "big")
            if end > len(data):
                return
            self._at += end - start + _LENGTH
            yield marshal.loads(memoryview(data)[start:end])  # noqa: S302 -- written by a copy of this very process
            start = end + _LENGTH

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The copy is ended, though it may not be ready; one that is ends by itself, and to take its memory apart may
        last 7 ms, for which nobody waits.
        """
        for end in (self._tasks, self._told, self._ready):
            os.close(end)
        if not self._is_ready:
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, os.WNOHANG if self._is_ready else 0)


def _take(tasks: int) -> Iterator[int]:
    while number := os.read(tasks, 1):
        yield number[0]


def _work_and_end(work: Work, tasks: int, mouth: int, ready: int) -> None:
    """Never returns: nothing that the first process would do at its end may be done twice."""
    try:
        work(_take(tasks), lambda told: _write(mouth, told))
    except BaseException:  # noqa: BLE001 -- the first process finds out what is wrong by itself, and says so
        os._exit(1)
    os.write(ready, b".")
    os._exit(0)


def _write(mouth: int, told: Any) -> None:  # noqa: ANN401 -- as for ``hear``
    data = marshal.dumps(told, _PLAIN)
    rest = memoryview(len(data).to_bytes(_LENGTH, "big") + data)
    while rest:
        rest = rest[os.write(mouth, rest) :]
