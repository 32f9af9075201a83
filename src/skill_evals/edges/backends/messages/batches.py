"""Calls that go together through the Message Batches API, at half the price and in the API's own time.

Whoever asks waits; when nobody has joined for a moment, all that were asked are handed over as one batch, and it is
looked at, ever less often, until it has ended. So a sweep takes a batch for each of its rounds: what a majority needs
at least, then what is still undecided.
"""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from skill_evals.edges.backends.messages.connection import Answer, read
from skill_evals.edges.backends.messages.faults import Course, Fault, fault_of, of_status
from skill_evals.edges.backends.messages.pace import Pace
from skill_evals.errors import BackendError, IncompleteError
from skill_evals.run.ports.journal import Ledger

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.messages import MessageBatchIndividualResponse

_GONE = 404
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

    def __init__(
        self,
        client: Callable[[], "AsyncAnthropic"],
        *,
        hide: Callable[[str], str],
        rhythm: Rhythm,
        pace: Pace,
        left: Callable[[], float | None],
    ) -> None:
        """``hide`` blots secrets out; ``left``: seconds that the sweep still has, None for no end."""
        self._make = client
        self._hide = hide
        self._rhythm = rhythm
        self._pace = pace
        self._left = left
        self._client: AsyncAnthropic | None = None
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
            self._begin(self._cancelled(batch))
        self._hurry.set()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        if self._client is not None:
            await self._client.close()
            self._client = None

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
            batch = await self._created(asked)
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

    async def _created(self, asked: Mapping[str, _Asked]) -> str | Fault:
        """The batch's id. A connection that is lost meanwhile may have made a batch, so it is not tried again.

        Raises:
            BackendError: nothing can be asked any more.
        """
        requests: Any = [{"custom_id": name, "params": one.parameters} for name, one in asked.items()]
        waited = 0.0
        for attempt in count():
            try:
                return (await self._connected().messages.batches.create(requests=requests)).id
            except Exception as error:  # noqa: BLE001 -- as in ``Connection.ask``
                fault = self._found(error)
                if _status(error) is None:
                    return fault
            longer = await self._pace.failed(fault, attempt, waited)
            if longer is None:
                return fault
            waited = longer
        raise AssertionError("count has no end")

    async def _followed(self, batch: str) -> None:
        """Until it has ended and everybody has an answer."""
        try:
            await self._ended(batch)
            await self._read(batch)
        except BackendError as end:
            self._end = self._end or end
            self._refuse(self._open.get(batch, {}), end)
        except Exception as error:  # noqa: BLE001 -- as in ``Connection.ask``
            _answer_all(self._open.get(batch, {}), Answer(fault=replace(self._found(error), course=Course.RUN)))
        self._open.pop(batch, None)

    async def _ended(self, batch: str) -> None:
        """
        Raises:
            BackendError: nothing can be asked any more, or the time is up; then it is cancelled.
        """
        wait = self._rhythm.first
        while True:
            try:
                found = await self._connected().messages.batches.retrieve(batch)
            except Exception as error:  # noqa: BLE001 -- as in ``Connection.ask``
                fault = self._found(error)
                if _status(error) == _GONE:
                    return
                if fault.course is Course.SWEEP:
                    raise fault.as_end() from None
            else:
                if found.processing_status == "ended":
                    return
            left = self._left()
            if left is not None and left <= 0:
                await self._cancelled(batch)
                raise BackendError(
                    f"the time was up before the batch {batch} had ended",
                    cure="allow more minutes (--max-minutes); with the same --journal it is looked for again",
                )
            await self._pause(wait if left is None else min(wait, max(left, 0.0)))
            wait = min(self._rhythm.longest, 1.5 * wait)

    async def _read(self, batch: str) -> None:
        """Each result goes to whoever waits for it; who finds none joins the next batch."""
        waiting = self._open[batch]
        try:
            async for result in await self._connected().messages.batches.results(batch):
                asked = waiting.pop(result.custom_id, None)
                answer = None if asked is None else self._answer(result)
                if asked is not None and answer is not None and not asked.answer.done():
                    asked.answer.set_result(answer)
                elif asked is not None:
                    waiting[result.custom_id] = asked
        except Exception as error:
            if _status(error) != _GONE:
                raise
        for name, asked in tuple(waiting.items()):
            if not asked.answer.done():
                self._again(name, asked)

    def _again(self, name: str, asked: _Asked) -> None:
        try:
            self._gather(name, asked)
        except BackendError as end:
            asked.answer.set_exception(end)

    def _answer(self, result: "MessageBatchIndividualResponse") -> Answer | None:
        """None: it was cancelled, so it was not asked."""
        told = result.result
        if told.type == "succeeded":
            answer = read(told.message)
            tokens = None if answer.tokens is None else replace(answer.tokens, is_batched=True)
            return replace(answer, tokens=tokens)
        if told.type == "errored":
            error = told.error.error
            return Answer(fault=self._hidden(of_status(200, error.type, error.message, None)))
        if told.type == "expired":
            return Answer(fault=Fault(course=Course.RUN, words="the batch expired before its turn came"))
        return None

    async def _cancelled(self, batch: str) -> None:
        """What was answered before is billed all the same, and can be read."""
        with suppress(Exception):  # it ends by itself after a day
            await self._connected().messages.batches.cancel(batch)

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

    def _found(self, error: Exception) -> Fault:
        return self._hidden(fault_of(error))

    def _hidden(self, fault: Fault) -> Fault:
        return replace(fault, words=self._hide(fault.words))

    def _connected(self) -> "AsyncAnthropic":
        if self._client is None:
            self._client = self._make()
        return self._client


def _answer_all(asked: Mapping[str, _Asked], answer: Answer) -> None:
    for one in asked.values():
        if not one.answer.done():
            one.answer.set_result(answer)


def _status(error: Exception) -> int | None:
    """None: the API did not answer."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def name_of(*parts: object) -> str:
    """A name in the letters that the API allows, equal only where the parts are."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
