"""One task from its prompt to the agent's own end, or to whatever kept it from there.

The model is asked, its calls are carried out (``agent_bench``), it is told what they gave, until it calls nothing more.
"""

import asyncio
import platform
from collections.abc import Awaitable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Protocol

from skill_evals.edges.backends.agent.skill_text import instructions, invoked_by, skill_read
from skill_evals.edges.backends.messages.agent_bench import Bench, Told
from skill_evals.edges.backends.messages.agent_prompt import first_prompt, next_prompt
from skill_evals.edges.backends.messages.agent_record import Record
from skill_evals.edges.backends.messages.agent_tools import misfit, tools
from skill_evals.edges.backends.messages.answers import named, uncounted
from skill_evals.edges.backends.messages.connection import Answer
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.backends.messages.listing import entries
from skill_evals.edges.backends.messages.profile import Profile
from skill_evals.edges.backends.messages.prompt import Prompt
from skill_evals.edges.backends.messages.tools import SKILL
from skill_evals.model.evidence import Outcome
from skill_evals.model.suite import TASK_TURNS, EvalCase
from skill_evals.run.ports.request import RunRequest

SECONDS = 600
"""evolve's default of a run of a task; that of the case holds before it."""
STALLED_SECONDS = 60.0
"""An answer under way that was silent for longer when the time was over is the API's fault, not the agent's."""

Ending = tuple[Outcome, str]


class Ask(Protocol):
    """One answer, tried again while that may help; paid for by the run's meter.

    Raises:
        BackendError: nothing can be run any more.
    """

    def __call__(self, asked: Prompt, *, seconds: float) -> Awaitable[Answer | str]:
        """A text: why no further call may be made."""
        ...


@dataclass(slots=True, kw_only=True)
class AgentRun:
    """``took`` counts the agent's own seconds: answers and tools, not the waits for a place or for another attempt."""

    request: RunRequest
    task: EvalCase
    profile: Profile
    bench: Bench
    ask: Ask
    threads: Executor
    record: Record = field(default_factory=Record)
    took: float = 0.0
    has_retried: bool = False

    async def go(self) -> Ending:
        """How it ended, in words; what happened is in ``record``.

        Raises:
            BackendError: nothing can be run any more.
        """
        turns, asked = _limit(self.task.max_turns, TASK_TURNS), self._first()
        for _ in range(turns):
            if self._left() <= 0:
                return self._late()
            left = self._left()
            answer = await self.ask(asked, seconds=left)
            if isinstance(answer, str):
                return Outcome.BUDGET, answer
            self.took += answer.seconds
            self.has_retried = self.has_retried or answer.attempts > 1
            handles = self.record.answered(answer.content)
            ending = self._ending(answer, left)
            if ending is not None:
                return ending
            results = await self._results(answer, handles)
            if isinstance(results, str):
                return Outcome.ERROR, results
            asked = next_prompt(asked, answer.content, results)
        return Outcome.DID_NOT_FINISH, f"it used all of its {turns} turns"

    def _first(self) -> Prompt:
        invoked = None
        called = invoked_by(self.task.prompt, self.request.installs)
        if called is not None:
            install, arguments = called
            self.record.activations.append(install.name)
            invoked = instructions(install, str(self.bench.place.path), arguments)
        return first_prompt(
            self.request.catalogue,
            self.task.prompt,
            self.profile,
            surroundings=_surroundings(self.bench),
            invoked=invoked,
        )

    def _ending(self, answer: Answer, left: float) -> Ending | None:
        """None where the answer calls tools, and so is not the last."""
        if answer.fault is not None:
            if answer.fault.course is not Course.TIMEOUT:
                return Outcome.ERROR, answer.fault.words
            is_over = answer.seconds >= left and answer.quiet < STALLED_SECONDS
            return self._late() if is_over else (Outcome.TIMEOUT, answer.fault.words)
        why = uncounted(answer)
        if why is not None:
            return Outcome.ERROR, why
        return None if any(map(_is_call, answer.content)) else (Outcome.FINISHED, self._use())

    async def _results(self, answer: Answer, handles: list[str]) -> list[dict[str, Any]] | str:
        """What every call of the answer gave, in order; a text: why one could not be carried out."""
        results = []
        for handle, call in zip(handles, filter(_is_call, answer.content), strict=True):
            told = await self._carried_out(call["name"], call["input"])
            if told.fault is not None:
                return told.fault
            self.record.told(handle, told.text)
            error = {"is_error": True} if told.is_error else {}
            results.append({"type": "tool_result", "tool_use_id": call["id"], "content": told.text, **error})
        return results

    async def _carried_out(self, name: str, given: object) -> Told:
        why = misfit(name, given, tools(skills=bool(self._names())))
        if why is not None or not isinstance(given, Mapping):
            return Told(text=why or "", is_error=True)
        if name == SKILL:
            return self._skill(given)
        if self._left() <= 0:
            return Told(text="No time is left.", is_error=True)
        loop = asyncio.get_running_loop()
        told = await loop.run_in_executor(self.threads, self.bench.carry_out, name, given, self._left())
        self.took += told.seconds
        if name == "Read" and not told.is_error:
            read = skill_read(given["file_path"], str(self.bench.place.path), self.request.installs)
            self.record.skill_reads += [read] if read is not None else []
        return told

    def _skill(self, given: Mapping[str, Any]) -> Told:
        name = named(given, self._names())
        install = next((one for one in self.request.installs if one.name == name), None)
        if install is None:
            return Told(text=f"There is no skill named {given['skill']!r}.", is_error=True)
        self.record.activations.append(install.name)
        return Told(text=instructions(install, str(self.bench.place.path), given.get("args", "")))

    def _names(self) -> frozenset[str]:
        """Of the skills that the model is shown."""
        return frozenset(entries(self.request.catalogue.skills, self.profile))

    def _left(self) -> float:
        return _limit(self.task.timeout_seconds, SECONDS) - self.took

    def _late(self) -> Ending:
        seconds = _limit(self.task.timeout_seconds, SECONDS)
        if self.has_retried:
            return Outcome.TIMEOUT, f"its {seconds} s were over, and calls of it had to be tried again"
        return Outcome.DID_NOT_FINISH, f"it took longer than its {seconds} s"

    def _use(self) -> str:
        """For the reviewer."""
        if self.record.activations or not self.request.installs:
            return ""
        if self.record.skill_reads:
            return (
                f"it opened the file of {', '.join(dict.fromkeys(self.record.skill_reads))} without calling the skill"
            )
        return "it never used the skill"


def _limit(own: int | None, otherwise: int) -> int:
    return own if own is not None and own > 0 else otherwise


def _is_call(block: Mapping[str, Any]) -> bool:
    return bool(block["type"] == "tool_use")


def _surroundings(bench: Bench) -> str:
    network = "\nThere is no network: no command reaches any other machine." if bench.sandbox else ""
    return (
        f"The working directory is {bench.place.path}. It is a git repository on {platform.system()}, with bash as the "
        f"shell. Files can be read and written in it and in $HOME and $TMPDIR.{network}"
    )
