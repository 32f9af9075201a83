"""Trees of one skill or a few, and the plan of what changed between two of them."""

from collections.abc import Iterable
from dataclasses import replace

from sides import changed, evals, side, skill, stored, task, triggers
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import AcceptStale, Config, RunConfig
from skill_evals.model.freshness import Freshness
from skill_evals.model.plan import Plan
from skill_evals.model.suite import Suite
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side
from skill_evals.plan.planner import make_plan

LEXICAL = BackendTraits(
    name="lexical", deterministic=True, free=True, tiers=frozenset({"triggers"}), model_keys=("local/lexical-x",)
)
REPLAY = BackendTraits(
    name="replay", deterministic=False, free=True, tiers=frozenset({"triggers", "evals"}), model_keys=("anthropic/m",)
)
NO_CHANGE = changed()
NO_OPTIONS = PlanOptions()
DEFAULTS = RunConfig()
CASES = {"one": True, "two": True, "three": False}
BODY = "plugins/p/skills/pdf/SKILL.md"
FRESH = dict.fromkeys(CASES, Freshness.FRESH)


def plan(
    head: Side,
    base: Side | None,
    changes: ChangeSet | None = NO_CHANGE,
    *,
    run: RunConfig = DEFAULTS,
    accept: Iterable[AcceptStale] = (),
    backend: BackendTraits = REPLAY,
    options: PlanOptions = NO_OPTIONS,
) -> Plan:
    return make_plan(head, base, changes, Config(run=run, accept_stale=tuple(accept)), backend, options)


def jobs(found: Plan) -> dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]:
    return {(job.skill, job.tier.value): (job.cases, job.reasons) for job in found.jobs}


def skips(found: Plan) -> dict[tuple[str, str], str]:
    return {(skip.skill, skip.tier.value): skip.reason for skip in found.skips}


def pdf(description: str = "reads PDF", suites: Iterable[Suite] = (triggers("pdf", CASES),)) -> Side:
    return side(skill("pdf", description), suites=suites)


def with_results(state: Freshness, *, description: str = "reads PDF", hits: int = 3, only: str | None = None) -> Side:
    fresh = {key: state if only in (None, key) else Freshness.FRESH for key in CASES}
    tree = pdf(description)
    return replace(tree, results=(stored("pdf", "anthropic/m", fresh, hits=hits),))


def family(changed_one: str = "does things") -> Side:
    """Two skills in a plugin, one in another, one that the model never sees."""
    skills = (
        skill("a", changed_one),
        skill("b"),
        skill("hidden", model_invocable=False),
        skill("far", plugin="q"),
    )
    return side(*skills, suites=[triggers(one.name, {f"ask {one.name}": True}) for one in skills])


def with_evals(*cases: str, content: str | None = None) -> Side:
    suite = evals("pdf", *(task(key) for key in cases or ("e1", "e2")))
    return side(skill("pdf"), suites=[suite], content={"pdf": content} if content else None)
