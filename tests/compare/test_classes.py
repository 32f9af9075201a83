import pytest

from skill_evals.compare.classes import classify, is_flaky, passes
from skill_evals.model.comparison import CaseClass

from .families import case, count


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        ("3/3", "2/2", CaseClass.STILL_PASSING),
        ("2/2", "0/2", CaseClass.BROKEN),
        ("0/2", "2/2", CaseClass.FIXED),
        ("0/2", "1/3", CaseClass.STILL_FAILING),
        ("2/2", "0/0+6", CaseClass.ERRORED),
        ("0/0+6", "2/2", CaseClass.ERRORED),
        ("2/2", "0/0", CaseClass.ERRORED),
    ],
)
def test_class_by_screening_verdicts(base: str, head: str, expected: CaseClass) -> None:
    assert classify(case("a", base, head)) is expected


def test_new_is_what_the_base_lacks() -> None:
    assert classify(case("a", None, "2/2", compared=False)) is CaseClass.NEW


def test_a_removed_case_is_removed_only_while_it_has_not_moved() -> None:
    assert classify(case("a", "2/2", "2/2", removed=True)) is CaseClass.REMOVED
    assert classify(case("a", "2/2", None, removed=True)) is CaseClass.REMOVED
    assert classify(case("a", "2/2", "0/2", removed=True)) is CaseClass.BROKEN


@pytest.mark.parametrize(
    ("runs", "expected"), [("1/5", True), ("4/5", True), ("0/5", False), ("5/5", False), ("2/4", False), ("5/6", False)]
)
def test_flaky_is_a_fifth_to_four_fifths_of_at_least_five(runs: str, expected: bool) -> None:
    assert is_flaky([count(runs)]) is expected
    assert is_flaky([count("5/5"), count(runs)]) is expected


def test_a_tie_passes_where_use_is_expected_and_fails_where_silence_is() -> None:
    assert passes(count("6/12"), expects_use=True)
    assert not passes(count("6/12"), expects_use=False)
