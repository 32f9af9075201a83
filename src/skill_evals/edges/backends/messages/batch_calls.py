"""What is asked of the Message Batches API, and what its results say."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from skill_evals.edges.backends.messages.connection import Answer, read
from skill_evals.edges.backends.messages.faults import Course, Fault, fault_of, of_status
from skill_evals.edges.backends.messages.pace import Pace

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.messages import MessageBatchIndividualResponse

_GONE = 404


class BatchCalls:
    """Connected when something is asked first, in the event loop that closes it."""

    def __init__(self, client: Callable[[], "AsyncAnthropic"], *, hide: Callable[[str], str], pace: Pace) -> None:
        """``hide`` blots secrets out."""
        self._make = client
        self._hide = hide
        self._pace = pace
        self._client: AsyncAnthropic | None = None

    async def create(self, asked: Mapping[str, Mapping[str, Any]]) -> str | Fault:
        """The id of a batch of these parameters by name. A connection that is lost meanwhile may have made a batch, so
        it is not tried again.

        Raises:
            BackendError: nothing can be asked any more.
        """
        requests: Any = [{"custom_id": name, "params": parameters} for name, parameters in asked.items()]
        waited = 0.0
        for attempt in count():
            try:
                return (await self._connected().messages.batches.create(requests=requests)).id
            except Exception as error:  # noqa: BLE001 -- as in ``Connection.ask``
                fault = self.fault(error)
                if _status(error) is None:
                    return fault
            longer = await self._pace.failed(fault, attempt, waited)
            if longer is None:
                return fault
            waited = longer
        raise AssertionError("count has no end")

    async def has_ended(self, batch: str) -> bool:
        """Whether there is nothing more to wait for, also since the batch is gone. Where it cannot be told, no.

        Raises:
            BackendError: nothing can be asked any more.
        """
        try:
            found = await self._connected().messages.batches.retrieve(batch)
        except Exception as error:  # noqa: BLE001 -- as in ``Connection.ask``
            fault = self.fault(error)
            if _status(error) == _GONE:
                return True
            if fault.course is Course.SWEEP:
                raise fault.as_end() from None
            return False
        return found.processing_status == "ended"

    async def results(self, batch: str) -> "AsyncIterator[MessageBatchIndividualResponse]":
        """Of a batch that has ended, in the API's order; none of one that is gone. Raises whatever the client does."""
        try:
            async for result in await self._connected().messages.batches.results(batch):
                yield result
        except Exception as error:
            if _status(error) != _GONE:
                raise

    def answer(self, result: "MessageBatchIndividualResponse") -> Answer | None:
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

    async def cancel(self, batch: str) -> None:
        """What was answered before is billed all the same, and can be read."""
        with suppress(Exception):  # it ends by itself after a day
            await self._connected().messages.batches.cancel(batch)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None

    def fault(self, error: Exception) -> Fault:
        return self._hidden(fault_of(error))

    def _hidden(self, fault: Fault) -> Fault:
        return replace(fault, words=self._hide(fault.words))

    def _connected(self) -> "AsyncAnthropic":
        if self._client is None:
            self._client = self._make()
        return self._client


def _status(error: Exception) -> int | None:
    """None: the API did not answer."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None
