"""Screening: controls first, then each case of both arms until its majority is decided."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.nouns import SweepRequest
from skill_evals.model.evidence import Arm, Evidence, Stage
from skill_evals.model.suite import Tier, TriggerCase
from skill_evals.model.verdict import State
from skill_evals.run.budget import Budget, Kind
from skill_evals.run.controls import ControlResult, controls, judged
from skill_evals.run.engine import Series, drive
from skill_evals.run.ports.backend import Batching
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.runner import Runner
from skill_evals.run.sampling import disputed
from skill_evals.run.screening import Screening
from skill_evals.run.suspicion import suspected_harness_failure

_BATCHED = 10_000
"""Runs at once where they only wait for a batch."""


_WAITING = 2
"""Times as many runs as there are places: while one waits for the disk, the next is asked for."""


def places(request: SweepRequest) -> int | None:
    """How many runs ask for something at once, where others may wait for the disk meanwhile; None: nobody does."""
    is_batched = isinstance(request.backend, Batching) and request.backend.batches
    return None if request.journal is None or is_batched or request.run.jobs == 1 else request.run.jobs


class Session:
    """Where series are run: the runner, the budget and the controls that were asked so far."""

    def __init__(self, request: SweepRequest, runner: Runner, budget: Budget) -> None:
        self.request = request
        self.runner = runner
        self.budget = budget
        self.controls: dict[tuple[Arm, str], ControlResult] = {}
        self._alone = asyncio.Semaphore(request.run.jobs)

    async def drive(self, series: Iterable[Series]) -> None:
        jobs, backend = self.request.run.jobs, self.request.backend
        if isinstance(backend, Batching) and backend.batches:
            await drive(series, self._in_batches, jobs=_BATCHED)
        else:
            await drive(series, self.runner.make, jobs=jobs if places(self.request) is None else _WAITING * jobs)

    async def _in_batches(self, request: RunRequest) -> Evidence:
        """As many triggers at once as there are; of what goes through no batch no more than ever."""
        if request.key.tier is Tier.TRIGGERS and request.key.stage is not Stage.CONTROL:
            return await self.runner.make(request)
        async with self._alone:
            return await self.runner.make(request)

    async def check_controls(self, families: Iterable[FamilyWork], arms: Iterable[Arm]) -> None:
        """Ask the controls of these arms and models that were not asked yet; families of a faulty one are invalid."""
        wanted = [family for family in families if family.job.tier is Tier.TRIGGERS and family.invalid is None]
        places = dict.fromkeys((arm, family.job.model) for family in wanted for arm in arms)
        asked = {place: controls(*place) for place in places if place not in self.controls}
        await self.drive([control for pair in asked.values() for control in pair])
        for place, pair in asked.items():
            self.controls[place] = judged(*place, pair)
        for family in wanted:
            for arm in arms:
                fault = self.controls[arm, family.job.model].fault
                if fault is not None and family.invalid is None:
                    family.invalid = f"{arm} arm: {fault}"


async def screen(families: Sequence[FamilyWork], session: Session) -> None:
    """Screen the head arm, and the base arm where no stored verdict stands for it and the budget allows."""
    await session.check_controls(families, (Arm.HEAD,))
    lacking = [family for family in families if family.live_base()]
    together = lacking if session.budget.fits(_cost(families, lacking)) else []
    await session.check_controls(together, (Arm.BASE,))
    both = (Arm.BASE, Arm.HEAD)
    await session.drive([s for f in families for s in _started(f, session, both if f in together else (Arm.HEAD,))])
    for family in families:
        _drop_disputed(family)
    later = [family for family in families if family.live_base()]
    affordable = _affordable(later, session)
    await session.check_controls(affordable, (Arm.BASE,))
    await session.drive([s for f in affordable for s in _started(f, session, (Arm.BASE,))])
    for family in families:
        _note_silence(family)


def _cost(head: Iterable[FamilyWork], base: Iterable[FamilyWork]) -> Counter[Kind]:
    cost: Counter[Kind] = Counter()
    for family in head:
        cost[family.kind] += family.most_runs(family.samples)
    for family in base:
        cost[family.kind] += family.most_runs(family.live_base())
    return cost


def _started(family: FamilyWork, session: Session, arms: Sequence[Arm]) -> list[Screening]:
    """New series, the arms of a case one after the other; none of a family that a control made invalid."""
    if family.invalid is not None:
        return []
    live = {sample.id for sample in family.live_base()} if Arm.BASE in arms else set()
    progress = session.request.progress
    series = []
    for sample in family.samples:
        for arm in arms:
            if arm is Arm.HEAD or sample.id in live:
                screening = Screening(
                    family.requests[arm, sample.id],
                    runs=family.runs_of(sample),
                    expects_use=sample.expects_use,
                    grade=session.request.grade,
                    told=None if progress is None else partial(progress.decided, family.job.skill),
                )
                family.screenings[arm, sample.id] = screening
                series.append(screening)
    return series


def _drop_disputed(family: FamilyWork) -> None:
    """Stored verdicts that differ from the head's in too many cases are not believed: the base is screened live. Where
    it must not be, they stand, with a warning.
    """
    pairs = []
    for case, stored in family.stored.items():
        screening = family.screenings.get((Arm.HEAD, case))
        if screening is not None and screening.state in (State.PASS, State.FAIL):
            pairs.append((stored.state, screening.state))
    if disputed(pairs) and not family.runs_base:
        family.notes.append(
            "the committed results differ from the head in too many cases to be believed without runs at the base, "
            "which `baseline: file` leaves out"
        )
    elif disputed(pairs):
        family.stored = {}
        family.base_reason = "run live, since the committed results differ from the head in too many cases"


def _affordable(families: Iterable[FamilyWork], session: Session) -> list[FamilyWork]:
    """Families whose base arm still fits the budget, in the order of the plan; the others have no baseline."""
    held: Counter[Kind] = Counter()
    chosen = []
    for family in families:
        cost = _cost((), (family,))
        if family.invalid is None and session.budget.fits(held + cost):
            held += cost
            chosen.append(family)
        elif family.invalid is None:
            family.over_budget = True
            family.base_reason = "not run: the base arm does not fit the budget that is left"
    return chosen


def _note_silence(family: FamilyWork) -> None:
    positives = [s.id for s in family.samples if isinstance(s.case, TriggerCase) and s.case.should_trigger]
    for arm in (Arm.HEAD, Arm.BASE):
        counts = [family.screenings[arm, p].runs.count for p in positives if (arm, p) in family.screenings]
        if suspected_harness_failure(counts):
            family.notes.append(
                f"every query that should activate the skill stayed silent in the {arm} arm and nothing errored: "
                "suspect the harness before the skill"
            )
