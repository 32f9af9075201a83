"""The sweep: plan → controls, screening, confirmation → comparison. Here the run and the comparison meet."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from skill_evals.app.sweep_confirm import confirm
from skill_evals.app.sweep_culprit import seek, with_culprits
from skill_evals.app.sweep_family import FamilyWork
from skill_evals.app.sweep_handover import family_runs, verdicts
from skill_evals.app.sweep_lift import foreseen, lift, with_lift
from skill_evals.app.sweep_nouns import SweepRequest, SweepResult, SweepStats
from skill_evals.app.sweep_prepare import Preparation
from skill_evals.app.sweep_screen import Session, screen
from skill_evals.compare.decide import decide
from skill_evals.compare.policy import check_policy
from skill_evals.compare.screened import FamilyTests
from skill_evals.compare.words import in_words
from skill_evals.model.comparison import Comparison
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.plan import Job, Skip
from skill_evals.model.suite import TriggerCase
from skill_evals.model.verdict import State
from skill_evals.run.budget import Budget, Caps, Kind
from skill_evals.run.ports import Remote, in_order
from skill_evals.run.runner import Runner
from skill_evals.run.sampling import Sample


def run_sweep(request: SweepRequest) -> SweepResult:
    """``sweep`` for a caller without an event loop."""
    found: list[SweepResult] = []

    async def main() -> None:
        # Not returned: on its way out asyncio.run takes the repr of what its task returned, all evidence and all.
        try:
            found.append(await sweep(request))
        finally:
            if isinstance(request.backend, Remote):
                await request.backend.close()

            if request.judge is not None:
                await request.judge.close()
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
    jobs = [job for job in request.plan.jobs if _runs(request, job)]
    preparation = Preparation(request)
    families = [preparation.family(job) for job in jobs]
    began = (request.clock.now(), request.clock.monotonic())
    budget = Budget(_caps(request, jobs), request.clock)
    runner = Runner(
        backend=request.backend,
        budget=budget,
        judge=request.judge,
        journal=request.journal,
        recording=request.recording,
        progress=request.progress,
    )
    session = Session(request, runner, budget)
    if request.progress is not None:
        request.progress.started(sum(_naive(family) + foreseen(family, session) for family in families))
    await screen(families, session)
    await confirm(families, session)
    partial = budget.stopped
    culprits = await seek(families, _decided(request, families, partial), session)
    await lift(families, session)
    stats = _stats(session, families, began, partial)
    usd_per_run = stats.usd / stats.made if stats.usd and stats.made else None
    # Decided anew, since the lift arm left its notes.
    told = in_words(_decided(request, families, partial), request.gate, usd_per_run=usd_per_run)
    return SweepResult(
        families=tuple(family_runs(family, request.judge) for family in families),
        comparison=with_culprits(with_lift(told, families), culprits),
        evidence=in_order(runner.evidence),
        verdicts=verdicts(families),
        stats=stats,
        controls=tuple(session.controls.values()),
        skips=tuple(_cannot(job, request.backend.name) for job in request.plan.jobs if not _runs(request, job)),
    )


def _runs(request: SweepRequest, job: Job) -> bool:
    return job.tier in request.backend.tiers


def _stats(
    session: Session, families: Sequence[FamilyWork], began: tuple[str, float], partial: str | None
) -> SweepStats:
    """``began``: the time of day, and the clock's seconds; ``partial``: the cap that ended what decides."""
    request, runner, budget = session.request, session.runner, session.budget
    return SweepStats(
        made=runner.made.made,
        resumed=runner.made.resumed,
        shared=runner.made.shared,
        controls=runner.made.controls,
        lift=runner.made.lift,
        culprit=runner.made.culprit,
        naive=sum(_naive(family) for family in families),
        reused_cases=sum(len(family.stored) for family in families),
        calls=budget.calls,
        errored=sum(not one.outcome.measured and _decides(one.key) for one in runner.evidence),
        usd=budget.usd if budget.is_priced or request.backend.free else None,
        seconds=request.clock.monotonic() - began[1],
        started_at=began[0],
        ended_at=request.clock.now(),
        partial=partial,
    )


def _cannot(job: Job, backend: str) -> Skip:
    return Skip(
        skill=job.skill, tier=job.tier, model=job.model, reason=f"the backend {backend} does not run {job.tier}"
    )


def _caps(request: SweepRequest, jobs: Iterable[Job]) -> Caps:
    """Dollars cap no free backend; a run of another is expected to cost what the plan's forecast says."""
    run = request.run
    if request.backend.free:
        return Caps(calls=run.max_calls, minutes=run.max_minutes)
    prices: dict[Kind, float] = {}
    for job in jobs:
        forecast = job.forecast
        if forecast.usd_high is not None and forecast.calls_high:
            kind = (job.tier, job.model)
            prices[kind] = max(prices.get(kind, 0.0), forecast.usd_high / forecast.calls_high)
    return Caps(calls=run.max_calls, usd=run.max_cost_usd, minutes=run.max_minutes, usd_per_run=prices)


def _naive(family: FamilyWork) -> int:
    return sum((2 if sample.compared else 1) * family.runs_of(sample) for sample in family.samples)


def _decides(key: RunKey) -> bool:
    return key.arm is not Arm.LIFT and key.stage is not Stage.CULPRIT


def _decided(request: SweepRequest, families: Sequence[FamilyWork], partial: str | None) -> Comparison:
    tests = [
        FamilyTests(
            family=family.screened(activated_instead=_instead(family)),
            sets=tuple(work.tested for work in family.sets if work.tested is not None),
        )
        for family in families
    ]
    return decide(tests, alpha=request.gate.alpha, deterministic=request.backend.deterministic, partial=partial)


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
