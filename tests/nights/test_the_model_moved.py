"""When a commit's own pass rate is not what it was, though nothing of the commit changed."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nights.calendar import ANCHOR, HEAD, night
from skill_evals.compare.nights import ALPHA, of_nights
from skill_evals.model.comparison import ComparisonOutcome
from skill_evals.model.night import MEASURED, Night, NightKind, Passes


def test_a_fall_that_stays_is_dated() -> None:
    (move,) = of_nights([night(day, "sheep 20/20" if day < 6 else "sheep 12/20") for day in range(9)]).moves
    assert (str(move.before), str(move.after), move.fell) == ("120 of 120", "36 of 60", True)
    assert (move.nights_before, move.nights_after) == (6, 3)
    assert (move.last_before[:10], move.first_after[:10]) == ("2026-05-06", "2026-05-07")


def test_a_rise_is_a_move_as_well() -> None:
    (move,) = of_nights([night(day, "sheep 8/20" if day < 6 else "sheep 20/20") for day in range(9)]).moves
    assert not move.fell


def test_the_order_of_the_lines_is_not_the_order_of_the_nights() -> None:
    nights = [night(day, "sheep 20/20" if day < 6 else "sheep 12/20") for day in range(9)]
    shuffled = list(nights)
    Random(7).shuffle(shuffled)
    assert of_nights(shuffled) == of_nights(nights)


def test_only_the_suite_that_moved_is_named() -> None:
    nights = [night(day, f"sheep 20/20, cows {19 if day < 6 else 10}/20, hens 17/20") for day in range(9)]
    found = of_nights(nights)
    assert [move.suite for move in found.moves] == ["skills/cows/evals/triggers.json"]
    assert found.compared == 3


@pytest.mark.parametrize(
    "rates", [[20, 19, 20, 18, 20, 19, 20], [20, 20, 20, 20, 20, 20, 17], [20, 20, 20, 20, 20, 4], [20, 12]]
)
def test_what_chance_explains_is_no_move(rates: list[int]) -> None:
    assert of_nights(night(day, f"sheep {rate}/20") for day, rate in enumerate(rates)).moves == ()


def test_other_content_is_another_series() -> None:
    """A new release is the anchor: what it says of its skill is not compared with what the last one said."""
    before, after = [night(day) for day in range(6)], [night(day, "sheep 8/20") for day in range(6, 10)]
    other = [replace(one, families=tuple(replace(f, subject="f" * 16) for f in one.families)) for one in after]
    found = of_nights([*before, *other])
    assert (found.moves, found.compared) == ((), 2)


def test_another_commit_with_the_same_content_is_the_same_series() -> None:
    """Where the anchor is a month old, it is another commit every night."""
    nights = [night(day, f"sheep {20 if day < 6 else 10}/20", base=f"{day:040}", head=f"{day:040}") for day in range(9)]
    assert len(of_nights(nights).moves) == 1


def test_another_backend_or_model_is_another_series() -> None:
    before, after = [night(day) for day in range(6)], [night(day, "sheep 8/20") for day in range(6, 10)]
    other = [replace(one, families=tuple(replace(f, model="other/model") for f in one.families)) for one in after]
    assert of_nights([*before, *other]).moves == ()
    assert of_nights([*before, *(replace(one, backend="claude-code") for one in after)]).moves == ()


def test_nights_that_do_not_count_move_nothing() -> None:
    before = [night(day) for day in range(6)]
    after = [night(day, "sheep 0/20", outcome="invalid") for day in range(6, 9)]
    of_head = [night(day, "sheep 0/20", kind=NightKind.ANCHOR, base=ANCHOR, head=HEAD) for day in range(6, 9)]
    assert of_nights([*before, *after, *of_head]).moves == ()


def test_what_changed_besides_is_told() -> None:
    nights = [
        night(day, f"sheep {20 if day < 6 else 10}/20", setting=("CLI 2.1.0" if day < 6 else "CLI 2.2.0", "effort low"))
        for day in range(9)
    ]
    (move,) = of_nights(nights).moves
    assert (move.setting_gone, move.setting_come) == (("CLI 2.1.0",), ("CLI 2.2.0",))


def test_a_case_of_only_one_side_is_in_no_count() -> None:
    short = [night(day, "sheep 4/4") for day in range(6)]
    long = [night(day, "sheep 4/20") for day in range(6, 9)]
    assert of_nights([*short, *long]).moves == (), "the two cases of both sides passed throughout"


def test_looking_every_night_alarms_no_oftener_than_promised() -> None:
    """A hundred repositories that never move, looked at in each of ten nights: 1 % of them may be told otherwise."""
    chance = Random(20260501)
    alarmed = sum(_is_ever_alarmed(chance) for _ in range(100))
    assert alarmed <= 5, "more than 5 of 100 has a chance of 0.05 % at 1 %"


def _is_ever_alarmed(chance: Random) -> bool:
    nights: list[Night] = []
    for day in range(10):
        (family,) = night(day, "sheep 20/20").families
        cases = {
            case: Passes(passed=sum(chance.random() < 0.1 * number for _ in range(2)), measured=2)
            for number, case in enumerate(family.cases)
        }
        nights.append(night(day, families=(replace(family, cases=cases),)))
        if of_nights(nights).moves:
            return True
    return False


@settings(max_examples=100)
@given(rates=st.lists(st.integers(0, 20), max_size=12), outcome=st.sampled_from([None, *ComparisonOutcome]))
def test_whatever_the_nights_hold(rates: list[int], outcome: ComparisonOutcome | None) -> None:
    found = of_nights(night(day, f"sheep {rate}/20", outcome=outcome) for day, rate in enumerate(rates))
    assert found.same.nights == (len(rates) if outcome in MEASURED else 0)
    assert found.same.nights + found.same.unmeasured == len(rates)
    assert found.same.interval.low <= (found.same.rate or 0.0) <= found.same.interval.high
    assert found.threshold <= ALPHA
    for move in found.moves:
        assert move.p_value <= found.threshold
        assert move.nights_before + move.nights_after == len(rates)
