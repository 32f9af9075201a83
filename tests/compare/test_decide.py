"""From screened families and their sets to an outcome."""

import pytest

from skill_evals.compare.decide import decide
from skill_evals.compare.screened import FamilyTests
from skill_evals.model.comparison import CaseClass, Comparison, ComparisonOutcome, Tally

from .families import case, family, fresh, put_to_test, with_sets

FELL = case("a", "2/2", "0/2")
HELD = case("b", "2/2", "2/2")
ROSE = case("c", "0/2", "2/2")
REAL_FALL = put_to_test("down", fresh("a", "12/12", "1/12"))
NO_ANSWER = put_to_test("down", fresh("a", "10/12", "5/12"))
REAL_RISE = put_to_test("up", fresh("c", "1/12", "12/12"))


def compared(*families: FamilyTests, deterministic: bool = False, partial: str | None = None) -> Comparison:
    return decide(families, alpha=0.01, deterministic=deterministic, partial=partial)


def test_a_fall_that_repeats_is_regressed_and_its_case_confirmed() -> None:
    found = compared(with_sets(family(FELL, HELD), REAL_FALL))
    (of_family,) = found.families
    assert found.outcome is of_family.outcome is ComparisonOutcome.REGRESSED
    assert [(c.id, c.case_class, c.confirmed) for c in of_family.cases] == [
        ("a", CaseClass.BROKEN, True),
        ("b", CaseClass.STILL_PASSING, False),
    ]
    assert str(of_family.cases[0].head_fresh) == "1/12"
    assert of_family.base == Tally(passed=2, failed=0, errored=0)
    assert of_family.head == Tally(passed=1, failed=1, errored=0)
    assert of_family.p_value == of_family.sets[0].p_value


def test_a_rejected_set_confirms_only_cases_whose_majorities_differ() -> None:
    both = put_to_test("down", fresh("a", "12/12", "0/12"), fresh("b", "12/12", "11/12"))
    (of_family,) = compared(with_sets(family(FELL, case("b", "2/2", "0/2")), both)).families
    assert [c.confirmed for c in of_family.cases] == [True, False]


def test_a_fall_that_cannot_be_told_from_noise_is_inconclusive_and_says_what_would_settle_it() -> None:
    found = compared(with_sets(family(FELL), NO_ANSWER))
    assert found.outcome is ComparisonOutcome.INCONCLUSIVE
    (result,) = found.families[0].sets
    assert not result.rejected
    assert result.settle_runs is not None
    assert 20 < result.settle_runs <= 40


def test_a_set_that_did_not_repeat_counts_as_unchanged() -> None:
    stopped = put_to_test("down", fresh("a", "4/4", "4/4"), stopped_at_look=True)
    found = compared(with_sets(family(FELL), stopped))
    assert found.outcome is ComparisonOutcome.UNCHANGED
    assert found.families[0].sets[0].p_value == 1.0


def test_a_set_that_was_not_run_leaves_the_question_open() -> None:
    found = compared(with_sets(family(FELL), put_to_test("down", run=False, reason="no budget")))
    assert found.outcome is ComparisonOutcome.INCONCLUSIVE
    assert found.families[0].notes == ("the down set was not run: no budget",)


def test_the_family_wise_rate_is_held_over_all_families_of_the_pull_request() -> None:
    weak = put_to_test("down", fresh("a", "11/12", "5/12"))
    alone = compared(with_sets(family(FELL), weak))
    assert alone.families[0].sets[0].p_value == pytest.approx(0.0136, abs=1e-3)
    clear = put_to_test("down", fresh("a", "11/12", "4/12"))
    assert compared(with_sets(family(FELL), clear)).outcome is ComparisonOutcome.REGRESSED
    others = [with_sets(family(FELL, skill=f"other-{n}"), put_to_test("down", run=False)) for n in range(3)]
    assert compared(with_sets(family(FELL), clear), *others).outcome is ComparisonOutcome.INCONCLUSIVE


def test_up_sets_have_a_holm_of_their_own() -> None:
    found = compared(with_sets(family(ROSE), REAL_RISE))
    assert found.outcome is ComparisonOutcome.IMPROVED
    assert found.families[0].p_value is None
    both = compared(with_sets(family(FELL, ROSE), REAL_FALL, REAL_RISE))
    assert both.outcome is ComparisonOutcome.REGRESSED
    assert both.improved_too


def test_errors_in_a_set_make_it_invalid_before_anything_else() -> None:
    lossy = put_to_test("down", fresh("a", "12/12", "0/6+6"))
    found = compared(with_sets(family(FELL), lossy), with_sets(family(FELL, skill="other"), REAL_FALL))
    assert found.outcome is ComparisonOutcome.INVALID
    assert not found.families[0].sets[0].rejected
    assert "6 of 12 runs of the head arm" in found.families[0].notes[0]


def test_a_faulty_control_makes_the_family_invalid() -> None:
    found = compared(with_sets(family(HELD, invalid="head arm: the control stayed silent")))
    assert found.outcome is ComparisonOutcome.INVALID
    assert found.families[0].notes == ("head arm: the control stayed silent",)


def test_outcomes_come_in_the_order_of_the_enumeration() -> None:
    no_base = with_sets(family(case("a", None, "2/2", compared=False), skill="new", has_base=False))
    inconclusive = with_sets(family(FELL, skill="open"), put_to_test("down", run=False))
    assert compared(no_base, inconclusive).outcome is ComparisonOutcome.NO_BASELINE
    assert compared(no_base, partial="the cap of 9 calls was reached").outcome is ComparisonOutcome.PARTIAL
    fallen = with_sets(family(FELL, skill="fallen"), REAL_FALL)
    assert compared(no_base, fallen, partial="cap").outcome is ComparisonOutcome.REGRESSED
    assert compared(with_sets(family(HELD))).outcome is ComparisonOutcome.UNCHANGED
    assert compared().outcome is ComparisonOutcome.UNCHANGED


def test_only_new_cases_of_a_known_suite_are_no_missing_baseline() -> None:
    found = compared(with_sets(family(case("a", None, "0/2", compared=False))))
    assert found.outcome is ComparisonOutcome.UNCHANGED
    assert found.families[0].cases[0].case_class is CaseClass.NEW


def test_a_case_that_errored_only_in_the_head_arm_is_listed_first() -> None:
    cases = [case(f"held {n}", "2/2", "2/2") for n in range(9)]
    found = compared(with_sets(family(*cases, case("lost", "2/2", "0/0+6"))))
    first = found.families[0].cases[0]
    assert (first.id, first.case_class, first.note) == ("lost", CaseClass.ERRORED, "in the head arm only")
    assert found.families[0].head == Tally(passed=9, failed=0, errored=1)
    assert found.outcome is ComparisonOutcome.UNCHANGED


def test_a_family_without_verdicts_for_many_cases_is_not_called_unchanged() -> None:
    found = compared(with_sets(family(HELD, case("lost", "2/2", "0/0+6"))))
    assert found.outcome is ComparisonOutcome.INCONCLUSIVE
    assert found.families[0].notes == ("1 of 2 cases reached no verdict in the head arm",)


def test_a_deterministic_backend_has_no_test_and_every_move_counts() -> None:
    found = compared(
        with_sets(
            family(FELL, HELD, ROSE),
            put_to_test("down", fresh("a", "0/0", "0/0")),
            put_to_test("up", fresh("c", "0/0", "0/0")),
        ),
        deterministic=True,
    )
    assert found.outcome is ComparisonOutcome.REGRESSED
    assert found.improved_too
    assert [c.confirmed for c in found.families[0].cases] == [True, False, True]
    assert found.families[0].p_value is None


def test_flaky_counts_screening_and_fresh_runs_of_an_arm_together() -> None:
    (of_family,) = compared(
        with_sets(family(case("a", "2/2", "1/3")), put_to_test("down", fresh("a", "4/4", "3/4")))
    ).families
    assert of_family.cases[0].flaky


def test_new_cases_that_errored_leave_the_comparison_standing_and_the_family_incomplete() -> None:
    lost = case("b (as edited)", None, "0/0+6", compared=False)
    (found,) = compared(with_sets(family(HELD, lost))).families
    assert (found.outcome, found.incomplete) == (ComparisonOutcome.UNCHANGED, True)
    (whole,) = compared(with_sets(family(HELD))).families
    assert not whole.incomplete


def test_where_all_is_new_and_errored_nothing_is_called_unchanged() -> None:
    (found,) = compared(with_sets(family(case("a", None, "0/0+6", compared=False)))).families
    assert (found.outcome, found.incomplete) == (ComparisonOutcome.INCONCLUSIVE, True)


def test_a_base_arm_that_did_not_fit_the_budget_is_incomplete() -> None:
    (found,) = compared(with_sets(family(case("a", None, "2/2"), over_budget=True))).families
    assert (found.outcome, found.incomplete) == (ComparisonOutcome.NO_BASELINE, True)
