"""Who decides the sentences of a task."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from skill_evals.model.evidence import Evidence
from skill_evals.model.plan import Foreseen
from skill_evals.model.suite import EvalCase
from skill_evals.run.ports.request import RunRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """``evidence`` with a judgement for every sentence of its task; ``end``: why no judge can be asked any more, in
    words. Then the judgements that are lacking are errors.
    """

    evidence: Evidence
    end: str | None = None


class Judge(Protocol):
    """Decides the sentences of a task from the record of a run, and adds what that took (``Evidence.judging``)."""

    def name(self, case: EvalCase, model: str) -> str | None:
        """Of whoever judges a case that is run on a model: equal only where the same models are asked in the same way.
        None: the case has nothing to judge.
        """
        ...

    def costs(self, case: EvalCase, model: str) -> Foreseen:
        """What judging one run of a case on a model takes; no call where the case has nothing to judge."""
        ...

    def prepare(self, cases: Sequence[tuple[str, EvalCase]]) -> None:
        """Called once before anything is paid for, with the model under test and the case of every job.

        Raises:
            UsageError: what was asked for cannot be done as asked.
            BackendError: no judge can be asked at all.
        """
        ...

    def notes(self) -> tuple[str, ...]:
        """What a reader of the results has to know of who judged, once ``prepare`` was called."""
        ...

    def lacks(self, request: RunRequest, evidence: Evidence) -> bool:
        """Whether a run that can be judged has no judgement yet for one of its task's sentences."""
        ...

    def unanswered(self, request: RunRequest, evidence: Evidence, why: str) -> Evidence:
        """The evidence with an error for each sentence that has no judgement yet."""
        ...

    async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:
        """Asks for what is lacking. Never raises for what went wrong: a judgement then says so."""
        ...

    async def close(self) -> None:
        """Called at the end of the sweep, in its event loop."""
        ...
