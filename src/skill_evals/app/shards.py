"""The shards of a plan: which there are, running one of them, and what it leaves for whoever joins them."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace

from skill_evals import __version__
from skill_evals.app.measure import Measured, MeasureRequest, judged_cases, measure, plan_of
from skill_evals.app.pr import prepared
from skill_evals.app.pr_request import PrRequest
from skill_evals.app.run_summary import exit_code
from skill_evals.app.sweep.nouns import SweepResult
from skill_evals.model.comparison import Comparison
from skill_evals.model.config import RunConfig
from skill_evals.model.plan import Job, Plan
from skill_evals.model.report import GateDecision
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.plan.shards import Shard, chosen, number_in, shards, with_caps
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.ports.backend import harness_of
from skill_evals.run.ports.clock import Clock
from skill_evals.run.record import encode
from skill_evals.run.retold import WitnessedBudget
from skill_evals.run.shard_record import COUNTS, SetRecord, ShardRecord, SpentRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardOutcome:
    record: ShardRecord
    runs: bytes
    """Lines of docs/evidence-format.md."""
    exit_code: int


def matrix(
    request: PrRequest, most: int, *, done: Callable[[MeasureRequest], bool] = lambda _: False
) -> tuple[str, ...]:
    """The ids of the shards of a pull request's plan, at most so many. ``done`` tells whether it was measured before:
    then there are none.
    """
    measuring = prepared(request).measuring
    if done(measuring):
        return ()
    return tuple(shard.id for shard in shards_of(measuring, plan_of(measuring), most))


def shards_of(request: MeasureRequest, plan: Plan, most: int) -> tuple[Shard, ...]:
    asked = _Asked(request)
    return shards(plan.jobs, digest_of(request, plan), most=most, shared=asked.by)


def digest_of(request: MeasureRequest, plan: Plan) -> str:
    """Equal where the same jobs would be run over the same bytes, by the same version and under the same policy."""
    jobs = [(job.suite, job.skill_dir, job.tier.value, job.model, job.cases, job.left_out) for job in plan.jobs]
    parts = [__version__, repr((plan.base, plan.head)), request.backend.name, repr(request.config.gate), repr(jobs)]
    parts += [repr(plan.cut), plan.baseline.value]
    parts += ["" if side is None else repr(sorted(side.hashes.items())) for side in (request.base, request.head)]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def case_digest(case: EvalCase, model: str) -> str:
    return hashlib.sha256(repr((model, case)).encode("utf-8", "surrogatepass")).hexdigest()


class _Asked:
    """What jobs share: a query that several suites ask of one plugin's listing."""

    def __init__(self, request: MeasureRequest) -> None:
        self._queries: dict[tuple[str, str], dict[str, str]] = {}
        self._plugins: dict[str, str] = {}
        for side in (request.base, request.head):
            for one in () if side is None else side.project.suites:
                known = self._queries.setdefault((one.suite.path, "" if one.skill is None else one.skill.directory), {})
                known.update({case.key: case.query for case in one.suite.triggers})
            for skill in () if side is None else side.project.skills:
                self._plugins[skill.directory] = skill.plugin_dir

    def by(self, job: Job) -> Iterator[tuple[str, ...]]:
        if job.tier is Tier.TRIGGERS:
            plugin = self._plugins.get(job.skill_dir, "")
            known = self._queries.get((job.suite, job.skill_dir), {})
            yield from ((plugin, job.model, known.get(case, case)) for case in job.cases)


def run_shard(request: PrRequest, name: str) -> ShardOutcome:
    """Run one shard of a pull request's plan.

    Raises:
        UsageError: there is no such shard here.
        ConfigError: as for a whole pull request.
    """
    _, of, _ = number_in(name)
    known = prepared(request).measuring
    found: list[Shard] = []
    budgets: list[WitnessedBudget] = []

    def part(plan: Plan, run: RunConfig) -> tuple[Plan, RunConfig]:
        found.append(chosen(name, shards_of(known, plan, of)))
        return _whole(replace(plan, jobs=found[0].jobs)), with_caps(run, found[0])

    def budget(caps: Caps, clock: Clock) -> Budget:
        budgets.append(WitnessedBudget(caps, clock))
        return budgets[0]

    measured = measure(replace(known, part=part, budget=budget))
    evidence = () if measured.sweep is None else measured.sweep.evidence
    runs = "".join(f"{encode(one)}\n" for one in evidence).encode()
    record = _record(known, found[0], measured, runs)
    if budgets:
        record = replace(record, fitted=tuple(budgets[0].fitted), ended=budgets[0].stopped)
    comparison = None if measured.sweep is None else measured.sweep.comparison
    return ShardOutcome(record=record, runs=runs, exit_code=_exit(comparison, measured))


def _whole(plan: Plan) -> Plan:
    """Without what the cap on cases left out of it: that is no shard's doing, and `merge` tells of it."""
    return replace(plan, jobs=tuple(replace(job, left_out=()) for job in plan.jobs), cut=None)


def _exit(comparison: Comparison | None, measured: Measured) -> int:
    """A shard passes no judgement on the change: it was measured to its end, or not."""
    return exit_code(GateDecision(failed=False), None, comparison, measured.failure)


def _record(request: MeasureRequest, shard: Shard, measured: Measured, runs: bytes) -> ShardRecord:
    models = sorted({job.model for job in shard.jobs})
    failure = None if measured.failure is None else measured.failure.in_full
    record = ShardRecord(
        product=__version__,
        number=shard.number,
        of=shard.of,
        plan=shard.digest,
        head=measured.plan.head,
        backend=request.backend.name,
        ended=failure,
        partial=failure,
        runs=hashlib.sha256(runs).hexdigest(),
    )
    sweep = measured.sweep
    if sweep is None:
        return record
    return replace(
        record,
        partial=sweep.stats.partial,
        harnesses={model: harness_of(request.backend, model) for model in models},
        judges=_judges(request, measured.plan),
        sets=sets_of(sweep.comparison),
        spent=_spent(sweep),
    )


def _judges(request: MeasureRequest, plan: Plan) -> dict[str, str]:
    judge = request.judge
    if judge is None:
        return {}
    cases = judged_cases(request, plan)
    return {case_digest(case, model): name for model, case in cases if (name := judge.name(case, model)) is not None}


def _spent(sweep: SweepResult) -> SpentRecord:
    stats = asdict(sweep.stats)
    return SpentRecord(
        counts={name: stats[name] for name in COUNTS},
        usd=sweep.stats.usd,
        seconds=sweep.stats.seconds,
        started_at=sweep.stats.started_at,
        ended_at=sweep.stats.ended_at,
    )


def sets_of(comparison: Comparison) -> tuple[SetRecord, ...]:
    """Every set of a comparison, with its family."""
    return tuple(
        SetRecord(
            suite=family.suite,
            skill_dir=family.skill_dir,
            tier=family.tier.value,
            model=family.model,
            kind=one.kind,
            cases=one.cases,
            run=one.run,
            p_value=one.p_value,
        )
        for family in comparison.families
        for one in family.sets
    )
