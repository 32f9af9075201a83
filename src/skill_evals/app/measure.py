"""Plan, run, grade: from two trees that were read to what was measured."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from skill_evals import __version__
from skill_evals.app.reading import Reading
from skill_evals.app.stored import Means, stored_lifts, stored_verdicts
from skill_evals.app.sweep.fixtures import stager
from skill_evals.app.sweep.installs import installer
from skill_evals.app.sweep.nouns import ArmSide, SweepRequest, SweepResult
from skill_evals.app.sweep.sweep import run_sweep
from skill_evals.errors import BackendError, StoppedError, UsageError
from skill_evals.grade.evals import grade_eval
from skill_evals.grade.trigger import grade_trigger
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import Config, RunConfig
from skill_evals.model.evidence import Evidence
from skill_evals.model.plan import Baseline, Plan
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.plan.forecast import total
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side
from skill_evals.plan.pairs import renamed_suites
from skill_evals.plan.planner import make_plan
from skill_evals.report.money_words import forecast, shortfall_lines
from skill_evals.report.words import unlisted_lines
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.ports.backend import Backend, Batching, Listing, Prompting, Remote, harness_of
from skill_evals.run.ports.clock import Clock
from skill_evals.run.ports.journal import Journal, Recording
from skill_evals.run.ports.judge import Judge
from skill_evals.run.ports.progress import Progress
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.ports.stop import Stop
from skill_evals.skills.listing import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRequest:
    """``base`` and ``changes`` are None where there is nothing to compare with; both readings hold every hash."""

    head: Reading
    base: Reading | None
    changes: ChangeSet | None
    config: Config
    backend: Backend
    clock: Clock
    options: PlanOptions = field(default_factory=PlanOptions)
    judge: Judge | None = None
    """None: checks that a judge must decide are skipped, unless the record holds judgements."""
    progress: Progress | None = None
    recording: Recording | None = None
    stop: Stop | None = None
    journal: Callable[[str], Journal] | None = None
    """Opens the journal of the sweep with this fingerprint."""
    budget: Callable[[Caps, Clock], Budget] = Budget
    part: Callable[[Plan, RunConfig], tuple[Plan, RunConfig]] | None = None
    """What of the plan is run here, under which caps; None: all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Already:
    """The head was measured before, and how that ended stands."""

    failed: tuple[str, ...]
    """Why it fails the gate; empty: it does not."""
    note: str
    """In words, for a reviewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    plan: Plan
    sweep: SweepResult | None
    """None where the plan holds no job, or nothing of it could be begun."""
    failure: BackendError | StoppedError | UsageError | None = None
    """Why nothing could be begun."""
    backend: Backend | None = None
    """What speaks for the runs, where it is not the backend that was asked for."""
    already: Already | None = None
    """Why nothing had to be begun, if that is why."""


Measuring = Callable[[MeasureRequest], Measured]


def plan_of(request: MeasureRequest) -> Plan:
    """The plan alone.

    Raises:
        UsageError: a skill was asked for that is in neither tree.
    """
    backend = request.backend
    traits = BackendTraits(
        name=backend.name,
        deterministic=backend.deterministic,
        free=backend.free,
        tiers=frozenset(Tier(tier) for tier in backend.tiers),
        model_keys=backend.model_keys(),
        prompt=backend.prompt_characters if isinstance(backend, Prompting) else 0,
        rooms=_rooms(backend, request.config.run.models),
        judging=None if request.judge is None else request.judge.costs,
        batches=isinstance(backend, Batching) and backend.batches,
    )
    base = None if request.base is None else _side(request.base)
    return make_plan(_side(request.head), base, request.changes, request.config, traits, request.options)


def _rooms(backend: Backend, models: Sequence[str]) -> Mapping[str, Room]:
    if not isinstance(backend, Listing):
        return {}
    return {model: backend.room(model) for model in (*models, *backend.model_keys())}


def measure(request: MeasureRequest) -> Measured:
    """Plan, then run what the plan holds. A plan that cannot be begun stands all the same, with the reason: there is no
    credential, say, the journal is in use, or an early end was asked for.

    Raises:
        UsageError: a skill was asked for that is in neither tree.
        ConfigError: the gate's numbers can never decide.
    """
    plan = plan_of(request)
    if request.part is not None:
        plan, run = request.part(plan, request.config.run)
        request = replace(request, config=replace(request.config, run=run))
    if not plan.jobs:
        return Measured(plan=plan, sweep=None)
    try:
        journal = _prepared(request, plan)
    except (BackendError, StoppedError, UsageError) as failure:
        return Measured(plan=plan, sweep=None, failure=failure)
    if request.progress is not None:
        for line in (*_money_lines(request, plan), *unlisted_lines(plan)):
            request.progress.note(line)
    return Measured(plan=plan, sweep=run_sweep(sweep_request(request, plan, journal)))


def _money_lines(request: MeasureRequest, plan: Plan) -> list[str]:
    """What is to be spent, where anything is, and which cap will not suffice; of a part of a plan its jobs alone."""
    foreseen = plan.total if request.part is None else total(job.forecast for job in plan.jobs)
    lines = [] if request.backend.free and request.judge is None else [f"Forecast: {forecast(foreseen)}"]
    return lines + shortfall_lines(foreseen, request.config.run)


def sweep_request(request: MeasureRequest, plan: Plan, journal: Journal | None) -> SweepRequest:
    """What a plan, or a part of it, asks of a sweep; ``journal`` is open, and what is needed is here."""
    base = _compared(request)
    renamed = {} if base is None else renamed_suites(request.head.project, base.project, request.changes)
    means = Means(backend=request.backend, judge=request.judge)
    return SweepRequest(
        plan=plan,
        head=arm_of(request.head),
        base=None if base is None else arm_of(base),
        backend=request.backend,
        grade=_grade,
        judge=request.judge,
        clock=request.clock,
        gate=request.config.gate,
        run=request.config.run,
        journal=journal,
        recording=request.recording,
        progress=request.progress,
        stop=request.stop,
        budget=request.budget,
        # Where everything was asked for, however fresh it is, the base is measured too: a model moves without a commit.
        stored={} if base is None or _is_live(request.options) else stored_verdicts(base, plan, means, renamed),
        baseline=request.options.baseline,
        stored_lifts=stored_lifts(base or request.head, request.head, plan, means, renamed),
        renamed=renamed,
    )


def _compared(request: MeasureRequest) -> Reading | None:
    """The base, where the head is compared with it at all."""
    return None if request.options.baseline is Baseline.NONE else request.base


def _is_live(options: PlanOptions) -> bool:
    return options.all and options.baseline is Baseline.BASE


def _prepared(request: MeasureRequest, plan: Plan) -> Journal | None:
    """Everything is here that the plan needs; the journal, open, where one was asked for.

    Raises:
        BackendError: the backend or the judge cannot run at all.
        UsageError: not as asked: a credential or a model is not there, or a price that nobody knows.
        StoppedError: an early end was asked for.
    """
    with nullcontext() if request.stop is None else request.stop.breaking():
        if isinstance(request.backend, Remote):
            request.backend.prepare(sorted({job.model for job in plan.jobs}))
        if request.judge is not None:
            request.judge.prepare(judged_cases(request, plan))
    return None if request.journal is None else request.journal(_fingerprint(request, plan))


def _side(reading: Reading) -> Side:
    return Side(project=reading.project, hashes=reading.hashes, results=reading.results)


def arm_of(reading: Reading) -> ArmSide:
    """A tree as the sweep takes it."""
    return ArmSide(project=reading.project, fixtures=stager(reading), install=installer(reading))


def judged_cases(request: MeasureRequest, plan: Plan) -> list[tuple[str, EvalCase]]:
    """The tasks of the plan's jobs, in the wording of either side, each with the model that it is run on."""
    sides = [side for side in (_compared(request), request.head) if side is not None]
    tasks = {
        (a.suite.path, case.key, n): case
        for n, side in enumerate(sides)
        for a in side.project.suites
        for case in a.suite.evals
    }
    return [
        (job.model, case)
        for job in plan.jobs
        if job.tier is Tier.EVALS
        for key in job.cases
        for n in range(len(sides))
        if (case := tasks.get((job.suite, key, n))) is not None
    ]


def _grade(run: RunRequest, evidence: Evidence) -> RunVerdict:
    if run.trigger is not None:
        return grade_trigger(run.trigger, run.target, evidence)
    if run.task is None:
        return RunVerdict(state=State.ERROR, reason="the run has neither a query nor a task")
    return grade_eval(run.task, run.dialect, evidence, target=run.target)


def _fingerprint(request: MeasureRequest, plan: Plan) -> str:
    """Equal only for sweeps whose finished runs may stand for one another: same jobs over the same bytes.

    Of a job nothing that follows from stored results, such as what it is to cost: a sweep cut short writes some.
    """
    jobs = [(job.suite, job.skill_dir, job.tier, job.model) for job in plan.jobs]
    parts = [__version__, request.backend.name, repr(request.config.gate), repr(jobs), repr(request.options)]
    harnesses = [harness_of(request.backend, model) for model in sorted({job.model for job in plan.jobs})]
    parts += [repr((harness.profile, harness.effort, harness.cli_version)) for harness in harnesses]
    if request.judge is not None:
        cases = judged_cases(request, plan)
        parts += sorted({name for model, case in cases if (name := request.judge.name(case, model))})
    parts += ["" if side is None else repr(sorted(side.hashes.items())) for side in (request.base, request.head)]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
