"""Words with numbers in them are computed; here against a simulation and against each other."""

import random

import pytest

from skill_evals.compare.decide import decide
from skill_evals.compare.exact import lower_tail
from skill_evals.compare.policy import check_policy
from skill_evals.compare.settle import exact_power, settle_runs
from skill_evals.compare.words import chance, in_words
from skill_evals.errors import ConfigError
from skill_evals.model.comparison import Count
from skill_evals.model.config import GateConfig, TierPolicy

from .families import case, count, family, fresh, put_to_test, with_sets

POLICY = GateConfig().triggers


def simulated(base_rate: float, head_rate: float, gates: int) -> float:
    """Share of one-query pull requests that screening, look and test catch."""
    draw = random.Random(7).random
    caught = 0
    for _ in range(gates):
        base, head = ([draw() < rate for _ in range(3)] for rate in (base_rate, head_rate))
        if sum(base) < 2 or sum(head) >= 2:
            continue
        fresh_base, fresh_head = ([draw() < rate for _ in range(12)] for rate in (base_rate, head_rate))
        if sum(fresh_head[:4]) >= sum(fresh_base[:4]):
            continue
        pair = (Count(correct=sum(fresh_base), valid=12), Count(correct=sum(fresh_head), valid=12))
        caught += lower_tail([pair]) <= 0.01
    return caught / gates


@pytest.mark.parametrize(("base", "head"), [(0.95, 0.1), (1.0, 0.6), (0.9, 0.4)])
def test_the_chance_of_seeing_a_fall_is_that_of_the_procedure(base: float, head: float) -> None:
    assert chance(base, head, POLICY, 0.01) == pytest.approx(simulated(base, head, 4000), abs=0.03)


def test_no_fall_is_hardly_ever_seen() -> None:
    assert chance(0.5, 0.5, POLICY, 0.01) < 0.01


def test_power_grows_with_runs_and_settle_takes_the_least_that_suffice() -> None:
    pair = (count("10/12"), count("4/12"))
    least = settle_runs([pair], 0.01)
    assert least is not None
    assert exact_power(10 / 12, 4 / 12, least, 0.01) >= 0.8
    assert exact_power(10 / 12, 4 / 12, least - 1, 0.01) < 0.8


def test_several_cases_settle_sooner_than_one() -> None:
    pair = (count("10/12"), count("5/12"))
    one, three = settle_runs([pair], 0.01), settle_runs([pair] * 3, 0.01)
    assert one is not None
    assert three is not None
    assert three < one


def test_the_approximation_for_several_cases_has_about_the_power_it_claims() -> None:
    rates = [(0.8, 0.5), (0.9, 0.7), (0.6, 0.3)]
    strata = [(Count(correct=round(b * 10), valid=10), Count(correct=round(h * 10), valid=10)) for b, h in rates]
    runs = settle_runs(strata, 0.01)
    assert runs is not None
    draw = random.Random(11).random
    rejected = 0
    for _ in range(1000):
        pairs = [tuple(Count(correct=sum(draw() < r for _ in range(runs)), valid=runs) for r in pair) for pair in rates]
        rejected += lower_tail([(b, h) for b, h in pairs]) <= 0.01
    assert rejected / 1000 == pytest.approx(0.8, abs=0.06)


def test_nothing_settles_what_does_not_differ() -> None:
    assert settle_runs([(count("6/12"), count("6/12"))], 0.01) is None
    assert settle_runs([(count("11/12"), count("10/12"))], 0.01) is None
    assert settle_runs([], 0.01) is None


def test_an_unchanged_comparison_says_what_it_would_have_seen() -> None:
    found = in_words(decide([with_sets(family(case("a", "2/2", "2/2")))], alpha=0.01), GateConfig())
    (note,) = found.notes
    seen = [f"{chance(b, h, POLICY, 0.01):.0%}" for b, h in ((0.95, 0.1), (1.0, 0.6))]
    assert f"95% → 10% on one query in {seen[0]}" in note
    assert f"100% → 60% on one query in {seen[1]}" in note


def test_an_inconclusive_set_says_counts_p_and_what_would_settle_it() -> None:
    open_set = with_sets(family(case("a", "2/2", "0/2")), put_to_test("down", fresh("a", "10/12", "7/12")))
    compared = decide([open_set], alpha=0.01)
    (told,) = in_words(compared, GateConfig(), usd_per_run=lambda tier, model: 0.01).families
    assert told.notes[0].startswith("down set: base 10/12, head 7/12, p .19; ")
    runs = told.sets[0].settle_runs
    if runs is None:
        assert told.notes[0].endswith("not settled by 40 runs an arm")
    else:
        assert told.notes[0].endswith(f"about {runs} runs an arm and case (≈ ${2 * runs * 0.01:.2f}) settle it")


def test_what_would_settle_a_set_is_priced_for_all_its_cases_in_both_arms() -> None:
    cases = (case("a", "2/2", "0/2"), case("b", "2/2", "0/2"))
    fresh_runs = (fresh("a", "11/12", "7/12"), fresh("b", "11/12", "8/12"))
    compared = decide([with_sets(family(*cases), put_to_test("down", *fresh_runs))], alpha=0.01)
    (priced,) = in_words(compared, GateConfig(), usd_per_run=lambda tier, model: 0.005).families[0].sets
    (free,) = in_words(compared, GateConfig()).families[0].sets
    assert priced.settle_runs is not None
    assert priced.settle_usd == pytest.approx(2 * 2 * priced.settle_runs * 0.005)
    assert free.settle_usd is None


def test_confirm_runs_that_can_never_reach_alpha_are_a_configuration_error() -> None:
    check_policy(GateConfig())
    with pytest.raises(ConfigError) as raised:
        check_policy(GateConfig(evals=TierPolicy(runs=1, confirm_runs=4, look=2), alpha=0.01))
    assert raised.value.cure == "set confirm-runs of evals to at least 5, or raise alpha"
    check_policy(GateConfig(evals=TierPolicy(runs=1, confirm_runs=5, look=2), alpha=0.01))
