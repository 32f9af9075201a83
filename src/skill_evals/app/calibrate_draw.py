"""What ``calibrate`` puts to its two backends: cases drawn from all labelled queries, half of them positives."""

import random
from dataclasses import dataclass, replace

from skill_evals.app.measure import MeasureRequest, arm_of, plan_of
from skill_evals.app.reading import Reading
from skill_evals.app.sweep.nouns import SweepRequest
from skill_evals.app.sweep.prepare import Preparation
from skill_evals.errors import UsageError
from skill_evals.grade.trigger import grade_trigger
from skill_evals.model.config import Config
from skill_evals.model.evidence import Arm, Evidence
from skill_evals.model.plan import Plan
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.plan.nouns import PlanOptions
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.clock import Clock
from skill_evals.run.ports.progress import Progress
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.ports.stop import Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrateRequest:
    """``first`` and ``second`` are the backends; ``most``: cases at most, half of them positives, drawn by ``seed``;
    ``runs``: of each case on each backend; ``wanted``: the least kappa.
    """

    reading: Reading
    config: Config
    first: Backend
    second: Backend
    clock: Clock
    most: int
    runs: int
    seed: int
    wanted: float
    skill: str | None = None
    progress: Progress | None = None
    stop: Stop | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The requests of the cases that were drawn, run 0 of each, and what all runs cost at least and at most."""

    model: str
    requests: tuple[RunRequest, ...]
    calls: int
    usd: tuple[float, float] | None
    """None: at a price that is not known."""


def draw(request: CalibrateRequest) -> Draw:
    """
    Raises:
        UsageError: there are no labelled queries, or no such skill.
    """
    plan = _plan(request)
    model = request.second.model_keys()[0]
    found = [one for one in _requests(request, plan) if one.key.model == model]
    polarities = [[one for one in found if is_positive(one) is wanted] for wanted in (True, False)]
    chance = random.Random(request.seed)  # noqa: S311 -- a subset that can be drawn again, and no secret
    half = request.most // 2
    counts = [min(len(polarities[0]), max(half, request.most - len(polarities[1])))]
    counts.append(min(len(polarities[1]), request.most - counts[0]))
    chosen = [one for of, count in zip(polarities, counts, strict=True) for one in chance.sample(of, count)]
    if not chosen:
        raise UsageError(
            "there is no query to ask", cure="calibrate where a suite says which prompts activate its skill"
        )
    runs = 2 * len(chosen) * request.runs
    return Draw(model=model, requests=tuple(chosen), calls=runs, usd=_foreseen(plan, runs))


def is_positive(request: RunRequest) -> bool:
    return request.trigger is not None and request.trigger.should_trigger is True


def _plan(request: CalibrateRequest) -> Plan:
    """Of every case: from these the sample is drawn."""
    options = PlanOptions(all=True, tier=Tier.TRIGGERS, skill=request.skill)
    return plan_of(
        MeasureRequest(
            head=request.reading,
            base=None,
            changes=None,
            config=replace(request.config, run=replace(request.config.run, max_cases=None)),
            backend=request.second,
            clock=request.clock,
            options=options,
        )
    )


def _requests(request: CalibrateRequest, plan: Plan) -> list[RunRequest]:
    """For the second backend, whose skills may have to be installed; the first leaves alone what it does not need."""
    preparation = Preparation(
        SweepRequest(
            plan=plan,
            head=arm_of(request.reading),
            base=None,
            backend=request.second,
            grade=_grade,
            clock=request.clock,
        )
    )
    families = [preparation.family(job) for job in plan.jobs]
    return [one for family in families for (arm, _), one in family.requests.items() if arm is Arm.HEAD]


def _grade(run: RunRequest, evidence: Evidence) -> RunVerdict:
    if run.trigger is None:
        return RunVerdict(state=State.SKIPPED, reason="only triggers are calibrated")
    return grade_trigger(run.trigger, run.target, evidence)


def _foreseen(plan: Plan, runs: int) -> tuple[float, float] | None:
    total = plan.total
    if total.usd_low is None or total.usd_high is None or not total.calls_low or not total.calls_high:
        return None
    return (runs * total.usd_low / total.calls_low, runs * total.usd_high / total.calls_high)
