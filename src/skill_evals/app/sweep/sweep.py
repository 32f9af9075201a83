"""The sweep: plan → controls, screening, confirmation → comparison. Here the run and the comparison meet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from skill_evals.app.sweep.confirm import confirm
from skill_evals.app.sweep.culprit import Culprits, seek, together
from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.handover import family_runs, verdicts
from skill_evals.app.sweep.lift import foreseen, lift
from skill_evals.app.sweep.nouns import SweepRequest, SweepResult, SweepStats, family_key
from skill_evals.app.sweep.prepare import Preparation
from skill_evals.app.sweep.screen import Session, places, screen
from skill_evals.app.sweep.stop import heeding, looped
from skill_evals.app.sweep.told import decided, told, usd_per_run
from skill_evals.compare.policy import check_policy
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.plan import Job, Plan, Skip
from skill_evals.report.plan_words import cut_line
from skill_evals.run.budget import Caps, Kind
from skill_evals.run.order import in_order
from skill_evals.run.ports.backend import Batching, Remote
from skill_evals.run.runner import Runner


def run_sweep(request: SweepRequest) -> SweepResult:
    """Make the runs of a plan in both arms and compare them.

    A budget that ends, a backend or a journal that cannot go on, or an early end that somebody asked for is no
    exception: the result is partial and says so. What was broken off may have to be waited for: whoever may ask for an
    early end does that once the result is written.

    Raises:
        ConfigError: the policy of a tier could never reach ``alpha``.
    """
    found: list[Worked] = []

    async def main() -> None:
        # Not returned: on its way out the loop takes the repr of what its task returned, all evidence and all.
        found.append(await worked(request))

    looped(main, lambda: _closed(request, found), request.stop)
    (part,) = found
    return joined(request, [part], _stats(part, request.plan))


async def _closed(request: SweepRequest, found: Sequence["Worked"]) -> None:
    """The journal first: another sweep may have it, whatever is still to end."""
    if request.journal is not None:
        request.journal.close()
    for part in found:
        await part.session.runner.ended()
    if isinstance(request.backend, Remote):
        await request.backend.close()
    if request.judge is not None:
        await request.judge.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """The families of a sweep, or of a shard of one, with all their runs made."""

    families: Sequence[FamilyWork]
    session: Session
    culprits: Culprits
    partial: str | None
    """The cap that ended what decides."""
    began: tuple[str, float]
    """The time of day, and the clock's seconds."""
    usd_per_run: Mapping[Kind, float]
    """As the plan expects it."""


async def worked(request: SweepRequest) -> Worked:
    """Everything that is asked of the backend, in its order.

    Raises:
        ConfigError: as ``sweep``.
    """
    if not request.backend.deterministic:
        check_policy(request.gate)
    jobs = [job for job in request.plan.jobs if _runs(request, job)]
    preparation = Preparation(request)
    families = [preparation.family(job) for job in jobs]
    began = (request.clock.now(), request.clock.monotonic())
    caps = _caps(request, jobs)
    budget = request.budget(caps, request.clock)
    runner = Runner(
        backend=request.backend,
        budget=budget,
        judge=request.judge,
        journal=request.journal,
        recording=request.recording,
        progress=request.progress,
        places=places(request),
    )
    if isinstance(request.backend, Batching) and request.journal is not None:
        request.backend.keep_batches_in(request.journal)
    session = Session(request, runner, budget)
    if request.progress is not None:
        request.progress.started(
            sum(_naive(family) + foreseen(family, session) for family in families),
            cases=sum(len(family.samples) + len(family.live_base()) for family in families),
            cap_usd=caps.usd,
        )
    with heeding(request.stop, budget, runner.break_off, backend=request.backend, progress=request.progress):
        await screen(families, session)
        await confirm(families, session)
        partial = budget.stopped
        culprits = await seek(families, decided(request, families, partial), session)
        await lift(families, session)
    return Worked(
        families=families,
        session=session,
        culprits=culprits,
        partial=partial,
        began=began,
        usd_per_run=caps.usd_per_run,
    )


def joined(request: SweepRequest, parts: Sequence[Worked], stats: SweepStats) -> SweepResult:
    """One decision over all parts of a plan; ``request`` is of all of it."""
    order = {family_key(job): place for place, job in enumerate(request.plan.jobs)}
    families = sorted((family for part in parts for family in part.families), key=lambda f: order[family_key(f.job)])
    evidence = [one for part in parts for one in part.session.runner.evidence]
    expected = {kind: usd for part in parts for kind, usd in part.usd_per_run.items()}
    # Decided anew, since the lift arm left its notes.
    comparison = decided(request, families, stats.partial)
    culprits = together([(part.families, part.culprits) for part in parts], families, comparison)
    prices = usd_per_run(evidence, expected)
    return SweepResult(
        families=tuple(family_runs(family, request.judge) for family in families),
        comparison=told(comparison, families, request, culprits, prices),
        evidence=in_order(evidence),
        verdicts=verdicts(families),
        stats=stats,
        controls=tuple(result for part in parts for result in part.session.controls.values()),
        skips=tuple(_cannot(job, request.backend.name) for job in request.plan.jobs if not _runs(request, job)),
    )


def _runs(request: SweepRequest, job: Job) -> bool:
    return job.tier in request.backend.tiers


def why_partial(plan: Plan, ended: str | None) -> str | None:
    """Why not all was measured that was to be; ``ended`` is why the sweep stopped early, if it did."""
    return "; ".join(filter(None, (cut_line(plan), ended))) or None


def _stats(part: Worked, plan: Plan) -> SweepStats:
    session, families = part.session, part.families
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
        in_flight=runner.made.in_flight,
        errored=sum(not one.outcome.measured and _decides(one.key) for one in runner.evidence),
        usd=budget.usd if budget.is_priced or request.backend.free else None,
        seconds=request.clock.monotonic() - part.began[1],
        started_at=part.began[0],
        ended_at=request.clock.now(),
        partial=why_partial(plan, part.partial),
    )


def _cannot(job: Job, backend: str) -> Skip:
    return Skip(
        skill=job.skill, tier=job.tier, model=job.model, reason=f"the backend {backend} does not run {job.tier}"
    )


def _caps(request: SweepRequest, jobs: Iterable[Job]) -> Caps:
    """Dollars cap nothing that is free; a run of another backend is expected to cost what the plan's forecast says."""
    run = request.run
    if request.backend.free and request.judge is None:
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
