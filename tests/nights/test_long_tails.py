"""In floats the tails are those of whole numbers, and the ends of what a float can hold are no trap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.compare.exact import Stratum, lower_tail, upper_tail
from skill_evals.compare.long_tails import long_tails
from skill_evals.model.comparison import Count


@st.composite
def counts(draw: st.DrawFn) -> Count:
    valid = draw(st.integers(1, 40))
    return Count(correct=draw(st.integers(0, valid)), valid=valid)


@given(strata=st.lists(st.tuples(counts(), counts()), max_size=6))
def test_they_are_those_of_whole_numbers(strata: list[Stratum]) -> None:
    assert long_tails(strata) == pytest.approx((lower_tail(strata), upper_tail(strata)), rel=1e-9)


def test_what_is_too_small_for_a_float_is_no_chance() -> None:
    fallen = (Count(correct=60, valid=60), Count(correct=0, valid=60))
    lower, upper = long_tails([fallen] * 40)
    assert lower == 0.0
    assert upper == pytest.approx(1.0)
    level = (Count(correct=30, valid=60), Count(correct=30, valid=60))
    assert sum(long_tails([level] * 40)) > 1, "what was counted is in both"
