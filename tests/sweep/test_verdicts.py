"""What a pull request did, as the sweep sees it from runs alone."""

from skill_evals.compare.gate import gate
from skill_evals.model.comparison import CaseClass, CaseComparison, ComparisonOutcome
from skill_evals.model.config import GateConfig
from skill_evals.model.evidence import Arm, Stage
from skill_evals.run.ports.request import RunRequest

from .worlds import Backend, by_first_word, queries, side, swept, tasks

TEA = queries(tea_1=True, tea_2=True, tea_3=True, tax_1=False, tax_2=False)
BREAD = queries(bread_1=True, bread_2=True, bread_3=True, tea_1=False)
SAME = side({"brew-tea": TEA, "bake-bread": BREAD})


def stolen(request: RunRequest) -> str:
    """In the head arm bake-bread takes two of brew-tea's prompts."""
    took = request.key.arm is Arm.HEAD and request.key.case in ("tea 1", "tea 2")
    return "bake-bread" if took else by_first_word(request)


def by_id(cases: tuple[CaseComparison, ...]) -> dict[str, CaseComparison]:
    return {case.id: case for case in cases}


def test_nothing_changed() -> None:
    result = swept(Backend(by_first_word), SAME, SAME)
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    assert {case.case_class for f in result.comparison.families for case in f.cases} == {CaseClass.STILL_PASSING}
    assert "this comparison sees a fall of 95% → 10% on one query in" in result.comparison.notes[0]
    assert [family.base_reason for family in result.families] == ["run live", "run live"]


def test_stolen_prompts_are_confirmed_and_the_thief_is_named() -> None:
    backend = Backend(stolen)
    result = swept(backend, SAME, SAME)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    tea, bread = result.comparison.families
    broken = by_id(tea.cases)["tea 1"]
    assert (broken.case_class, broken.confirmed, broken.activated_instead) == (CaseClass.BROKEN, True, "bake-bread")
    assert (str(broken.base), str(broken.head)) == ("2/2", "0/2")
    assert (str(broken.base_fresh), str(broken.head_fresh)) == ("12/12", "0/12")
    assert by_id(bread.cases)["tea 1"].case_class is CaseClass.BROKEN
    fresh = [key for key in backend.cases() if key.stage is Stage.CONFIRM]
    assert len(fresh) == 2 * 12 * 3
    assert gate(result.comparison, lint_errors=0, config=GateConfig(), backend="scripted", chosen_by_name=False).failed


def test_a_flip_that_does_not_repeat_is_dropped_at_the_look() -> None:
    def unlucky(request: RunRequest) -> str:
        key = request.key
        missed = (key.arm, key.stage, key.case) == (Arm.HEAD, Stage.SCREENING, "tea 1")
        return "-" if missed else by_first_word(request)

    backend = Backend(unlucky)
    result = swept(backend, SAME, SAME)
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    (dropped,) = result.comparison.families[0].sets
    assert (dropped.kind, dropped.stopped_at_look) == ("down", True)
    assert len([key for key in backend.cases() if key.stage is Stage.CONFIRM]) == 2 * 4


def test_an_edited_suite_hides_no_fall() -> None:
    kept = queries(tea_2=True, tea_3=True, tax_1=False, tax_2=False)
    flipped = queries(tea_1=False, tea_2=True, tea_3=True, tax_1=False, tax_2=False)
    for suite in (kept, flipped):
        result = swept(Backend(stolen), SAME, side({"brew-tea": suite, "bake-bread": BREAD}))
        found = by_id(result.comparison.families[0].cases)["tea 1"]
        assert result.comparison.outcome is ComparisonOutcome.REGRESSED
        assert (found.case_class, found.confirmed) == (CaseClass.BROKEN, True)
    edited = by_id(result.comparison.families[0].cases)["tea 1 (as edited)"]
    assert (edited.case_class, str(edited.head)) == (CaseClass.NEW, "2/2")


def test_what_only_the_head_has_runs_in_the_head_arm_alone_and_enters_no_test() -> None:
    backend = Backend(by_first_word)
    more = side({"brew-tea": (*TEA, *queries(soup_1=True)), "bake-bread": BREAD})
    result = swept(backend, SAME, more)
    found = by_id(result.comparison.families[0].cases)["soup 1"]
    assert (found.case_class, found.base, str(found.head)) == (CaseClass.NEW, None, "0/2")
    assert {key.arm for key in backend.cases() if key.case == "soup 1"} == {Arm.HEAD}
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED


def test_a_fall_in_every_case_that_flips_none_is_found_as_a_spread() -> None:
    def weaker(request: RunRequest) -> str:
        weak = request.key.arm is Arm.HEAD and request.key.index % 3 == 0
        return "-" if weak else by_first_word(request)

    many = side({"brew-tea": queries(**{f"tea_{n}": True for n in range(10)})})
    result = swept(Backend(weaker), many, many)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    (spread,) = result.comparison.families[0].sets
    assert (spread.kind, len(spread.cases)) == ("spread", 10)
    assert (str(spread.base_total), str(spread.head_total)) == ("120/120", "80/120")


def test_a_spread_set_is_not_run_where_the_down_set_says_it_already() -> None:
    def silenced(request: RunRequest) -> str:
        gone = request.key.arm is Arm.HEAD and request.key.case in ("tea 0", "tea 1", "tea 2")
        return "-" if gone else by_first_word(request)

    many = side({"brew-tea": queries(**{f"tea_{n}": True for n in range(10)})})
    backend = Backend(silenced)
    down, spread = swept(backend, many, many).comparison.families[0].sets
    assert (down.kind, down.rejected, spread.kind, spread.run) == ("down", True, "spread", False)
    assert not any(key.stage is Stage.SPREAD for key in backend.cases())


def test_better_prompts_are_improved() -> None:
    def learned(request: RunRequest) -> str:
        return "-" if request.key.arm is Arm.BASE and request.key.case == "tea 1" else by_first_word(request)

    result = swept(Backend(learned), side({"brew-tea": TEA}), side({"brew-tea": TEA}))
    assert result.comparison.outcome is ComparisonOutcome.IMPROVED
    assert by_id(result.comparison.families[0].cases)["tea 1"].confirmed


def test_a_deterministic_backend_runs_once_and_every_move_stands() -> None:
    backend = Backend(stolen, deterministic=True)
    result = swept(backend, SAME, SAME)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert {key.index for key in backend.cases()} == {0}
    assert {key.stage for key in backend.cases()} == {Stage.SCREENING}
    assert by_id(result.comparison.families[0].cases)["tea 1"].confirmed
    assert result.comparison.families[0].p_value is None


def test_tier_two_screens_once_and_confirms_its_falls_only() -> None:
    both = side({}, {"brew-tea": tasks(one="brew", two="pour", three="sip")})

    def worse(request: RunRequest) -> str:
        lost = (request.key.arm, request.key.case) in ((Arm.HEAD, "one"), (Arm.BASE, "two"))
        return "gave up" if lost else "done"

    backend = Backend(worse)
    result = swept(backend, both, both)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert {case.id: case.case_class for case in result.comparison.families[0].cases} == {
        "one": CaseClass.BROKEN,
        "two": CaseClass.FIXED,
        "three": CaseClass.STILL_PASSING,
    }
    assert [s.kind for s in result.comparison.families[0].sets] == ["down"]
    decides = [request for request in backend.asked if request.key.arm is not Arm.LIFT]
    assert len(decides) == 2 * 3 + 2 * 10
    assert {request.catalogue.skills[0].name for request in decides} == {"brew-tea"}


def test_without_a_base_the_head_runs_alone() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, None, SAME)
    assert result.comparison.outcome is ComparisonOutcome.NO_BASELINE
    assert {key.arm for key in backend.cases()} == {Arm.HEAD}
    assert result.families[0].base_reason == "there is no base to compare with"


def test_the_number_of_jobs_changes_nothing_in_what_is_found() -> None:
    from skill_evals.model.config import RunConfig

    one, many = (swept(Backend(stolen), SAME, SAME, run=RunConfig(jobs=jobs, max_cost_usd=100.0)) for jobs in (1, 16))
    assert one.comparison == many.comparison
    assert [e.key for e in one.evidence] == [e.key for e in many.evidence]
