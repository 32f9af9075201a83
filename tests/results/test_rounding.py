"""Half away from zero, on the scaled float."""

import math

import pytest

from skill_evals.results.rounding import half_away, round1, round6


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(0.25, 0.3), (0.35, 0.4), (-0.25, -0.3), (2.0, 2.0), (1.05, 1.1), (0.04999, 0.0), (5.9, 5.9)],
)
def test_tenths_are_rounded_away_from_zero(value: float, rounded: float) -> None:
    assert round1(value) == rounded


@pytest.mark.parametrize(
    ("value", "rounded"), [(2 / 3, 0.666667), (1 / 3, 0.333333), (0.0000005, 0.000001), (-0.0000005, -0.000001)]
)
def test_millionths_are_rounded_away_from_zero(value: float, rounded: float) -> None:
    assert round6(value) == rounded


def test_ties_leave_zero_where_python_goes_to_even() -> None:
    assert [half_away(v) for v in (0.5, 1.5, 2.5, -0.5, -2.5)] == [1, 2, 3, -1, -3]


def test_just_below_a_half_stays_below() -> None:
    assert half_away(0.49999999999999994) == 0


def test_the_sign_of_zero_is_kept() -> None:
    assert math.copysign(1, round6(-0.0)) == -1
    assert math.copysign(1, round1(-0.01)) == -1
