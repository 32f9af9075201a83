"""Small pull requests: two skills of one plugin, their suites at the base and at the head, and a backend with a script."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from memory_journal import MemoryJournal as MemoryJournal  # noqa: PLC0414 -- tests take it from here
from skill_evals.app.sweep.nouns import ArmSide, SweepRequest, SweepResult
from skill_evals.app.sweep.sweep import run_sweep
from skill_evals.grade.trigger import grade_trigger
from skill_evals.model.config import RunConfig
from skill_evals.model.evidence import Evidence, Outcome, RunKey, Stage, Usage
from skill_evals.model.plan import Forecast, Job, Plan
from skill_evals.model.skill import Attribution, Project, Skill, Surface
from skill_evals.model.suite import EvalCase, Suite, Tier, TriggerCase
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.ports.request import RunRequest

MODEL = "some/model"
FREE = Forecast(calls_low=0, calls_high=0, usd_low=None, usd_high=None)
Answer = Callable[[RunRequest], str]


def skill(name: str) -> Skill:
    return Skill(
        name=name,
        directory=f"kitchen/skills/{name}",
        path=f"kitchen/skills/{name}/SKILL.md",
        surface=Surface(name=name, description=f"about {name}", digest=name),
        plugin="kitchen",
        plugin_dir="kitchen",
    )


def queries(**labels: bool) -> tuple[TriggerCase, ...]:
    """``tea_1=True`` is the query ``tea 1``, which must activate the skill."""
    return tuple(
        TriggerCase(key=text, query=text, should_trigger=label, at=(), query_at=(), label_at=())
        for text, label in ((name.replace("_", " "), label) for name, label in labels.items())
    )


def tasks(**prompts: str) -> tuple[EvalCase, ...]:
    return tuple(
        EvalCase(key=name, id=name, prompt=prompt, at=(), fields={"id": name, "prompt": prompt})
        for name, prompt in prompts.items()
    )


def suite_path(of: str, tier: Tier = Tier.TRIGGERS) -> str:
    return f"kitchen/evals/{of}/{tier}.json"


def side(
    triggers: Mapping[str, Sequence[TriggerCase]], evals: Mapping[str, Sequence[EvalCase]] | None = None
) -> ArmSide:
    """An arm's tree: the suites by skill."""
    skills = {name: skill(name) for name in (*triggers, *(evals or {}))}
    suites = [_suite(of, Tier.TRIGGERS, triggers=tuple(cases)) for of, cases in triggers.items()]
    suites += [_suite(of, Tier.EVALS, evals=tuple(cases)) for of, cases in (evals or {}).items()]
    attributed = tuple(
        Attribution(suite=suite, skill=skills[suite.path.split("/")[2]], target=suite.path.split("/")[2], reason="")
        for suite in suites
    )
    return ArmSide(
        project=Project(layout="marketplace", skills=tuple(skills.values()), suites=attributed, unchecked=())
    )


def _suite(of: str, tier: Tier, *, triggers: tuple[TriggerCase, ...] = (), evals: tuple[EvalCase, ...] = ()) -> Suite:
    path = suite_path(of, tier)
    return Suite(path=path, dialect="evolve", tier=tier, cases_at=(), reason="", triggers=triggers, evals=evals)


def plan(*sides: ArmSide | None, forecast: Forecast = FREE) -> Plan:
    """A job for every suite of these trees, with all its cases."""
    cases: dict[tuple[str, Tier], dict[str, None]] = {}
    for one in sides:
        for found in one.project.suites if one is not None else ():
            suite = found.suite
            keys = cases.setdefault((suite.path, suite.tier), {})
            keys.update(dict.fromkeys([*(case.key for case in suite.triggers), *(case.key for case in suite.evals)]))
    jobs = tuple(job(path, tier, tuple(keys), forecast=forecast) for (path, tier), keys in cases.items())
    return Plan(base="b", head="h", jobs=jobs, skips=(), total=forecast)


def job(path: str, tier: Tier, cases: tuple[str, ...], of: Skill | None = None, *, forecast: Forecast = FREE) -> Job:
    """``of``: the skill, where the suite's folder does not say it."""
    of = of or skill(path.split("/")[2])
    return Job(
        skill=of.name,
        skill_dir=of.directory,
        plugin=of.plugin,
        tier=tier,
        model=MODEL,
        suite=path,
        cases=cases,
        reasons=(),
        forecast=forecast,
    )


def grade(request: RunRequest, found: Evidence) -> RunVerdict:
    """Tier 2: a task is done where the agent said so."""
    if request.trigger is not None:
        return grade_trigger(request.trigger, request.target, found)
    if not found.outcome.measured:
        return RunVerdict(state=State.ERROR, reason=found.detail)
    return RunVerdict(state=State.PASS if found.final_text == "done" else State.FAIL, reason=found.final_text)


class Backend:
    """``answer``: the skill that is activated, ``-`` for none, ``error``, ``missing`` (not recorded), or a task's last
    words. Controls do as they must unless ``controls`` says otherwise."""

    name = "scripted"
    free = False
    tiers = frozenset({Tier.TRIGGERS, Tier.EVALS})

    def __init__(
        self, answer: Answer, *, controls: Answer | None = None, deterministic: bool = False, usd: float = 0.01
    ) -> None:
        self.deterministic = deterministic
        self.asked: list[RunRequest] = []
        self._answer = answer
        self._controls = controls or right_control
        self._usd = usd

    def model_keys(self) -> tuple[str, ...]:
        return (MODEL,)

    async def run(self, request: RunRequest) -> Evidence:
        self.asked.append(request)
        await asyncio.sleep(0)
        is_control = request.key.stage is Stage.CONTROL
        return self._evidence(request, (self._controls if is_control else self._answer)(request))

    def cases(self) -> list[RunKey]:
        return [request.key for request in self.asked if request.key.stage is not Stage.CONTROL]

    def _evidence(self, request: RunRequest, words: str) -> Evidence:
        key, usage = request.key, Usage(calls=1, usd=self._usd)
        if words in ("error", "missing"):
            detail = "not recorded: no such run" if words == "missing" else "the service is down"
            return Evidence(key=key, outcome=Outcome.ERROR, detail=detail, usage=usage)
        if request.task is not None:
            return Evidence(key=key, outcome=Outcome.FINISHED, final_text=words, usage=usage)
        if words == "-":
            return Evidence(key=key, outcome=Outcome.NO_SKILL, usage=usage)
        outcome = Outcome.ACTIVATED if words == request.target else Outcome.OTHER_SKILL
        return Evidence(key=key, outcome=outcome, activations=(words,), usage=usage)


def right_control(request: RunRequest) -> str:
    assert request.trigger is not None
    return request.target if request.trigger.should_trigger else "-"


def by_first_word(request: RunRequest) -> str:
    """``tea 1`` activates brew-tea, ``bread 2`` bake-bread, anything else nothing."""
    assert request.trigger is not None
    skills = {"tea": "brew-tea", "bread": "bake-bread"}
    return skills.get(request.trigger.query.split()[0], "-")


class Clock:
    def monotonic(self) -> float:
        return 0.0

    def now(self) -> str:
        return "2026-01-01T00:00:00Z"


def swept(
    backend: Backend, base: ArmSide | None, head: ArmSide, *, run: RunConfig | None = None, **more: object
) -> SweepResult:
    request = {
        "plan": plan(head, base),
        "base": base,
        "head": head,
        "backend": backend,
        "grade": grade,
        "clock": Clock(),
        "run": run or RunConfig(jobs=3, max_cost_usd=100.0),
    }
    return run_sweep(SweepRequest(**(request | more)))  # type: ignore[arg-type]  # tests name real members
