"""``merge``: the shards of a plan told as the one sweep that they are parts of. Only here does Holm see all sets."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from skill_evals import __version__
from skill_evals.app.measure import Measured, MeasureRequest, Measuring, plan_of, sweep_request
from skill_evals.app.pr import PrOutcome, pull_request
from skill_evals.app.pr_request import PrRequest
from skill_evals.app.shards import case_digest, digest_of, sets_of, shards_of
from skill_evals.app.sweep.nouns import SweepRequest, SweepStats
from skill_evals.app.sweep.sweep import Worked, joined, why_partial, worked
from skill_evals.app.sweep.told import decided
from skill_evals.errors import UsageError
from skill_evals.model.evidence import Evidence, Stage
from skill_evals.model.plan import Foreseen, Plan
from skill_evals.model.suite import EvalCase
from skill_evals.plan.shards import Shard
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.ports.backend import Backend, Harness
from skill_evals.run.ports.clock import Clock
from skill_evals.run.ports.judge import Judge, Judged
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.retold import RetoldBackend, RetoldBudget, RetoldRuns
from skill_evals.run.shard_record import COUNTS, ShardFiles, SpentRecord

_UNMADE = SpentRecord(counts=dict.fromkeys(COUNTS, 0), usd=0.0, seconds=0.0, started_at="", ended_at="")


def merged(
    request: PrRequest, files: Sequence[ShardFiles], *, around: Callable[[Measuring], Measuring] = lambda inner: inner
) -> PrOutcome:
    """Everything that a pull request tells, from runs that its shards made. A shard that is missing was not measured.
    ``around`` may look at what is asked, and at what the shards say to it.

    Raises:
        UsageError: a shard is of another plan, head or version, stands here twice, or does not fit its runs.
        ConfigError: as for a whole pull request.
    """
    return pull_request(replace(request, measure=around(lambda measuring: _measured(measuring, files))))


def _measured(request: MeasureRequest, files: Sequence[ShardFiles]) -> Measured:
    plan = plan_of(request)
    digest = digest_of(request, plan)
    for one in files:
        _check(one, plan, digest, request.backend)
    by_number = {one.record.number: one for one in files}
    if len(by_number) < len(files) or len({one.record.of for one in files}) > 1:
        raise UsageError("the shards are not the parts of one plan", cure="name each shard's folder once, of one sweep")
    if not plan.jobs:
        return Measured(plan=plan, sweep=None)
    if not files:
        raise UsageError("there is no shard to merge", cure="name the folders that `pr --shard … --out DIR` wrote")
    parts = [(shard, by_number.get(shard.number)) for shard in shards_of(request, plan, files[0].record.of)]
    backend = RetoldBackend(backend=request.backend, harnesses=_harnesses(files))
    judge = None if request.judge is None else _Retold(request.judge, files)
    asking = replace(request, backend=backend, judge=judge)
    whole = sweep_request(asking, plan, None)
    told = [_told(asking, whole, shard, found) for shard, found in parts]
    stats = _stats([(found, part) for (_, found), part in zip(parts, told, strict=True)], whole, parts)
    return Measured(plan=plan, sweep=joined(whole, told, stats), backend=backend)


def _check(one: ShardFiles, plan: Plan, digest: str, backend: Backend) -> None:
    record = one.record
    if record.product != __version__:
        raise UsageError(f"{one.where} was made by version {record.product}", cure=f"use {__version__} for all of them")
    if record.head != plan.head:
        raise UsageError(
            f"{one.where} is of the head {(record.head or 'none')[:12]}", cure=f"run it at {(plan.head or 'none')[:12]}"
        )
    if record.plan != digest or record.backend != backend.name:
        raise UsageError(
            f"{one.where} is of another plan than the one here",
            cure="check out the commit that was measured, with the same base, and give the options that it was given",
        )


def _harnesses(files: Sequence[ShardFiles]) -> Mapping[str, Harness]:
    """By model, the same in all shards: results under two of them must not stand in one comparison."""
    found: dict[str, Harness] = {}
    for one in files:
        for model, harness in one.record.harnesses.items():
            if found.setdefault(model, harness) != harness:
                raise UsageError(
                    f"{one.where} ran {model} on another harness than the other shards",
                    cure="run all shards with the same versions and the same kind of credential",
                )
    return found


def _told(request: MeasureRequest, whole: SweepRequest, shard: Shard, found: ShardFiles | None) -> Worked:
    where = f"shard {shard.number} of {shard.of}"
    ended = "it is missing" if found is None else found.record.ended
    fitted = () if found is None else found.record.fitted

    def budget(_: Caps, clock: Clock) -> Budget:
        return RetoldBudget(fitted, ended, clock)

    asked = replace(
        whole,
        plan=replace(whole.plan, jobs=shard.jobs),
        backend=RetoldBackend(backend=request.backend, harnesses={}, where=where if found is None else found.where),
        journal=RetoldRuns(() if found is None else found.evidence),
        budget=budget,
        progress=None,
    )
    part = asyncio.run(worked(asked))
    part = replace(part, partial=ended if found is None else found.record.partial)
    if found is not None and sets_of(decided(asked, part.families, part.partial)) != found.record.sets:
        raise UsageError(f"{found.where} tells other p-values than its runs do", cure="run the shard again")
    return part


def _stats(
    made: Sequence[tuple[ShardFiles | None, Worked]], whole: SweepRequest, parts: Sequence[tuple[Shard, object]]
) -> SweepStats:
    """Sums. Controls that cost nothing are counted once, though each shard asked them."""
    spent = [(found and found.record.spent) or _UNMADE for found, _ in made]
    counts = {name: sum(one.counts[name] for one in spent) for name in COUNTS}
    if whole.backend.free:
        asked = [e.key for _, part in made for e in part.session.runner.evidence if e.key.stage is Stage.CONTROL]
        twice = len(asked) - len(set(asked))
        counts |= {name: counts[name] - twice for name in ("made", "controls", "calls")}
    pairs = zip(parts, made, strict=True)
    ends = [f"shard {shard.number} of {shard.of}: {part.partial}" for (shard, _), (_, part) in pairs if part.partial]
    usd = [one.usd for one in spent]
    return SweepStats(
        **counts,
        usd=None if None in usd else sum(one for one in usd if one is not None),
        seconds=max(one.seconds for one in spent),
        started_at=min((one.started_at for one in spent if one.started_at), default=whole.clock.now()),
        ended_at=max((one.ended_at for one in spent if one.ended_at), default=whole.clock.now()),
        partial=why_partial(whole.plan, "; ".join(ends)),
    )


class _Retold:
    """Implements ``run.ports.judge.Judge``: who judged is told as it was, and nobody is asked."""

    def __init__(self, judge: Judge, files: Sequence[ShardFiles]) -> None:
        self._judge = judge
        self._names = {digest: name for one in files for digest, name in one.record.judges.items()}

    def name(self, case: EvalCase, model: str) -> str | None:
        return self._names.get(case_digest(case, model))

    def costs(self, case: EvalCase, model: str) -> Foreseen:
        return self._judge.costs(case, model)

    def prepare(self, cases: Sequence[tuple[str, EvalCase]]) -> None:
        """Nothing is needed."""

    def notes(self) -> tuple[str, ...]:
        return self._judge.notes()

    def lacks(self, request: RunRequest, evidence: Evidence) -> bool:  # noqa: ARG002 -- it was asked then
        return False

    def unanswered(self, request: RunRequest, evidence: Evidence, why: str) -> Evidence:  # noqa: ARG002 -- as above
        return evidence

    async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:  # noqa: ARG002 -- as above
        return Judged(evidence=evidence)

    async def close(self) -> None:
        """Nothing was opened."""
