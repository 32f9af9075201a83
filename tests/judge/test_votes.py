"""Votes: more than half of those planned decide, held to every possible course of a vote."""

from itertools import product

import pytest

from skill_evals.grade.judge.votes import counted, is_settled
from skill_evals.model.evidence import Judgement

PASS, FAIL = Judgement(passed=True, evidence="p"), Judgement(passed=False, evidence="f")
ERROR = Judgement(passed=None, error="down")


@pytest.mark.parametrize("planned", [1, 3, 5])
def test_an_early_end_changes_no_verdict(planned: int) -> None:
    for course in product((PASS, FAIL, ERROR), repeat=planned):
        cast = next(course[:n] for n in range(1, planned + 1) if is_settled(course[:n], planned) or n == planned)
        whole = counted(course, planned)
        assert counted(cast, planned).passed is whole.passed
        majorities = [passed for passed in (True, False) if sum(v.passed is passed for v in course) * 2 > planned]
        assert whole.passed is next(iter(majorities), None)
        assert (whole.error is None) is bool(majorities)


def test_a_split_vote_says_so_and_a_unanimous_one_does_not() -> None:
    assert counted((PASS, PASS), 3) == PASS
    assert counted((FAIL, PASS, PASS), 3).evidence == "2 of 3 votes: p"


def test_without_a_majority_there_is_an_error_that_counts_the_votes() -> None:
    told = counted((PASS, FAIL, ERROR), 3)
    assert told.error == "no majority among 3 votes: 1 pass, 1 fail, 1 without a verdict (down)"
    assert counted((ERROR,), 1) == ERROR
