"""Workers that take requests from series of runs until none is left.

A series says which runs it needs next, and hears of each that ended; the engine knows nothing of majorities, looks or
arms. There is one task a worker, never one a run, so that a sweep of an instant backend costs microseconds a run; and
no more workers than there were ever runs at once, so that where as many go as there are, as into a batch, nobody idles.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from skill_evals.model.evidence import Evidence
from skill_evals.run.ports.request import RunRequest

Make: TypeAlias = Callable[[RunRequest], Awaitable[Evidence]]


class Series(Protocol):
    """A sequence of runs in which what comes next depends on what came before."""

    def ready(self) -> Sequence[RunRequest]:
        """Requests that may start now and were not given before; empty where it waits or has ended."""
        ...

    def take(self, request: RunRequest, evidence: Evidence) -> None: ...


async def drive(series: Iterable[Series], make: Make, *, jobs: int) -> None:
    """Make every run that the series ask for, at most ``jobs`` at a time, in their order.

    Raises:
        BackendError: whatever ``make`` raises ends the drive, once the runs under way have ended.
    """
    line = _Line(series)
    if jobs == 1:
        await _work(line, make)
        return
    workers: list[asyncio.Task[None]] = []

    def hire(wanted: int) -> None:
        workers.extend(asyncio.ensure_future(_work(line, make)) for _ in range(min(wanted, jobs - len(workers))))

    line.hire = hire
    hire(len(line.waiting))
    while under_way := [worker for worker in workers if not worker.done()]:
        await asyncio.wait(under_way)
    if line.failure is not None:
        await asyncio.gather(*workers, return_exceptions=True)
        raise line.failure


class _Line:
    """The requests that wait, shared by the workers of one drive."""

    def __init__(self, series: Iterable[Series]) -> None:
        self.waiting = deque((one, request) for one in series for request in one.ready())
        self.under_way = 0
        self.idle = 0
        self.hire: Callable[[int], None] = lambda _: None
        """Has more workers come, where there may be more."""
        self.failure: BaseException | None = None
        self._news: asyncio.Event | None = None

    async def news(self) -> None:
        """Wait until requests were added or nothing is under way any more."""
        if self._news is None:
            self._news = asyncio.Event()
        self.idle += 1
        await self._news.wait()
        self.idle -= 1

    def tell(self) -> None:
        if self._news is not None:
            self._news.set()
            self._news = None

    def add(self, one: Series) -> None:
        """What follows from a run goes first, so that no chain of runs is begun at the very end."""
        more = one.ready() if self.failure is None else ()
        if more:
            self.waiting.extendleft((one, request) for request in reversed(more))
            self.tell()
            # Whoever brought them takes the first.
            self.hire(len(self.waiting) - self.idle - 1)


async def _work(line: _Line, make: Make) -> None:
    while True:
        while not line.waiting:
            if not line.under_way:
                line.tell()
                return
            await line.news()
        one, request = line.waiting.popleft()
        line.under_way += 1
        try:
            evidence = await make(request)
            one.take(request, evidence)
        except BaseException as failure:
            line.failure = line.failure or failure
            line.waiting.clear()
            line.tell()
            raise
        finally:
            line.under_way -= 1
        line.add(one)
