"""The calls of a run are reserved one by one, and no cap is exceeded by more than the calls that were under way."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.model.evidence import Usage
from skill_evals.model.suite import Tier
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.meter import RunMeter

from .scripted import MODEL, ManualClock, evidence, request

KEY = request().key
KIND = (Tier.TRIGGERS, MODEL)


def begun(budget: Budget) -> RunMeter:
    meter = budget.reserve(KEY)
    assert meter is not None
    return meter


def test_calls_within_what_the_run_was_expected_to_cost_are_made_at_the_cap_too() -> None:
    budget = Budget(Caps(usd=1.0, usd_per_run={KIND: 0.5}), ManualClock())
    one, _other = begun(budget), begun(budget)
    assert budget.reserve(KEY) is None
    assert one.reserve(0.2) is None
    one.settle(0.2, 0.2)
    assert one.reserve(0.3) is None
    assert one.reserve(0.1) == "the cap of $1.00 was reached"


def test_what_one_run_does_not_use_another_may() -> None:
    budget = Budget(Caps(usd=1.0, usd_per_run={KIND: 0.5}), ManualClock())
    one, other = begun(budget), begun(budget)
    assert one.reserve(0.6) == "the cap of $1.00 was reached"
    budget.settle(evidence(KEY, "-", usd=0.1), other)
    assert one.reserve(0.6) is None


def test_every_call_counts_against_the_cap_on_calls() -> None:
    budget = Budget(Caps(calls=3), ManualClock())
    meter = begun(budget)
    assert [meter.reserve(0.0) for _ in range(4)] == [None, None, None, "the cap of 3 calls was reached"]
    assert budget.stopped == "the cap of 3 calls was reached"


def test_a_run_under_way_makes_no_further_call_once_the_sweep_was_stopped() -> None:
    budget = Budget(Caps(), ManualClock())
    meter = begun(budget)
    budget.stop("the credit is used up")
    assert meter.reserve(0.0) == "the credit is used up"


def test_nor_when_the_minutes_are_over() -> None:
    clock = ManualClock()
    budget = Budget(Caps(minutes=1), clock)
    meter = begun(budget)
    clock.seconds = 60.0
    assert meter.reserve(0.0) == "the cap of 1 minutes was reached"


def test_a_run_that_was_broken_off_may_have_been_paid_for() -> None:
    budget = Budget(Caps(usd=10.0), ManualClock())
    meter = begun(budget)
    meter.reserve(0.3)
    meter.settle(0.3, 0.2)
    meter.reserve(0.3)
    budget.abandon(meter)
    assert budget.calls == 2
    assert budget.usd == pytest.approx(0.5)


class Spending:
    """Runs side by side whose calls cost what chance says, at worst what nobody reserved."""

    def __init__(self, cap: float, calls: int, price: float) -> None:
        self.budget = Budget(Caps(usd=cap, calls=calls, usd_per_run={KIND: price}), ManualClock())
        self.under_way: list[tuple[RunMeter, list[float]]] = []
        """Every run with what its calls under way reserved."""
        self.paid = 0.0
        self.made = 0

    def begin(self) -> None:
        meter = self.budget.reserve(KEY)
        if meter is not None:
            self.under_way.append((meter, []))

    def call(self, which: int, usd: float) -> None:
        meter, reserved = self.under_way[which % len(self.under_way)]
        if meter.reserve(usd) is None:
            reserved.append(usd)
            self.made += 1

    def answer(self, which: int, usd: float | None) -> None:
        """None: what it reserved."""
        meter, reserved = self.under_way[which % len(self.under_way)]
        if reserved:
            held = reserved.pop()
            meter.settle(held, usd)
            self.paid += held if usd is None else usd

    def end(self, which: int) -> None:
        meter, reserved = self.under_way.pop(which % len(self.under_way))
        while reserved:
            meter.settle(reserved.pop(), 0.0)
        found = evidence(KEY, "-")
        self.budget.settle(replace(found, usage=Usage(calls=meter.calls, usd=meter.usd)), meter)


STEP = st.tuples(st.sampled_from(["begin", "call", "answer", "end"]), st.integers(0, 7), st.floats(0.0, 0.4))


@given(steps=st.lists(STEP, max_size=120), cap=st.floats(0.1, 2.0), calls=st.integers(1, 40), price=st.floats(0, 0.3))
def test_no_cap_is_exceeded_by_more_than_the_calls_under_way(
    steps: list[tuple[str, int, float]], cap: float, calls: int, price: float
) -> None:
    spending = Spending(cap, calls, price)
    for what, which, usd in steps:
        if what == "begin":
            spending.begin()
        elif spending.under_way and what == "end":
            spending.end(which)
        elif spending.under_way:
            before, open_calls = spending.paid, sum(len(reserved) for _, reserved in spending.under_way)
            getattr(spending, what)(which, usd)
            if what == "call" and before > cap + 1e-9:
                after = sum(len(reserved) for _, reserved in spending.under_way)
                assert after <= open_calls, "a call was begun although the cap was exceeded"
    assert spending.made <= calls


@given(usd=st.lists(st.floats(0.0, 0.4), max_size=60), cap=st.floats(0.1, 2.0), runs=st.integers(1, 6))
def test_where_no_call_costs_more_than_it_reserved_the_cap_holds_to_the_cent(
    usd: list[float], cap: float, runs: int
) -> None:
    spending = Spending(cap, 1_000, 0.0)
    for _ in range(runs):
        spending.begin()
    for n, dollars in enumerate(usd):
        spending.call(n, dollars)
        if n % 3 == 0:
            spending.answer(n // 2, None)
    for which, (_, reserved) in enumerate(spending.under_way):
        while reserved:
            spending.answer(which, None)
    assert spending.paid <= cap + 1e-9
