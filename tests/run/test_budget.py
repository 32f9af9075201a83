"""A call is reserved before it is made, and the cap holds."""

from dataclasses import replace

import pytest

from skill_evals.model.evidence import RunKey, Stage
from skill_evals.model.suite import Tier
from skill_evals.run.budget import Budget, Caps

from .scripted import MODEL, ManualClock, evidence, request

KIND = (Tier.TRIGGERS, MODEL)
KEY = request().key


def spend(budget: Budget, usd: float) -> bool:
    reserved = budget.reserve(KEY)
    if reserved is None:
        return False
    budget.settle(evidence(KEY, "-", usd=usd), reserved)
    return True


def test_calls_under_way_count_before_they_end() -> None:
    budget = Budget(Caps(calls=2), ManualClock())
    assert budget.reserve(KEY) is not None
    assert budget.reserve(KEY) is not None
    assert budget.reserve(KEY) is None
    assert budget.stopped == "the cap of 2 calls was reached"


def test_dollars_are_reserved_at_the_price_of_the_forecast_and_then_of_the_dearest_run() -> None:
    budget = Budget(Caps(usd=1.0, usd_per_run={KIND: 0.1}), ManualClock())
    assert spend(budget, 0.4)
    assert spend(budget, 0.3)
    assert not spend(budget, 0.1)
    assert budget.stopped == "the cap of $1.00 was reached"
    assert budget.usd == pytest.approx(0.7)


def test_three_measured_runs_say_more_than_the_forecast() -> None:
    budget = Budget(Caps(usd=5.0, usd_per_run={KIND: 0.5}), ManualClock())
    assert spend(budget, 0.02)
    assert spend(budget, 0.03)
    assert not budget.fits({KIND: 24}), "two runs may have been cheap by chance"
    assert spend(budget, 0.02)
    assert budget.fits({KIND: 24})
    assert budget.fits({KIND: 164})
    assert not budget.fits({KIND: 165}), "each is taken for as dear as the dearest of them"
    spend(budget, 0.6)
    assert not budget.fits({KIND: 24}), "a dear one later counts as before"


@pytest.mark.parametrize(
    ("key", "outcome"), [(KEY, "error"), (replace(KEY, stage=Stage.CONTROL), "-")], ids=["errors", "controls"]
)
def test_what_measures_no_case_says_nothing_of_what_cases_cost(key: RunKey, outcome: str) -> None:
    budget = Budget(Caps(usd=5.0, usd_per_run={KIND: 0.5}), ManualClock())
    for _ in range(4):
        budget.charge(evidence(key, outcome, usd=0.001))
    assert not budget.fits({KIND: 10})


def test_minutes_are_counted_from_the_start() -> None:
    clock = ManualClock()
    budget = Budget(Caps(minutes=2), clock)
    clock.seconds = 119.0
    assert spend(budget, 0.0)
    assert budget.fits({KIND: 1})
    clock.seconds = 120.0
    assert not budget.fits({KIND: 1})
    assert not spend(budget, 0.0)
    assert budget.stopped == "the cap of 2 minutes was reached"


def test_a_set_fits_only_as_a_whole() -> None:
    budget = Budget(Caps(calls=10, usd=1.0, usd_per_run={KIND: 0.1}), ManualClock())
    assert budget.fits({KIND: 10})
    assert not budget.fits({KIND: 11})
    spend(budget, 0.2)
    assert budget.fits({KIND: 4})
    assert not budget.fits({KIND: 5})


def test_without_caps_everything_fits() -> None:
    budget = Budget(Caps(), ManualClock())
    assert budget.fits({KIND: 10**9})
    assert spend(budget, 1e6)
    assert budget.stopped is None


def test_the_first_reason_to_stop_stays() -> None:
    budget = Budget(Caps(calls=0), ManualClock())
    budget.stop("the credit is used up")
    assert budget.reserve(KEY) is None
    assert budget.stopped == "the credit is used up"
