"""Calls in one account's name, at one pace: each is tried again while that may help."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from skill_evals.edges.backends.messages.connection import Answer, Connection
from skill_evals.edges.backends.messages.credentials import Credentials
from skill_evals.edges.backends.messages.money import Tokens
from skill_evals.edges.backends.messages.pace import Pace, Patience
from skill_evals.edges.backends.messages.warmth import Warmth


class Caller:
    """Made anywhere; used where an event loop runs, and closed there."""

    def __init__(
        self, account: Callable[[], Credentials], *, patience: Patience, seconds: float, max_seconds: float | None
    ) -> None:
        """``seconds``: for one call, from its beginning to its end; ``max_seconds``: for all, from the first one on."""
        self._account = account
        self._seconds = seconds
        self._max_seconds = max_seconds
        self._began: float | None = None
        self._connection: Connection | None = None
        self.pace = Pace(patience, self.left)
        self._warmth = Warmth()

    async def ask(
        self,
        parameters: Mapping[str, Any],
        spent: list[Tokens],
        prefixes: Sequence[str] = (),
        *,
        seconds: float | None = None,
    ) -> Answer:
        """One answer; what each attempt cost is added to ``spent``.

        ``prefixes`` name what a cache keeps of the prompt: of calls that share one, the first goes ahead until its
        answer begins. ``seconds``: for one attempt, in the place of the caller's.

        Raises:
            BackendError: nothing can be asked any more.
        """
        self._began = time.monotonic() if self._began is None else self._began
        waited = 0.0
        for attempt in count():
            answer = await self._once(parameters, prefixes if attempt == 0 else (), seconds)
            answer = replace(answer, attempts=attempt + 1)
            if answer.tokens is not None:
                spent.append(answer.tokens)
            if answer.fault is None:
                self.pace.answered(answer.remaining)
                return answer
            longer = await self.pace.failed(answer.fault, attempt, waited)
            if longer is None:
                return answer
            waited = longer
        raise AssertionError("count has no end")

    async def halt(self, reason: str) -> None:
        """No call is begun any more."""
        await self.pace.halt(reason)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _once(self, parameters: Mapping[str, Any], prefixes: Sequence[str], seconds: float | None) -> Answer:
        led = await self._warmth.lead_or_follow(prefixes)

        def began() -> None:
            for event in led:
                event.set()

        try:
            await self.pace.enter()
            try:
                return await self._connected().ask(parameters, began, seconds=seconds)
            finally:
                await self.pace.leave()
        finally:
            began()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = Connection(credentials=self._account(), seconds=self._seconds)
        return self._connection

    def left(self) -> float | None:
        """Seconds of the time that all calls have."""
        if self._max_seconds is None or self._began is None:
            return None
        return self._began + self._max_seconds - time.monotonic()
