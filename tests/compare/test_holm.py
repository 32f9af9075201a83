from hypothesis import given
from hypothesis import strategies as st

from skill_evals.compare.holm import holm

P_VALUES = st.lists(st.floats(0, 1, allow_nan=False), max_size=12)


def test_steps_down_and_stops_at_the_first_that_fails() -> None:
    assert holm([0.04, 0.001, 0.004, 0.0033], 0.01) == (False, True, True, True)
    assert holm([0.04, 0.001, 0.0060, 0.0035], 0.01) == (False, True, False, False)


def test_a_set_that_was_not_run_makes_the_step_no_easier() -> None:
    assert holm([0.004], 0.01) == (True,)
    assert holm([0.006, 1.0], 0.01) == (False, False)


def test_nothing_to_test() -> None:
    assert holm([], 0.01) == ()


@given(P_VALUES)
def test_between_bonferroni_and_no_correction(values: list[float]) -> None:
    rejected = holm(values, 0.05)
    for p_value, verdict in zip(values, rejected, strict=True):
        assert not verdict or p_value <= 0.05
        assert verdict or p_value > 0.05 / len(values)


@given(P_VALUES, st.randoms())
def test_the_order_of_sets_does_not_matter(values: list[float], chance: object) -> None:
    pairs = sorted(zip(values, holm(values, 0.05), strict=True))
    again = sorted(values)
    assert pairs == sorted(zip(again, holm(again, 0.05), strict=True))
