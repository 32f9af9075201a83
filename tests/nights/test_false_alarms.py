"""How often one commit against itself regresses: a share of the nights that say anything, with its exact interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from nights.calendar import HEAD, night
from skill_evals.compare.binomial_interval import exact_interval
from skill_evals.compare.nights import of_nights
from skill_evals.model.night import NightKind


@st.composite
def shares(draw: st.DrawFn) -> tuple[int, int]:
    trials = draw(st.integers(1, 400))
    return draw(st.integers(0, trials)), trials


@given(share=shares(), confidence=st.sampled_from([0.8, 0.95, 0.999]))
def test_the_interval_is_that_of_clopper_and_pearson(share: tuple[int, int], confidence: float) -> None:
    expected = binomtest(*share).proportion_ci(confidence, method="exact")
    found = exact_interval(*share, confidence)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(share=shares())
def test_hits_and_misses_are_mirrored(share: tuple[int, int]) -> None:
    hits, trials = share
    found, mirrored = exact_interval(hits, trials), exact_interval(trials - hits, trials)
    assert (found.low, found.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-9)


def test_of_no_night_the_rate_may_be_anything() -> None:
    found = of_nights([]).same
    assert (found.rate, found.interval.low, found.interval.high) == (None, 0.0, 1.0)


def test_a_year_without_an_alarm_leaves_one_percent_open() -> None:
    found = of_nights(night(day) for day in range(200)).same
    assert (found.regressed, found.rate, found.interval.low) == (0, 0.0, 0.0)
    assert found.interval.high == pytest.approx(0.0183, abs=1e-4)
    assert not found.exceeds_alpha


@pytest.mark.parametrize("outcome", ["invalid", "partial", "no-baseline", None])
def test_what_was_not_measured_counts_neither_way(outcome: str | None) -> None:
    found = of_nights([night(1), night(2, outcome=outcome), night(3, outcome="regressed")]).same
    assert (found.nights, found.unmeasured, found.regressed, found.rate) == (2, 1, 1, 0.5)


def test_a_stored_arm_is_no_night() -> None:
    found = of_nights([night(1), night(2, outcome="regressed", is_live=False)]).same
    assert (found.nights, found.unmeasured, found.regressed) == (1, 1, 0)


def test_the_head_against_its_anchor_is_counted_apart() -> None:
    fallen = night(2, outcome="regressed", kind=NightKind.ANCHOR, head=HEAD)
    found = of_nights([night(1), fallen, night(2, outcome="improved")])
    assert (found.same.nights, found.same.regressed, found.same.improved) == (2, 0, 1)
    assert (found.anchor.nights, found.anchor.regressed) == (1, 1)


def test_more_alarms_than_promised_are_called_so_beyond_doubt_only() -> None:
    one = of_nights([night(day, outcome="regressed" if day == 3 else "unchanged") for day in range(20)]).same
    assert not one.exceeds_alpha, "1 of 20 may be chance at 1 %"
    many = of_nights([night(day, outcome="regressed" if day < 5 else "unchanged") for day in range(20)]).same
    assert many.exceeds_alpha
