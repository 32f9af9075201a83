"""A simulated pull request for the gate benchmark: families, queries with known rates, and a backend that draws."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from skill_evals.app.sweep.nouns import ArmSide, FamilyKey, StoredVerdict, SweepRequest
from skill_evals.grade.trigger import grade_trigger
from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.comparison import Count
from skill_evals.model.config import Config, RunConfig
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage, Usage
from skill_evals.model.plan import Plan
from skill_evals.model.skill import Attribution, Project, Skill, Surface
from skill_evals.model.suite import Suite, Tier, TriggerCase
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.plan.nouns import BackendTraits, Side
from skill_evals.plan.planner import make_plan
from skill_evals.run.ports.request import RunRequest

MODEL = "simulated/model"
CONFIG = Config(run=RunConfig(backend="simulated", jobs=1))
ONE_CALL = Usage(calls=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """``base`` and ``head``: chance that one run of the arm activates the skill."""

    should_trigger: bool
    base: float
    head: float


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Families of queries; ``stored`` gives the rates at which reusable base verdicts were recorded."""

    families: tuple[tuple[Query, ...], ...]
    stored: Callable[[Query], float] | None = None
    lost: float = 0.0
    """Share of the head arm's activated runs that end in an error instead."""


class Clock:
    def monotonic(self) -> float:
        return 0.0

    def now(self) -> str:
        return "2026-01-01T00:00:00Z"


class Simulated:
    """Draws each run from the rate of its query and arm; controls do as they must."""

    name = "simulated"
    deterministic = False
    free = True
    tiers = frozenset({Tier.TRIGGERS})

    def __init__(self, world: World, chance: random.Random) -> None:
        self._random = chance.random
        self._lost = world.lost
        self._rates = {
            (arm, _suite(n), _query(n, k)): query.base if arm is Arm.BASE else query.head
            for n, family in enumerate(world.families)
            for k, query in enumerate(family)
            for arm in (Arm.BASE, Arm.HEAD)
        }

    def model_keys(self) -> tuple[str, ...]:
        return (MODEL,)

    async def run(self, request: RunRequest) -> Evidence:
        key = request.key
        if key.stage is Stage.CONTROL:
            expected = request.trigger is not None and request.trigger.should_trigger is True
            return (
                _evidence(key, request.target)
                if expected
                else Evidence(key=key, outcome=Outcome.NO_SKILL, usage=ONE_CALL)
            )
        if self._random() >= self._rates[key.arm, key.suite, key.case]:
            return Evidence(key=key, outcome=Outcome.NO_SKILL, usage=ONE_CALL)
        if self._lost and key.arm is Arm.HEAD and self._random() < self._lost:
            return Evidence(key=key, outcome=Outcome.ERROR, detail="simulated", usage=ONE_CALL)
        return _evidence(key, request.target)


def _evidence(key: RunKey, target: str) -> Evidence:
    return Evidence(key=key, outcome=Outcome.ACTIVATED, activations=(target,), usage=ONE_CALL)


def grade(request: RunRequest, evidence: Evidence) -> RunVerdict:
    if request.trigger is None:
        raise ValueError("only triggers are simulated")
    return grade_trigger(request.trigger, request.target, evidence)


def request_of(world: World, seed: int) -> SweepRequest:
    """Every skill's description changed; what that did to the rates is the world's secret."""
    chance = random.Random(seed)
    backend = Simulated(world, chance)
    base, head = (_project(world, description) for description in ("before", "after"))
    return SweepRequest(
        plan=_plan(base, head, backend),
        head=ArmSide(project=head),
        base=ArmSide(project=base),
        backend=backend,
        grade=grade,
        clock=Clock(),
        gate=CONFIG.gate,
        run=CONFIG.run,
        stored=_stored(world, chance),
    )


def _project(world: World, description: str) -> Project:
    skills = tuple(_skill(n, description) for n in range(len(world.families)))
    suites = tuple(
        Attribution(suite=_suite_of(n, family), skill=skills[n], target=skills[n].name, reason="simulated")
        for n, family in enumerate(world.families)
    )
    return Project(layout="loose", skills=skills, suites=suites, unchecked=())


def _plan(base: Project, head: Project, backend: Simulated) -> Plan:
    changes = ChangeSet(
        base="0" * 40,
        head="1" * 40,
        base_reason="simulated",
        dirty=False,
        changes=tuple(Change(kind=ChangeKind.MODIFIED, path=s.path, old_path=s.path) for s in head.skills),
    )
    traits = BackendTraits(
        name=backend.name,
        deterministic=backend.deterministic,
        free=backend.free,
        tiers=frozenset(backend.tiers),
        model_keys=backend.model_keys(),
    )
    plan = make_plan(Side(project=head), Side(project=base), changes, CONFIG, traits)
    planned = sum(len(job.cases) for job in plan.jobs)
    if planned != sum(len(found.suite.triggers) for found in head.suites):
        raise AssertionError(f"the plan holds {planned} cases, which are not all: {plan.skips}")
    return plan


def _suite(family: int) -> str:
    return f"skill-{family}/evals/triggers.json"


def _query(family: int, number: int) -> str:
    return f"query {number} of skill {family}"


def _skill(family: int, description: str) -> Skill:
    name = f"skill-{family}"
    surface = Surface(name=name, description=description, digest=description)
    return Skill(name=name, directory=name, path=f"{name}/SKILL.md", surface=surface, plugin_dir=name, plugin=name)


def _suite_of(family: int, queries: tuple[Query, ...]) -> Suite:
    cases = tuple(
        TriggerCase(
            key=_query(family, k),
            query=_query(family, k),
            should_trigger=query.should_trigger,
            at=(k,),
            query_at=(k, "query"),
            label_at=(k, "should_trigger"),
        )
        for k, query in enumerate(queries)
    )
    return Suite(
        path=_suite(family), dialect="evolve", tier=Tier.TRIGGERS, cases_at=(), reason="simulated", triggers=cases
    )


def _stored(world: World, chance: random.Random) -> dict[FamilyKey, dict[str, StoredVerdict]]:
    if world.stored is None:
        return {}
    runs = CONFIG.gate.triggers.runs
    stored: dict[FamilyKey, dict[str, StoredVerdict]] = {}
    for n, family in enumerate(world.families):
        verdicts = {}
        for k, query in enumerate(family):
            hits = sum(chance.random() < world.stored(query) for _ in range(runs))
            correct = hits if query.should_trigger else runs - hits
            state = State.PASS if 2 * correct > runs else State.FAIL
            verdicts[_query(n, k)] = StoredVerdict(state=state, count=Count(correct=correct, valid=runs))
        stored[_suite(n), _skill(n, "").directory, Tier.TRIGGERS, MODEL] = verdicts
    return stored
