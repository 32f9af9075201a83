"""A copy of this process that takes tasks from the same list, for work that two processors finish sooner.

The copy sees everything that was in memory when it was made, and tells what it found as plain values. It is an
offer, never a need: what it does not tell, because it failed or was ended, its caller has to find out alone.
"""

import marshal
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self

Work = Callable[[Iterator[int], Callable[[Any], None]], None]
"""What the copy does with the tasks that it takes, and how it tells: numbers, texts, None, and lists, tuples, sets and
dicts of them."""

MOST_TASKS = 255
_LENGTH = 8
"""Bytes before each message that say how long it is."""


def possible() -> bool:
    """Whether a copy can be made, and runs beside us: Linux with a second processor that we may use."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


class Copy:
    """Used as a context manager; must be made where no other thread runs."""

    def __init__(self, tasks: int, work: Work) -> None:
        """``tasks`` are numbered from 0, at most MOST_TASKS. Each is taken once, by the copy or by ``take``."""
        # One byte a task in a pipe: whoever reads it has the task, and no lock is needed.
        self._tasks, hand_out = os.pipe()
        os.write(hand_out, bytes(range(tasks)))
        os.close(hand_out)
        self._ear, mouth = os.pipe()
        self._process = os.fork()
        if not self._process:
            os.close(self._ear)
            _work_and_end(work, self._tasks, mouth)
        os.close(mouth)

    def take(self) -> Iterator[int]:
        """The tasks that are left, one by one."""
        return _take(self._tasks)

    def hear(self) -> Any:  # noqa: ANN401 -- plain values, and the caller knows which
        """The next thing that the copy tells; None: it has ended without telling it."""
        length = _read(self._ear, _LENGTH)
        data = None if length is None else _read(self._ear, int.from_bytes(length, "big"))
        return None if data is None else marshal.loads(data)  # noqa: S302 -- written by a copy of this very process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The copy is ended, though it may not be ready."""
        os.close(self._tasks)
        os.close(self._ear)
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def _take(tasks: int) -> Iterator[int]:
    while number := os.read(tasks, 1):
        yield number[0]


def _work_and_end(work: Work, tasks: int, mouth: int) -> None:
    """Never returns: nothing that the first process would do at its end may be done twice."""
    try:
        work(_take(tasks), lambda told: _write(mouth, told))
    except BaseException:  # noqa: BLE001 -- the first process finds out what is wrong by itself, and says so
        os._exit(1)
    os._exit(0)


def _write(mouth: int, told: Any) -> None:  # noqa: ANN401 -- as for ``hear``
    data = marshal.dumps(told)
    rest = memoryview(len(data).to_bytes(_LENGTH, "big") + data)
    while rest:
        rest = rest[os.write(mouth, rest) :]


def _read(ear: int, length: int) -> bytes | None:
    """Exactly so many bytes; None where there are no more before."""
    parts = []
    while length:
        part = os.read(ear, min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
