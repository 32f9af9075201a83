"""The sweep: plan → controls, screening, confirmation → comparison. Here the run and the comparison meet."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from skill_evals.app.sweep_confirm import confirm
from skill_evals.app.sweep_family import FamilyWork, Preparation
from skill_evals.app.sweep_nouns import ArmRuns, CaseRuns, FamilyRuns, SweepRequest, SweepResult, SweepStats
from skill_evals.app.sweep_screen import Session, screen
from skill_evals.compare.classes import added
from skill_evals.compare.decide import decide
from skill_evals.compare.policy import check_policy
from skill_evals.compare.screened import ArmScreen, FamilyTests
from skill_evals.compare.words import in_words
from skill_evals.model.comparison import Comparison
from skill_evals.model.evidence import Arm, RunKey
from skill_evals.model.plan import Job, Skip
from skill_evals.model.suite import TriggerCase
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.budget import Budget, Caps, Kind
from skill_evals.run.ports import in_order
from skill_evals.run.runner import Runner
from skill_evals.run.sampling import Sample
from skill_evals.run.tally import Runs


def run_sweep(request: SweepRequest) -> SweepResult:
    """``sweep`` for a caller without an event loop."""
    found: list[SweepResult] = []

    async def main() -> None:
        # Not returned: on its way out asyncio.run takes the repr of what its task returned, all evidence and all.
        found.append(await sweep(request))

    asyncio.run(main())
    return found[0]


async def sweep(request: SweepRequest) -> SweepResult:
    """Make the runs of a plan in both arms and compare them.

    A budget that ends is no exception: the result is partial and says so.

    Raises:
        ConfigError: the policy of a tier could never reach ``alpha``.
        BackendError: the backend cannot run at all; what was finished is in the journal.
    """
    if not request.backend.deterministic:
        check_policy(request.gate)
    jobs = [job for job in request.plan.jobs if job.tier in request.backend.tiers]
    preparation = Preparation(request)
    families = [preparation.family(job) for job in jobs]
    started_at, start = request.clock.now(), request.clock.monotonic()
    budget = Budget(_caps(request, jobs), request.clock)
    runner = Runner(backend=request.backend, budget=budget, journal=request.journal, progress=request.progress)
    session = Session(request, runner, budget)
    if request.progress is not None:
        request.progress.started(sum(_naive(family) for family in families))
    await screen(families, session)
    await confirm(families, session)
    stats = SweepStats(
        made=runner.made.made,
        resumed=runner.made.resumed,
        shared=runner.made.shared,
        controls=runner.made.controls,
        naive=sum(_naive(family) for family in families),
        reused_cases=sum(len(family.stored) for family in families),
        calls=budget.calls,
        errored=sum(not one.outcome.measured for one in runner.evidence),
        usd=budget.usd if budget.is_priced or request.backend.free else None,
        seconds=request.clock.monotonic() - start,
        started_at=started_at,
        ended_at=request.clock.now(),
        partial=budget.stopped,
    )
    return SweepResult(
        families=tuple(_family_runs(family) for family in families),
        comparison=_compared(request, families, stats),
        evidence=in_order(runner.evidence),
        verdicts=_verdicts(families),
        stats=stats,
        controls=tuple(session.controls.values()),
        skips=tuple(
            _cannot(job, request.backend.name) for job in request.plan.jobs if job.tier not in request.backend.tiers
        ),
    )


def _cannot(job: Job, backend: str) -> Skip:
    return Skip(
        skill=job.skill, tier=job.tier, model=job.model, reason=f"the backend {backend} does not run {job.tier}"
    )


def _caps(request: SweepRequest, jobs: Iterable[Job]) -> Caps:
    """A free backend knows the clock alone; a run is expected to cost what the plan's forecast says."""
    run = request.run
    if request.backend.free:
        return Caps(minutes=run.max_minutes)
    prices: dict[Kind, float] = {}
    for job in jobs:
        forecast = job.forecast
        if forecast.usd_high is not None and forecast.calls_high:
            kind = (job.tier, job.model)
            prices[kind] = max(prices.get(kind, 0.0), forecast.usd_high / forecast.calls_high)
    return Caps(calls=run.max_calls, usd=run.max_cost_usd, minutes=run.max_minutes, usd_per_run=prices)


def _naive(family: FamilyWork) -> int:
    return sum((2 if sample.compared else 1) * family.runs_of(sample) for sample in family.samples)


def _compared(request: SweepRequest, families: Sequence[FamilyWork], stats: SweepStats) -> Comparison:
    tests = [
        FamilyTests(
            family=family.screened(activated_instead=_instead(family)),
            sets=tuple(work.tested for work in family.sets if work.tested is not None),
        )
        for family in families
    ]
    found = decide(tests, alpha=request.gate.alpha, deterministic=request.backend.deterministic, partial=stats.partial)
    usd_per_run = stats.usd / stats.made if stats.usd and stats.made else None
    return in_words(found, request.gate, usd_per_run=usd_per_run)


def _instead(family: FamilyWork) -> Mapping[str, str]:
    """What positives that the head arm lost activated most often."""
    found = {}
    for sample in family.samples:
        screening = family.screenings.get((Arm.HEAD, sample.id))
        if screening is None or screening.state is not State.FAIL or not _is_positive(sample):
            continue
        others = Counter(e.activations[0] for e in screening.runs.evidence if e.activations)
        if others:
            found[sample.id] = others.most_common(1)[0][0]
    return found


def _is_positive(sample: Sample) -> bool:
    return isinstance(sample.case, TriggerCase) and sample.case.should_trigger is True


def _family_runs(family: FamilyWork) -> FamilyRuns:
    return FamilyRuns(
        job=family.job,
        cases=tuple(_case_runs(family, sample) for sample in family.samples),
        base_reason=family.base_reason,
        base_reused=bool(family.stored),
        invalid=family.invalid,
    )


def _case_runs(family: FamilyWork, sample: Sample) -> CaseRuns:
    base = family.base_screen(sample)
    return CaseRuns(
        id=sample.id,
        case=sample.case,
        compared=sample.compared,
        removed=sample.removed,
        wording_of_head=sample.wording_of_head,
        base=_arm_runs(family, sample.id, Arm.BASE, base) if base is not None else None,
        head=_arm_runs(family, sample.id, Arm.HEAD, family.head_screen(sample)),
    )


def _arm_runs(family: FamilyWork, case: str, arm: Arm, screened: ArmScreen) -> ArmRuns:
    screening = family.screenings.get((arm, case))
    fresh = _fresh_runs(family, case, arm)
    return ArmRuns(
        state=screened.state,
        count=screened.count,
        screening=tuple(screening.runs.evidence) if screening is not None else (),
        fresh_count=added(*(runs.count for runs in fresh)) if fresh else None,
        fresh=tuple(one for runs in fresh for one in runs.evidence),
        reused=screened.reused,
    )


def _fresh_runs(family: FamilyWork, case: str, arm: Arm) -> list[Runs]:
    """The fresh runs of a case, a set each: it may have been in an up set and in a spread set."""
    return [
        work.confirmation.pairs[work.cases.index(case)][0 if arm is Arm.BASE else 1]
        for work in family.sets
        if work.confirmation is not None and case in work.cases
    ]


def _verdicts(families: Iterable[FamilyWork]) -> dict[RunKey, RunVerdict]:
    found: dict[RunKey, RunVerdict] = {}
    for family in families:
        every = [screening.runs for screening in family.screenings.values()]
        every += [
            runs for work in family.sets if work.confirmation for pair in work.confirmation.pairs for runs in pair
        ]
        for runs in every:
            found.update({one.key: verdict for one, verdict in zip(runs.evidence, runs.verdicts, strict=True)})
    return found
