"""Calls that go together through the Message Batches API, at half the price and in the API's own time.

Whoever asks waits; when nobody has joined for a moment, all that were asked are handed over as one batch, and it is
looked at, ever less often, until it has ended. So a sweep takes a batch for each of its rounds: what a majority needs
at least, then what is still undecided.
"""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from skill_evals.edges.backends.messages.batch_calls import BatchCalls
from skill_evals.edges.backends.messages.connection import Answer
from skill_evals.edges.backends.messages.faults import Course, Fault
from skill_evals.errors import BackendError, IncompleteError
from skill_evals.run.ports.journal import Ledger

MOST = 4_000
"""Requests of one batch. The API takes 100,000 of them and 256 MB; the longest listing makes a request of 50 KB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """Seconds: until nobody joins any more; the first wait before a batch is looked at, each half as long again as the
    last, and the longest.
    """

    gather: float = 0.5
    first: float = 5.0
    longest: float = 60.0


@dataclass(slots=True, kw_only=True, eq=False)
class _Asked:
    parameters: Mapping[str, Any]
    answer: asyncio.Future[Answer] = field(default_factory=asyncio.Future)


class Batches:
    """Made anywhere; used where an event loop runs, and closed there.

    Where a ledger is at hand, a batch that was handed over is looked for again and never handed over twice.
    """

    def __init__(self, calls: BatchCalls, *, rhythm: Rhythm, left: Callable[[], float | None]) -> None:
        """``left``: seconds that the sweep still has, None for no end."""
        self._calls = calls
        self._rhythm = rhythm
        self._left = left
        self._ledger: Ledger | None = None
        self._known: dict[str, str] = {}
        """The batch that holds a name, of an earlier sweep."""
        self._gathering: dict[str, _Asked] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._open: dict[str, dict[str, _Asked]] = {}
        """By batch: who waits for it."""
        self._work: set[asyncio.Task[None]] = set()
        self._end: BackendError | None = None
        self._hurry = asyncio.Event()

    def keep_in(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known = {name: batch for batch, names in ledger.batches().items() for name in names}

    async def ask(self, name: str, parameters: Mapping[str, Any]) -> Answer:
        """``name`` says which call of which run it is, in the letters that the API allows.

        Raises:
            BackendError: nothing can be asked any more.
        """
        asked = _Asked(parameters=parameters)
        batch = self._known.pop(name, None)
        if batch is not None:
            is_new = batch not in self._open
            self._open.setdefault(batch, {})[name] = asked
            if is_new:
                self._begin(self._followed(batch))
        else:
            self._gather(name, asked)
        return await asked.answer

    async def halt(self, reason: str) -> None:
        """No batch is handed over any more; those that are out are cancelled, and what they still give is waited for by
        whoever does not end before.
        """
        self._end = self._end or BackendError(reason)
        self._refuse(self._gathering, self._end)
        for batch in tuple(self._open):
            self._begin(self._calls.cancel(batch))
        self._hurry.set()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self._calls.close()

    def _gather(self, name: str, asked: _Asked) -> None:
        if self._end is not None:
            raise self._end
        self._gathering[name] = asked
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._rhythm.gather, self._hand_over)

    def _hand_over(self) -> None:
        names = list(self._gathering)
        for start in range(0, len(names), MOST):
            self._begin(self._handed_over({name: self._gathering.pop(name) for name in names[start : start + MOST]}))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _handed_over(self, asked: dict[str, _Asked]) -> None:
        try:
            batch = await self._calls.create({name: one.parameters for name, one in asked.items()})
        except BackendError as end:
            self._end = self._end or end
            self._refuse(asked, end)
            return
        if isinstance(batch, Fault):
            _answer_all(asked, Answer(fault=batch))
            return
        self._open[batch] = asked
        try:
            if self._ledger is not None:
                self._ledger.keep_batch(batch, tuple(asked))
        except IncompleteError as full:
            self._end = self._end or BackendError(full.message, cure=full.cure)
        await self._followed(batch)

    async def _followed(self, batch: str) -> None:
        """Until it has ended and everybody has an answer."""
        try:
            await self._ended(batch)
            await self._read(batch)
        except BackendError as end:
            self._end = self._end or end
            self._refuse(self._open.get(batch, {}), end)
        except Exception as error:  # noqa: BLE001 -- as in ``Connection.ask``
            _answer_all(self._open.get(batch, {}), Answer(fault=replace(self._calls.fault(error), course=Course.RUN)))
        self._open.pop(batch, None)

    async def _ended(self, batch: str) -> None:
        """
        Raises:
            BackendError: nothing can be asked any more, or the time is up; then it is cancelled.
        """
        wait = self._rhythm.first
        while not await self._calls.has_ended(batch):
            left = self._left()
            if left is not None and left <= 0:
                await self._calls.cancel(batch)
                raise BackendError(
                    f"the time was up before the batch {batch} had ended",
                    cure="allow more minutes (--max-minutes); with the same --journal it is looked for again",
                )
            await self._pause(wait if left is None else min(wait, max(left, 0.0)))
            wait = min(self._rhythm.longest, 1.5 * wait)

    async def _read(self, batch: str) -> None:
        """Each result goes to whoever waits for it; who finds none joins the next batch."""
        waiting = self._open[batch]
        async for result in self._calls.results(batch):
            asked = waiting.pop(result.custom_id, None)
            answer = None if asked is None else self._calls.answer(result)
            if asked is not None and answer is not None and not asked.answer.done():
                asked.answer.set_result(answer)
            elif asked is not None:
                waiting[result.custom_id] = asked
        for name, asked in tuple(waiting.items()):
            if not asked.answer.done():
                self._again(name, asked)

    def _again(self, name: str, asked: _Asked) -> None:
        try:
            self._gather(name, asked)
        except BackendError as end:
            asked.answer.set_exception(end)

    async def _pause(self, seconds: float) -> None:
        """A moment only, where everything is to end."""
        if self._hurry.is_set():
            await asyncio.sleep(min(seconds, self._rhythm.gather))
            return
        try:
            await asyncio.wait_for(self._hurry.wait(), seconds)
        except TimeoutError:
            return

    def _refuse(self, asked: dict[str, _Asked], end: BackendError) -> None:
        while asked:
            _, one = asked.popitem()
            if not one.answer.done():
                one.answer.set_exception(end)


def _answer_all(asked: Mapping[str, _Asked], answer: Answer) -> None:
    for one in asked.values():
        if not one.answer.done():
            one.answer.set_result(answer)


def name_of(*parts: object) -> str:
    """A name in the letters that the API allows, equal only where the parts are."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
