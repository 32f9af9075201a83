"""One file of queries that is about several skills: a family each, and a shared query is asked once."""

from dataclasses import replace

from skill_evals.app.sweep.nouns import ArmSide
from skill_evals.model.comparison import CaseClass, ComparisonOutcome
from skill_evals.model.evidence import Arm, RunKey
from skill_evals.model.plan import Plan
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier, TriggerCase
from skill_evals.run.ports.request import RunRequest

from .worlds import FREE, Backend, by_first_word, job, queries, side, skill, swept

PATH = "kitchen/evals/triggers.json"
LABELS = {"brew-tea": True, "bake-bread": False}
"""Who must activate on ``tea 1``."""


def about(name: str, label: bool) -> Attribution:
    cases: tuple[TriggerCase, ...] = tuple(replace(case, skill=name) for case in queries(tea_1=label))
    suite = Suite(path=PATH, dialect="trigger-set", tier=Tier.TRIGGERS, cases_at=(), reason="", triggers=cases)
    return Attribution(suite=suite, skill=skill(name), target=name, reason="its cases name the skill")


def shared(*names: str) -> ArmSide:
    """A tree with both skills, and one file about those named."""
    whole = side(dict.fromkeys(LABELS, ()))
    suites = tuple(about(name, LABELS[name]) for name in names)
    return replace(whole, project=replace(whole.project, suites=suites))


def both_jobs() -> Plan:
    jobs = tuple(job(PATH, Tier.TRIGGERS, ("tea 1",), skill(name)) for name in LABELS)
    return Plan(base="b", head="h", jobs=jobs, skips=(), total=FREE)


def stolen(request: RunRequest) -> str:
    return "bake-bread" if request.key.arm is Arm.HEAD else by_first_word(request)


def test_one_query_is_right_for_both_skills_and_is_asked_once() -> None:
    backend = Backend(by_first_word, deterministic=True)
    tree = shared(*LABELS)
    result = swept(backend, tree, tree, plan=both_jobs())
    families = {family.skill: family for family in result.comparison.families}
    assert {name: family.cases[0].should_trigger for name, family in families.items()} == LABELS
    assert {family.cases[0].case_class for family in families.values()} == {CaseClass.STILL_PASSING}
    assert (len(backend.cases()), result.stats.case_runs, result.stats.shared) == (2, 2, 2)


def test_a_stolen_query_breaks_both_families_of_the_file() -> None:
    tree = shared(*LABELS)
    result = swept(Backend(stolen, deterministic=True), tree, tree, plan=both_jobs())
    assert [(f.skill, f.outcome) for f in result.comparison.families] == [
        ("brew-tea", ComparisonOutcome.REGRESSED),
        ("bake-bread", ComparisonOutcome.REGRESSED),
    ]


def names(keys: list[RunKey]) -> set[str]:
    return {key.suite for key in keys if key.suite}


def test_the_keys_of_runs_tell_the_skills_apart() -> None:
    tree = shared(*LABELS)
    result = swept(Backend(by_first_word, deterministic=True), tree, tree, plan=both_jobs())
    assert names([one.key for one in result.evidence]) == {f"{PATH}#brew-tea", f"{PATH}#bake-bread"}


def test_a_skill_that_the_base_s_file_says_nothing_about_has_new_cases_there() -> None:
    result = swept(Backend(by_first_word), shared("brew-tea"), shared(*LABELS), plan=both_jobs())
    tea, bread = result.families
    assert tea.base_reason == "run live"
    assert bread.base_reason == "the base does not have these cases about this skill"
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
