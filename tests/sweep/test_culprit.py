"""Where several descriptions changed, confirmed cases are run with one of them put back: who took the prompts?"""

from dataclasses import replace

import pytest

from skill_evals.app.sweep.nouns import ArmSide
from skill_evals.model.comparison import CaseComparison, Comparison, ComparisonOutcome
from skill_evals.model.config import RunConfig
from skill_evals.model.evidence import Stage
from skill_evals.model.skill import Skill
from skill_evals.run.ports.request import RunRequest

from .worlds import Answer, Backend, MemoryJournal, queries, side, swept

TEA = queries(**{f"tea_{n}": True for n in range(4)}, **{f"cake_{n}": False for n in range(4)})
BREAD = queries(**{f"bread_{n}": True for n in range(4)}, **{f"pie_{n}": False for n in range(4)})


def listing(**descriptions: str) -> ArmSide:
    """Both suites, and skills with these descriptions; a skill that has none is not there."""
    both = side({"brew-tea": TEA, "bake-bread": BREAD})
    skills = {name.replace("_", "-"): words for name, words in descriptions.items()}
    listed = [described(name, words) for name, words in skills.items()]
    suites = tuple(
        replace(one, skill=next(skill for skill in listed if skill.name == one.target))
        for one in both.project.suites
        if one.target in skills
    )
    return ArmSide(project=replace(both.project, skills=tuple(listed), suites=suites))


def described(name: str, words: str) -> Skill:
    from .worlds import skill

    known = skill(name)
    return replace(known, surface=replace(known.surface, description=words, digest=words))


BASE = listing(bake_bread="bread", brew_tea="tea", serve="plates")


def greedy(thief: str) -> Answer:
    """``tea 1`` activates brew-tea, unless the thief's description says that it wants all."""

    def answer(request: RunRequest) -> str:
        assert request.trigger is not None
        words = {skill.name: skill.surface.description for skill in request.catalogue.skills}
        kind = request.trigger.query.split()[0]
        if kind not in ("tea", "bread"):
            return "-"
        if "everything" in words.get(thief, ""):
            return thief
        return "brew-tea" if kind == "tea" else "bake-bread"

    return answer


def broken(comparison: Comparison) -> list[CaseComparison]:
    return [case for family in comparison.families for case in family.cases if case.confirmed]


def test_the_one_that_took_the_prompts_is_named_with_its_counts() -> None:
    head = listing(bake_bread="bread of today", brew_tea="tea of today", serve="plates and everything")
    backend = Backend(greedy("serve"))
    result = swept(backend, BASE, head)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    cases = broken(result.comparison)
    assert len(cases) == 8
    for case in cases:
        (tried,) = case.reverted
        assert (tried.skill, tried.change, tried.own, tried.returned) == ("serve", "changed", False, True)
        assert str(tried.count) == "12/12"
    assert result.stats.culprit == 8 * 12
    assert result.stats.case_runs == len([key for key in backend.cases() if key.stage is not Stage.CULPRIT])


def test_who_was_called_instead_is_tried_first_then_the_skill_itself() -> None:
    head = listing(bake_bread="bread of today", brew_tea="tea and nothing", serve="plates of today")

    def answer(request: RunRequest) -> str:
        words = {skill.name: skill.surface.description for skill in request.catalogue.skills}
        return "serve" if words["brew-tea"] != "tea" and greedy("")(request) == "brew-tea" else greedy("")(request)

    result = swept(Backend(answer), BASE, head)
    (case, *_) = broken(result.comparison)
    assert [(one.skill, one.own, one.returned, str(one.count)) for one in case.reverted] == [
        ("serve", False, False, "0/4"),
        ("brew-tea", True, True, "12/12"),
    ]


def test_no_single_one_brings_it_back() -> None:
    head = listing(bake_bread="bread and everything", brew_tea="tea", serve="plates and everything")

    def answer(request: RunRequest) -> str:
        assert request.trigger is not None
        greedy = [skill.name for skill in request.catalogue.skills if "everything" in skill.surface.description]
        kind = request.trigger.query.split()[0]
        if kind == "tea":
            return greedy[0] if greedy else "brew-tea"
        return "bake-bread" if kind == "bread" else "-"

    result = swept(Backend(answer), BASE, head)
    cases = broken(result.comparison)
    assert len(cases) == 4
    assert [[one.returned for one in case.reverted] for case in cases] == [[False, False]] * 4


@pytest.mark.parametrize(
    ("head", "change"),
    [
        (listing(bake_bread="bread of today", brew_tea="tea", serve="plates", snack="everything"), "added"),
        (listing(bake_bread="bread and everything", brew_tea="tea"), "changed"),
    ],
)
def test_skills_that_came_or_went_are_suspects_too(head: ArmSide, change: str) -> None:
    thief = "snack" if change == "added" else "bake-bread"
    result = swept(Backend(greedy(thief)), BASE, head)
    found = {one.change for case in broken(result.comparison) for one in case.reverted if one.returned}
    assert found == {change}


def test_a_skill_that_went_is_put_back_among_the_others() -> None:
    def answer(request: RunRequest) -> str:
        names = [skill.name for skill in request.catalogue.skills]
        return greedy("")(request) if "serve" in names else "-"

    backend = Backend(answer)
    result = swept(backend, BASE, listing(bake_bread="bread of today", brew_tea="tea"))
    found = {(one.skill, one.change) for case in broken(result.comparison) for one in case.reverted if one.returned}
    assert found == {("serve", "removed")}
    listings = [request.catalogue for request in backend.asked if request.key.reverted.endswith("/serve")]
    assert {tuple(skill.name for skill in one.skills) for one in listings} == {("bake-bread", "brew-tea", "serve")}


def test_a_single_change_needs_no_inquiry() -> None:
    backend = Backend(greedy("serve"))
    result = swept(backend, BASE, listing(bake_bread="bread", brew_tea="tea", serve="plates and everything"))
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert not any(key.stage is Stage.CULPRIT for key in backend.cases())


HEAD = listing(bake_bread="bread of today", brew_tea="tea of today", serve="plates and everything")


def test_a_deterministic_backend_is_asked_once() -> None:
    backend = Backend(greedy("serve"), deterministic=True)
    result = swept(backend, BASE, HEAD)
    assert {str(one.count) for case in broken(result.comparison) for one in case.reverted} == {"1/1"}
    assert result.stats.culprit == 8


def test_a_recording_without_such_runs_says_nothing_of_it_and_stays_whole() -> None:
    def answer(request: RunRequest) -> str:
        return "missing" if request.key.stage is Stage.CULPRIT else greedy("serve")(request)

    result = swept(Backend(answer), BASE, HEAD)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert not any(case.reverted for case in broken(result.comparison))
    assert result.stats.errored == result.stats.culprit == 0
    assert not any(one.key.stage is Stage.CULPRIT for one in result.evidence)


def test_errors_in_it_are_in_no_count_of_errors() -> None:
    def answer(request: RunRequest) -> str:
        return "error" if request.key.stage is Stage.CULPRIT else greedy("serve")(request)

    result = swept(Backend(answer), BASE, HEAD)
    assert not any(case.reverted for case in broken(result.comparison))
    assert result.stats.errored == 0


def test_what_the_budget_does_not_hold_is_said_and_the_sweep_is_whole() -> None:
    decides = len([key for key in swept_keys() if key.stage is not Stage.CULPRIT])
    controls = 4
    most = decides + controls + 3 * 12
    result = swept(Backend(greedy("serve")), BASE, HEAD, run=RunConfig(jobs=1, max_calls=most, max_cost_usd=100.0))
    assert result.stats.partial is None
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert [len(case.reverted) for case in broken(result.comparison)].count(1) == 3
    (note,) = result.comparison.notes
    assert note.endswith("not asked to the end: its runs do not fit the budget that is left")


def swept_keys() -> list:  # type: ignore[type-arg]
    backend = Backend(greedy("serve"))
    swept(backend, BASE, HEAD)
    return backend.cases()


def test_a_sweep_that_is_resumed_pays_for_none_of_it_again() -> None:
    journal = MemoryJournal()
    first = swept(Backend(greedy("serve")), BASE, HEAD, journal=journal)
    again = Backend(greedy("serve"))
    second = swept(again, BASE, HEAD, journal=MemoryJournal(journal.kept))
    assert second.comparison == first.comparison
    assert again.asked == []
