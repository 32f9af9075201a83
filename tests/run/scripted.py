"""A backend that answers from a function, and the small worlds that requests need."""

import asyncio
from collections.abc import Callable

from memory_journal import MemoryJournal as MemoryJournal  # noqa: PLC0414 -- tests take it from here
from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage, Usage
from skill_evals.model.skill import Skill, Surface
from skill_evals.model.suite import Tier, TriggerCase
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.ports.request import Catalogue, RunRequest

POLICY = TierPolicy(runs=3, confirm_runs=12, look=4)
MODEL = "some/model"


def skill(name: str, *, plugin_dir: str = "", model_invocable: bool = True) -> Skill:
    surface = Surface(name=name, description=f"about {name}", model_invocable=model_invocable, digest=name)
    directory = f"skills/{name}"
    return Skill(name=name, directory=directory, path=f"{directory}/SKILL.md", surface=surface, plugin_dir=plugin_dir)


LISTING = Catalogue(skills=(skill("brew-tea"), skill("bake-bread")), digest="both")


def query(text: str = "a pot of tea", *, label: bool = True) -> TriggerCase:
    return TriggerCase(key=text, query=text, should_trigger=label, at=(), query_at=(), label_at=())


def request(
    case: TriggerCase | None = None,
    *,
    arm: Arm = Arm.HEAD,
    stage: Stage = Stage.SCREENING,
    suite: str = "a/triggers.json",
    target: str = "brew-tea",
    index: int = 0,
    listing: Catalogue = LISTING,
) -> RunRequest:
    trigger = case or query()
    key = RunKey(arm=arm, stage=stage, tier=Tier.TRIGGERS, model=MODEL, suite=suite, case=trigger.key, index=index)
    return RunRequest(key=key, catalogue=listing, target=target, trigger=trigger)


def evidence(key: RunKey, what: str, *, usd: float | None = None) -> Evidence:
    """``what``: the skill that was activated, ``-`` for none, ``error`` or ``budget``."""
    usage = Usage(calls=1, usd=usd)
    if what == "error":
        return Evidence(key=key, outcome=Outcome.ERROR, detail="the service is down", usage=usage)
    if what == "budget":
        return Evidence(key=key, outcome=Outcome.BUDGET, detail="the credit is used up", usage=usage)
    if what == "-":
        return Evidence(key=key, outcome=Outcome.NO_SKILL, usage=usage)
    return Evidence(key=key, outcome=Outcome.ACTIVATED, activations=(what,), usage=usage)


def grade(request: RunRequest, found: Evidence) -> RunVerdict:
    """Correct where the target was activated as the label says."""
    assert request.trigger is not None
    if not found.outcome.measured:
        return RunVerdict(state=State.ERROR, reason=found.detail)
    right = (request.target in found.activations) is request.trigger.should_trigger
    return RunVerdict(state=State.PASS if right else State.FAIL, reason="")


class Scripted:
    """``answer`` maps a request to what ``evidence`` takes; ``pause``: each run yields to the others before it ends."""

    name = "scripted"
    deterministic = False
    free = False
    tiers = frozenset({Tier.TRIGGERS, Tier.EVALS})

    def __init__(self, answer: Callable[[RunRequest], str], *, usd: float | None = None, pause: bool = False) -> None:
        self.asked: list[RunRequest] = []
        self.most_under_way = 0
        self._answer = answer
        self._usd = usd
        self._pause = pause
        self._under_way = 0

    def model_keys(self) -> tuple[str, ...]:
        return (MODEL,)

    async def run(self, request: RunRequest) -> Evidence:
        self.asked.append(request)
        self._under_way += 1
        self.most_under_way = max(self.most_under_way, self._under_way)
        if self._pause:
            await asyncio.sleep(0)
        self._under_way -= 1
        return evidence(request.key, self._answer(request), usd=self._usd)


class ManualClock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> str:
        return "2026-01-01T00:00:00Z"
