"""One run from request to counted evidence: journal, sharing, budget, backend, judge, progress, in this order."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

from skill_evals.errors import IncompleteError
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.run.budget import Budget
from skill_evals.run.meter import RunMeter
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.journal import NOT_RECORDED, Journal, Recording
from skill_evals.run.ports.judge import Judge
from skill_evals.run.ports.progress import Progress
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.shared import Shared, as_seen_by
from skill_evals.run.under_way import UnderWay


@dataclass(slots=True, kw_only=True)
class Made:
    """How the runs of a sweep came about."""

    made: int = 0
    """By the backend, in this process."""
    resumed: int = 0
    """Found in the journal of an earlier, killed sweep."""
    shared: int = 0
    """Told by a run that another suite made."""
    controls: int = 0
    """Of those made, runs of control skills."""
    lift: int = 0
    """Of those made, runs without the skill."""
    culprit: int = 0
    """Of those made, runs with one changed description put back."""
    in_flight: int = 0
    """Not among those made: broken off under way, here or by the kill of an earlier sweep; perhaps paid for."""


class Runner:
    """Makes requested runs through a backend, each at most once.

    What several suites ask alike is run once (shared.py).
    """

    def __init__(  # noqa: PLR0913 -- one argument for each port that a run passes through
        self,
        *,
        backend: Backend,
        budget: Budget,
        judge: Judge | None = None,
        journal: Journal | None = None,
        recording: Recording | None = None,
        progress: Progress | None = None,
        places: int | None = None,
    ) -> None:
        """``places``: of so many runs at once something is asked; None: of as many as are wanted at once. Who waits for
        the disk holds none, so that the next run need not wait for it too.
        """
        self.made = Made()
        self.evidence: list[Evidence] = []
        """Every run that was made, resumed or shared; not those that the budget refused."""
        self._backend = backend
        self._budget = budget
        self._judge = judge
        self._journal = journal
        self._recording = recording
        self._progress = progress
        self._in_work = UnderWay()
        self._places = nullcontext() if places is None else asyncio.Semaphore(places)
        self._finished: Mapping[RunKey, Evidence] = {}
        if journal is not None:
            self._finished = journal.finished()
            self.made.in_flight = journal.in_flight()
        self._shared = Shared()

    def break_off(self) -> None:
        """End the runs under way: they count as not made, and as perhaps paid for."""
        self._in_work.break_off()

    async def ended(self) -> None:
        """Nothing is left of the runs that were broken off: no process, no workspace."""
        await self._in_work.ended()

    async def make(self, request: RunRequest) -> Evidence:
        """The evidence of a run; kept nowhere where it was not made: with outcome BUDGET, or because what decides
        nothing, the lift arm or a search for the culprit, is not recorded. Where backend, journal or recording cannot
        go on, the budget ends with their words.
        """
        if request.fault is not None:
            return self._impossible(request.key, request.fault)
        known = self._finished.get(request.key)
        if known is not None:
            return await self._resumed(request, known)
        told = await self._shared.told(request)
        if told is None:
            return await self._shared.first(request, self._paid)
        if told.outcome is Outcome.BUDGET:
            return _refused(request.key, told.detail)
        evidence = as_seen_by(request, told)
        self.made.shared += 1
        await self._write(evidence)
        self._count(evidence)
        return evidence

    def _impossible(self, key: RunKey, fault: str) -> Evidence:
        """It is counted among the errored runs, and neither paid for nor kept: the next sweep comes to it as fast."""
        evidence = Evidence(key=key, outcome=Outcome.ERROR, detail=fault)
        self._count(evidence)
        return evidence

    async def _paid(self, request: RunRequest) -> Evidence:
        async with self._places:
            meter = self._budget.reserve(request.key)
            if meter is None:
                return _refused(request.key, self._budget.stopped or "")
            request = replace(request, meter=meter)
            evidence = replace(await self._asked(request, meter), catalogue=request.catalogue.digest)
        if evidence.outcome is Outcome.BUDGET or _is_untold(evidence):
            return evidence
        await self._write(evidence)
        evidence = await self._judged(request, evidence)
        self._budget.settle(evidence, meter)
        self.made.made += 1
        self.made.controls += evidence.key.stage is Stage.CONTROL
        self.made.lift += evidence.key.arm is Arm.LIFT
        self.made.culprit += evidence.key.stage is Stage.CULPRIT
        self._count(evidence)
        if self._recording is not None:
            with self._ending():
                self._recording.keep(request, evidence)
        return evidence

    async def _asked(self, request: RunRequest, meter: RunMeter) -> Evidence:
        """The backend's evidence. With outcome BUDGET, or where it is not to be kept, nothing is reserved any more."""
        evidence, is_broken_off = None, False
        with self._ending():
            if self._journal is not None:
                self._journal.begin(request.key)
            evidence = await self._in_work.unless_broken_off(self._backend.run(request))
            is_broken_off = evidence is None
        if evidence is None:
            self.made.in_flight += is_broken_off
            (self._budget.abandon if is_broken_off else self._budget.release)(meter)
            return _refused(request.key, self._budget.stopped or "")
        if evidence.outcome is Outcome.BUDGET:
            self._budget.stop(evidence.detail or "the backend's budget ended")
            if evidence.usage.calls:
                self._budget.settle(evidence, meter)
                return evidence
        if evidence.outcome is Outcome.BUDGET or _is_untold(evidence):
            self._budget.release(meter)
        return evidence

    async def _resumed(self, request: RunRequest, known: Evidence) -> Evidence:
        if self._is_unjudged(request, known):
            meter = self._budget.reserve(request.key)
            if meter is None:
                return _refused(request.key, self._budget.stopped or "")
            known = await self._judged(replace(request, meter=meter), known)
            self._budget.settle(known, meter)
        elif known.usage.calls:
            self._budget.charge(known)
        self.made.resumed += 1
        self._count(known)
        self._shared.keep(request, known)
        return known

    def _is_unjudged(self, request: RunRequest, evidence: Evidence) -> bool:
        return self._judge is not None and self._judge.lacks(request, evidence)

    async def _judged(self, request: RunRequest, evidence: Evidence) -> Evidence:
        """With its judgements. The journal has the run already: a sweep that ends here asks for them when it resumes,
        and for nothing else.
        """
        if self._judge is None or not self._is_unjudged(request, evidence):
            return evidence
        async with self._places:
            judged = await self._in_work.unless_broken_off(self._judge.judged(request, evidence))
        if judged is None:
            self.made.in_flight += 1
            return self._judge.unanswered(request, evidence, self._budget.stopped or "the sweep was ended")
        if judged.end is None:
            await self._write(judged.evidence)
        else:
            self._budget.stop(judged.end)
        return judged.evidence

    async def _write(self, evidence: Evidence) -> None:
        if self._journal is not None:
            with self._ending():
                self._journal.append(evidence)
                await self._journal.on_disk()

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """What cannot go on ends the sweep, and nothing that was paid for is lost by it."""
        try:
            yield
        except IncompleteError as end:
            self._budget.stop(end.in_full)

    def _count(self, evidence: Evidence) -> None:
        self.evidence.append(evidence)
        if self._progress is not None:
            self._progress.finished(evidence)


def _is_untold(evidence: Evidence) -> bool:
    """A recording without runs that decide nothing is no fault of anybody's: nothing was made, and nothing is kept."""
    is_extra = evidence.key.arm is Arm.LIFT or evidence.key.stage is Stage.CULPRIT
    return is_extra and evidence.detail.startswith(NOT_RECORDED)


def _refused(key: RunKey, reason: str) -> Evidence:
    return Evidence(key=key, outcome=Outcome.BUDGET, detail=reason)
