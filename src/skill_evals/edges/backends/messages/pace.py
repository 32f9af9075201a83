"""How many calls are under way, and how long one is tried again.

Four at first. Each answer lets one more go, and where the API says how many requests are left, half of them may go at
once; a rate limit or an overload halves the number. The sweep's ``--jobs`` is above all that.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from skill_evals.edges.backends.messages.faults import Course, Fault
from skill_evals.errors import BackendError
from skill_evals.run.outage import Outage

START = 4
APART = 0.005
"""Seconds between the beginnings of two calls, about what one takes of a processor. Calls that begin together are
answered together, and as their answers are read in turns, all of them wait for the last: they would march in step.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds: the first wait, which doubles up to the longest; and all waits of one run together."""

    first: float = 0.5
    longest: float = 16.0
    total: float = 120.0

    def wait(self, attempt: int, fault: Fault) -> float:
        """Before the next attempt; ``attempt`` counts from 0."""
        own = min(self.longest, self.first * 2**attempt)
        return own if fault.wait is None else fault.wait


class Pace:
    """``deadline``: seconds that are left to the sweep, asked anew each time; None: no end. ``apart``: between the
    beginnings of two calls.
    """

    def __init__(self, patience: Patience, deadline: Callable[[], float | None], *, apart: float = APART) -> None:
        self.limit = START
        self.outage = Outage()
        self._patience = patience
        self._deadline = deadline
        self._under_way = 0
        self._changed = asyncio.Condition()
        self._end: BackendError | None = None
        self._ended = asyncio.Event()
        self._slowed = 0
        """Failures since the last answer that others try again."""
        self._quiet_until = 0.0
        self._apart = apart
        self._turn = 0.0
        """When the next call may begin."""

    async def enter(self) -> None:
        """Wait for a place.

        Raises:
            BackendError: the sweep has ended for all.
        """
        while True:
            await self._quiet()
            async with self._changed:
                await self._changed.wait_for(lambda: self._end is not None or self._under_way < self.limit)
                if self._end is not None:
                    raise self._end
                if self._quiet_until <= time.monotonic():
                    self._under_way += 1
                    break
        try:
            await self._in_turn()
        except BaseException:
            await self.leave()
            raise

    async def leave(self) -> None:
        async with self._changed:
            self._under_way -= 1
            self._changed.notify_all()

    def answered(self, remaining: int | None) -> None:
        """An answer came; ``remaining``: requests that are left in this minute, where the API says so."""
        self.outage.answered()
        self._slowed = 0
        self.limit = max(self.limit + 1, 0 if remaining is None else remaining // 2)

    def slowed(self, fault: Fault) -> None:
        """A call failed that whoever made it tries again himself: fewer go at once, and nobody enters before the wait
        is over that this calls for.
        """
        if fault.course is not Course.AGAIN:
            return
        self.limit = max(1, self.limit // 2)
        left = self._deadline()
        most = self._patience.total if left is None else min(self._patience.total, left)
        wait = min(most, self._patience.wait(self._slowed, fault))
        self._slowed += 1
        self._quiet_until = max(self._quiet_until, time.monotonic() + wait)

    async def halt(self, reason: str) -> None:
        """Whoever waits for a place or for another attempt gets none."""
        await self._stop(Fault(course=Course.SWEEP, words=reason))

    async def failed(self, fault: Fault, attempt: int, waited: float) -> float | None:
        """Wait before the next attempt: the seconds waited so far; None where it is not to be tried again.

        Raises:
            BackendError: nothing can be run any more.
        """
        if fault.course is Course.SWEEP:
            raise await self._stop(fault)
        if fault.course is Course.TIMEOUT:
            await self._lost(fault)
        if fault.course is not Course.AGAIN:
            return None
        self.limit = max(1, self.limit // 2)
        wait = self._patience.wait(attempt, fault)
        left = self._deadline()
        patience = self._patience.total if left is None else min(self._patience.total, left)
        if fault.wait is not None and fault.wait > patience:
            cure = f"start again in {_minutes(fault.wait)}"
            words = f"{fault.words}; the API asks to wait {_minutes(fault.wait)}"
            raise await self._stop(Fault(course=Course.SWEEP, words=words, cure=cure))
        if waited + wait > patience:
            await self._lost(fault)
            return None
        try:
            await asyncio.wait_for(self._ended.wait(), wait)
        except TimeoutError:
            return waited + max(wait, self._patience.first)
        return waited

    async def _in_turn(self) -> None:
        """Raises BackendError: the sweep has ended meanwhile."""
        turn = max(time.monotonic(), self._turn)
        self._turn = turn + self._apart
        await self._until(turn)
        if self._end is not None:
            raise self._end

    async def _quiet(self) -> None:
        while not self._ended.is_set() and self._quiet_until > time.monotonic():
            await self._until(self._quiet_until)

    async def _until(self, then: float) -> None:
        """Or until the sweep has ended."""
        left = then - time.monotonic()
        if left > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), left)

    async def _lost(self, fault: Fault) -> None:
        """Raises BackendError where it is no accident any more."""
        why = self.outage.lost(fault.words)
        if why is not None:
            cure = "start again when the API answers"
            raise await self._stop(Fault(course=Course.SWEEP, words=why, cure=cure))

    async def _stop(self, fault: Fault) -> BackendError:
        """Nobody waits for a place any more, nor for another attempt."""
        async with self._changed:
            self._end = self._end or fault.as_end()
            self._ended.set()
            self._changed.notify_all()
            return self._end


def _minutes(seconds: float) -> str:
    minutes = -(-int(seconds) // 60)
    return f"{minutes} minutes" if minutes != 1 else "a minute"
