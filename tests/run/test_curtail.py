"""Curtailment saves runs and never changes a verdict."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.model.verdict import State
from skill_evals.run.curtail import least_outstanding, needed, verdict


def full_verdict(outcomes: tuple[bool, ...], *, expects_use: bool) -> State:
    """evolve's rule on all runs: ``outcomes`` says which were correct; a positive's rate at least .5, a negative's under."""
    activated = sum(outcomes) if expects_use else len(outcomes) - sum(outcomes)
    rate = activated / len(outcomes)
    return State.PASS if (rate >= 0.5) is expects_use else State.FAIL


@pytest.mark.parametrize("expects_use", [True, False])
@pytest.mark.parametrize("runs", range(1, 8))
def test_every_sequence_gives_the_verdict_of_all_its_runs(runs: int, expects_use: bool) -> None:
    for outcomes in product((True, False), repeat=runs):
        reached = None
        for made in range(1, runs + 1):
            reached = verdict(sum(outcomes[:made]), made, runs, expects_use=expects_use)
            if reached is not None:
                break
        assert reached is full_verdict(outcomes, expects_use=expects_use)


@settings(max_examples=200)
@given(st.lists(st.booleans(), min_size=1, max_size=15), st.booleans())
def test_it_stops_at_the_first_run_after_which_no_other_outcome_is_possible(outcomes: list[bool], label: bool) -> None:
    runs = len(outcomes)
    for made in range(runs + 1):
        left = runs - made
        possible = {
            full_verdict((*outcomes[:made], *(True,) * right, *(False,) * (left - right)), expects_use=label)
            for right in range(left + 1)
        }
        expected = possible.pop() if len(possible) == 1 else None
        assert verdict(sum(outcomes[:made]), made, runs, expects_use=label) is expected


@settings(max_examples=200)
@given(st.integers(1, 15), st.data(), st.booleans())
def test_as_many_runs_as_are_needed_may_be_under_way_and_none_is_wasted(
    runs: int, data: st.DataObject, label: bool
) -> None:
    valid = data.draw(st.integers(0, runs))
    correct = data.draw(st.integers(0, valid))
    more = least_outstanding(correct, valid, runs, expects_use=label)
    if verdict(correct, valid, runs, expects_use=label) is not None:
        assert more == 0
    else:
        assert more > 0
        fewer = more - 1
        for right in range(fewer + 1):
            assert verdict(correct + right, valid + fewer, runs, expects_use=label) is None


def test_a_tie_of_even_runs_goes_to_the_positive() -> None:
    assert needed(4, expects_use=True) == 2
    assert needed(4, expects_use=False) == 3
    assert needed(3, expects_use=True) == needed(3, expects_use=False) == 2
