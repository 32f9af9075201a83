"""The exact test against scipy, and what must hold for any counts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact, hypergeom

from skill_evals.compare.exact import Stratum, excess, lower_tail, upper_tail
from skill_evals.model.comparison import Count


@st.composite
def counts(draw: st.DrawFn, most: int = 12) -> Count:
    valid = draw(st.integers(0, most))
    return Count(correct=draw(st.integers(0, valid)), valid=valid)


STRATA = st.lists(st.tuples(counts(), counts()), min_size=1, max_size=6)


def by_scipy(strata: list[Stratum]) -> tuple[float, float]:
    """P(H <= h) and P(H >= h) by convolving scipy's hypergeometrics over 0..n of each case."""
    pmf = np.array([1.0])
    head = 0
    for base, one in strata:
        if not base.valid + one.valid:
            continue
        total = base.correct + one.correct
        pmf = np.convolve(pmf, hypergeom.pmf(np.arange(one.valid + 1), base.valid + one.valid, total, one.valid))
        head += one.correct
    return float(pmf[: head + 1].sum()), float(pmf[head:].sum())


@settings(max_examples=200, deadline=None)
@given(STRATA)
def test_tails_are_those_of_convolved_hypergeometrics(strata: list[Stratum]) -> None:
    lower, upper = by_scipy(strata)
    assert lower_tail(strata) == pytest.approx(lower, abs=1e-9)
    assert upper_tail(strata) == pytest.approx(upper, abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(counts(), counts())
def test_one_case_is_fishers_test(base: Count, head: Count) -> None:
    table = [[head.correct, head.valid - head.correct], [base.correct, base.valid - base.correct]]
    assert lower_tail([(base, head)]) == pytest.approx(fisher_exact(table, alternative="less").pvalue, abs=1e-9)
    assert upper_tail([(base, head)]) == pytest.approx(fisher_exact(table, alternative="greater").pvalue, abs=1e-9)


@settings(max_examples=200)
@given(STRATA)
def test_tails_overlap_in_the_observed_value_alone(strata: list[Stratum]) -> None:
    both = lower_tail(strata) + upper_tail(strata)
    assert 1 < both <= 2 + 1e-12


@settings(max_examples=200)
@given(STRATA)
def test_exchanging_the_arms_exchanges_the_tails(strata: list[Stratum]) -> None:
    swapped = [(head, base) for base, head in strata]
    assert lower_tail(swapped) == pytest.approx(upper_tail(strata), abs=1e-12)
    assert excess(swapped) == -excess(strata)


@settings(max_examples=100)
@given(STRATA, st.integers(0, 12))
def test_a_case_without_runs_in_one_arm_says_nothing(strata: list[Stratum], valid: int) -> None:
    mute = (Count(correct=valid, valid=valid), Count(correct=0, valid=0))
    assert lower_tail([*strata, mute]) == pytest.approx(lower_tail(strata), abs=1e-12)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5))
def test_with_equal_runs_the_excess_has_the_sign_of_the_totals(pairs: list[tuple[int, int]]) -> None:
    strata = [(Count(correct=b, valid=5), Count(correct=h, valid=5)) for b, h in pairs]
    assert excess(strata) == Fraction(sum(h - b for b, h in pairs), 2)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("3/3", "0/3")], 0.05),
        ([("3/3", "0/3")] * 2, 0.0025),
        ([("3/3", "2/3")] * 5, 0.03125),
        ([("12/12", "0/12")], 1 / 2704156),
    ],
)
def test_the_tail_has_the_values_that_were_worked_out_by_hand(pairs: list[tuple[str, str]], expected: float) -> None:
    strata = [(_count(base), _count(head)) for base, head in pairs]
    assert lower_tail(strata) == pytest.approx(expected)


def test_without_cases_nothing_is_unusual() -> None:
    assert lower_tail([]) == 1.0
    assert upper_tail([]) == 1.0


def test_hundreds_of_runs_do_not_overflow() -> None:
    strata = [(Count(correct=40, valid=40), Count(correct=30, valid=40))] * 60
    assert 0 < lower_tail(strata) < 1e-100


def _count(text: str) -> Count:
    correct, _, valid = text.partition("/")
    return Count(correct=int(correct), valid=int(valid))
