"""Calls that need not be made: stored verdicts of the base, and queries that several suites share."""

from skill_evals.app.sweep.nouns import StoredVerdict
from skill_evals.model.comparison import ComparisonOutcome, Count
from skill_evals.model.evidence import Arm, Stage
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State
from skill_evals.run.ports.request import RunRequest

from .worlds import MODEL, Backend, by_first_word, queries, side, suite_path, swept

TEN = side({"brew-tea": queries(**{f"tea_{n}": True for n in range(10)})})
FAMILY = (suite_path("brew-tea"), "kitchen/skills/brew-tea", Tier.TRIGGERS, MODEL)


def stored(*failed: str) -> dict[object, dict[str, StoredVerdict]]:
    verdicts = {f"tea {n}": StoredVerdict(state=State.PASS, count=Count(correct=3, valid=3)) for n in range(10)}
    verdicts |= {key: StoredVerdict(state=State.FAIL, count=Count(correct=0, valid=3)) for key in failed}
    return {FAMILY: verdicts}


def test_stored_verdicts_of_the_base_are_not_measured_again() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, TEN, TEN, stored=stored())
    assert {key.arm for key in backend.cases()} == {Arm.HEAD}
    assert (result.stats.case_runs, result.stats.naive, result.stats.reused_cases) == (20, 60, 10)
    assert result.families[0].base_reused
    assert result.families[0].base_reason == "reused from the results committed at the merge base"
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED


def test_a_move_against_a_stored_verdict_is_confirmed_by_fresh_runs_of_both_arms() -> None:
    def fallen(request: RunRequest) -> str:
        return "-" if request.key.arm is Arm.HEAD and request.key.case == "tea 1" else by_first_word(request)

    backend = Backend(fallen)
    result = swept(backend, TEN, TEN, stored=stored())
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert {key.stage for key in backend.cases() if key.arm is Arm.BASE} == {Stage.CONFIRM}
    assert [control.arm for control in result.controls] == [Arm.HEAD, Arm.BASE]


def test_a_stored_verdict_that_was_luck_fails_nobody() -> None:
    always_silent = Backend(lambda request: "-" if request.key.case == "tea 1" else by_first_word(request))
    result = swept(always_silent, TEN, TEN, stored=stored())
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    assert result.comparison.families[0].sets[0].stopped_at_look


def test_stored_verdicts_that_differ_from_the_head_in_many_cases_are_dropped() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, TEN, TEN, stored=stored("tea 0", "tea 1", "tea 2"))
    assert not result.families[0].base_reused
    assert result.families[0].base_reason.startswith("run live, since the committed results differ")
    assert len([key for key in backend.cases() if key.arm is Arm.BASE]) == 20
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    assert result.comparison.families[0].sets == ()


def test_where_stored_verdicts_are_dropped_what_was_measured_already_is_not_measured_again() -> None:
    known = stored("tea 0", "tea 1", "tea 2")[FAMILY]
    some = {FAMILY: {case: verdict for case, verdict in known.items() if case != "tea 9"}}
    backend = Backend(by_first_word)
    result = swept(backend, TEN, TEN, stored=some)
    assert not result.families[0].base_reused
    asked = [key for key in backend.cases() if key.arm is Arm.BASE]
    assert len(asked) == len(set(asked)) == 20


def test_only_the_cases_without_a_stored_verdict_run_in_the_base_arm() -> None:
    some = {FAMILY: dict(list(stored()[FAMILY].items())[:7])}
    backend = Backend(by_first_word)
    swept(backend, TEN, TEN, stored=some)
    assert {key.case for key in backend.cases() if key.arm is Arm.BASE} == {"tea 7", "tea 8", "tea 9"}


def test_a_query_of_several_suites_is_asked_once_an_arm() -> None:
    shared = side({"brew-tea": queries(tea_1=True), "bake-bread": queries(tea_1=False, bread_1=True)})
    backend = Backend(by_first_word)
    result = swept(backend, shared, shared)
    assert len([key for key in backend.cases() if key.case == "tea 1"]) == 2 * 2
    assert result.stats.shared == 2 * 2
    bread = result.families[1].cases[0]
    assert (bread.id, bread.head.state) == ("tea 1", State.PASS)
    assert [one.outcome.value for one in bread.head.screening] == ["other-skill", "other-skill"]


def test_results_are_written_from_fresh_runs_where_there_are_any() -> None:
    def fallen(request: RunRequest) -> str:
        return "-" if request.key.arm is Arm.HEAD and request.key.case == "tea 1" else by_first_word(request)

    cases = {case.id: case for case in swept(Backend(fallen), TEN, TEN).families[0].cases}
    assert cases["tea 1"].head.best_count == Count(correct=0, valid=12)
    assert len(cases["tea 1"].head.best_evidence) == 12
    assert cases["tea 2"].head.best_count == Count(correct=2, valid=2)
