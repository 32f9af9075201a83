"""Tier 2: the workspace of a run, the agent at work in it, and what it left, from request to evidence."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from skill_evals.edges.backends.agent.aftermath import Aftermath, aftermath
from skill_evals.edges.backends.agent.room import Room, agent_room
from skill_evals.edges.backends.messages.agent import AgentRun, Ending
from skill_evals.edges.backends.messages.agent_bench import Bench
from skill_evals.edges.backends.messages.agent_record import Record
from skill_evals.edges.backends.messages.connection import Answer
from skill_evals.edges.backends.messages.money import Tokens
from skill_evals.edges.backends.messages.profile import Profile
from skill_evals.edges.backends.messages.prompt import Prompt
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.sandbox.probe import offline_agents_refused
from skill_evals.errors import BackendError, IncompleteError
from skill_evals.grade.needs import needs_of
from skill_evals.model.evidence import Evidence, Outcome, Usage
from skill_evals.model.suite import EvalCase
from skill_evals.run.ports.request import Meter, RunRequest
from skill_evals.run.under_way import is_broken_off

T = TypeVar("T")

_THREADS = 256
"""At least one for each run that may be under way: a tool that waits for another run's would lose its own time."""
_EXPECTED_OUTPUT = 1_000
_CHARACTERS_A_TOKEN = 4


class Answering(Protocol):
    """A model's answer to a prompt, as the backend gets it; what each attempt cost is added to ``spent``.

    Raises:
        BackendError: nothing can be asked any more.
    """

    def __call__(self, model: str, asked: Prompt, spent: list[Tokens], *, seconds: float) -> Awaitable[Answer]: ...


class Tasks:
    """``usage`` says what tokens of a model key cost."""

    def __init__(
        self,
        options: BackendOptions,
        *,
        answering: Answering,
        profile: Callable[[str], Profile],
        usage: Callable[[list[Tokens], str], Usage],
    ) -> None:
        self._allow_commands = options.allow_commands
        self._sandbox = options.sandbox
        self._answering = answering
        self._profile = profile
        self._usage = usage
        self._threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="agent-tools")
        self._probing: asyncio.Task[str | None] | None = None

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, request: RunRequest, task: EvalCase) -> Evidence:
        """Never raises for what went wrong in the run."""
        began = time.monotonic()
        refused = await self._refused()
        if refused is not None:
            return Evidence(key=request.key, outcome=Outcome.ERROR, detail=refused)
        record, paid = Record(), _Paid(meter=request.meter, usage=lambda spent: self._usage(spent, request.key.model))
        after = Aftermath()
        try:
            async with self._room(request) as room:
                (outcome, detail), after = await self._in(room, request, task, record, paid)
        except BackendError as end:
            # Not raised: what was measured before is worth its results and its comment.
            outcome, detail = Outcome.BUDGET, end.in_full
        except IncompleteError as problem:
            outcome, detail = Outcome.ERROR, f"{problem.message}; {problem.cure}"
        return after.onto(
            Evidence(
                key=request.key,
                outcome=outcome,
                detail=detail,
                activations=tuple(record.activations),
                skill_reads=tuple(record.skill_reads),
                seconds=time.monotonic() - began,
                usage=self._usage(paid.spent, request.key.model),
                final_text=record.last_words,
                tool_calls=record.tool_calls,
                messages=tuple(record.messages),
            )
        )

    @asynccontextmanager
    async def _room(self, request: RunRequest) -> AsyncIterator[Room]:
        """As ``agent_room``, made and removed beside the event loop, also where the run is broken off."""
        stack = ExitStack()
        entering = asyncio.ensure_future(self._thread(lambda: stack.enter_context(agent_room(request))))

        async def leave() -> None:
            await asyncio.wait([entering])
            await self._thread(stack.close)

        try:
            yield await asyncio.shield(entering)
        finally:
            await asyncio.shield(asyncio.ensure_future(leave()))

    async def _in(
        self, room: Room, request: RunRequest, task: EvalCase, record: Record, paid: "_Paid"
    ) -> tuple[Ending, Aftermath]:
        async def ask(asked: Prompt, *, seconds: float) -> Answer | str:
            return await paid.for_one(
                asked, lambda: self._answering(request.key.model, asked, paid.spent, seconds=seconds)
            )

        run = AgentRun(
            request=request,
            task=task,
            profile=self._profile(request.key.model),
            bench=Bench(place=room.place, sandbox=self._sandbox),
            ask=ask,
            threads=self._threads,
            record=record,
        )
        ending = await run.go()
        if not ending[0].measured:
            return ending, Aftermath(workspace=str(room.place.path))
        return ending, await self._thread(lambda: self._left(room, task))

    def _left(self, room: Room, task: EvalCase) -> Aftermath:
        return aftermath(room, needs_of(task), allow_commands=self._allow_commands, sandbox=self._sandbox)

    async def _refused(self) -> str | None:
        """Why no agent runs on this machine; looked for once."""
        if not self._sandbox:
            return None
        if self._probing is None:
            self._probing = asyncio.ensure_future(self._thread(offline_agents_refused))
        return await asyncio.shield(self._probing)

    async def _thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


@dataclass(slots=True, kw_only=True)
class _Paid:
    """What a run took so far, each call reserved before it is made."""

    meter: Meter | None
    usage: Callable[[list[Tokens]], Usage]
    spent: list[Tokens] = field(default_factory=list)
    _dearest: float = 0.0

    async def for_one(self, asked: Prompt, call: Callable[[], Awaitable[Answer]]) -> Answer | str:
        """The answer; a text: why it may not be asked for."""
        expected = self._dearest or self._usd([_estimated(asked.parameters)])
        why = None if self.meter is None else self.meter.reserve(expected)
        if why is not None:
            return why
        before = len(self.spent)
        try:
            return await call()
        finally:
            # Of a call that was broken off nothing is known, and its reservation stands.
            if len(self.spent) > before or not is_broken_off():
                self._settle(expected, self._usd(self.spent[before:]))

    def _settle(self, expected: float, usd: float) -> None:
        self._dearest = max(self._dearest, usd)
        if self.meter is not None:
            self.meter.settle(expected, usd)

    def _usd(self, tokens: list[Tokens]) -> float:
        return self.usage(tokens).usd or 0.0


def _estimated(parameters: Mapping[str, object]) -> Tokens:
    return Tokens(input=len(json.dumps(parameters)) // _CHARACTERS_A_TOKEN, output=_EXPECTED_OUTPUT)
