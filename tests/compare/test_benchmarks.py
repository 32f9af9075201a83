"""eval-magic's committed benchmarks of base and head: what moved, and what it is worth."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from skill_evals.compare.benchmark_summary import BenchmarkSide, least_p, summarise
from skill_evals.compare.benchmarks import BenchmarkPair, compare_benchmarks
from skill_evals.model.benchmark_comparison import BenchmarkComparison, BenchmarkState, MeasuredWith

from .benchmarks_of_a_bakery import NEW_SKILL, REVISION, both, graded, side

ALPHA = 0.01
GOOD = {"crust": True, "crumb": True}
BAD = {"crust": True, "crumb": False}


def compared(base: BenchmarkSide | None, head: BenchmarkSide | None, **members: bool) -> BenchmarkComparison:
    pair = BenchmarkPair(skill="bake-bread", path="baseline/benchmark.json", base=base, head=head, **members)
    return compare_benchmarks(pair, alpha=ALPHA)


def test_a_revision_that_eval_magic_stores_as_negative_is_an_improvement() -> None:
    head = side(REVISION, both("rye", BAD, GOOD, REVISION))
    assert head.benchmark.delta.pass_rate == -0.5
    summary = summarise(head, alpha=ALPHA)
    assert (summary.contrast, summary.improvement) == ("new minus old", 0.5)
    assert [arm.condition for arm in summary.arms] == ["new_skill", "old_skill"]


def test_a_skill_that_hurts_is_negative() -> None:
    summary = summarise(side(NEW_SKILL, both("rye", BAD, GOOD, NEW_SKILL)), alpha=ALPHA)
    assert (summary.contrast, summary.improvement) == ("with minus without", -0.5)


def test_unknown_conditions_have_no_improvement_rather_than_a_guessed_one() -> None:
    summary = summarise(side(("a", "b"), both("rye", GOOD, BAD, ("a", "b"))), alpha=ALPHA)
    assert (summary.contrast, summary.improvement) == (None, None)


@pytest.mark.parametrize(("one", "other"), [(1, 1), (2, 2), (3, 3), (4, 4), (8, 8), (2, 5), (3, 4), (1, 9)])
def test_no_table_of_these_runs_has_a_smaller_fisher_p(one: int, other: int) -> None:
    least = min(
        stats.fisher_exact([[a, one - a], [b, other - b]]).pvalue for a in range(one + 1) for b in range(other + 1)
    )
    assert least_p(one, other) == pytest.approx(least, rel=1e-9)


@given(st.integers(-3, 10**12), st.integers(-3, 10**12))
def test_the_least_p_is_a_probability_whatever_number_an_author_writes(one: int, other: int) -> None:
    assert 0.0 <= least_p(one, other) <= 1.0
    assert least_p(one, other) == least_p(other, one)


def test_few_runs_can_never_be_significant_and_more_can() -> None:
    def of(runs: int) -> BenchmarkSide:
        gradings = [g for n in range(runs) for g in both(f"bread-{n}", GOOD, BAD, NEW_SKILL)]
        return side(NEW_SKILL, gradings)

    few, enough = summarise(of(4), alpha=ALPHA), summarise(of(5), alpha=ALPHA)
    assert (few.least_p, few.can_be_significant) == (2 / comb(8, 4), False)
    assert (enough.least_p, enough.can_be_significant) == (2 / comb(10, 5), True)


def test_flipped_assertions_are_shown_by_condition_with_the_graders_words_falls_first() -> None:
    base = side(NEW_SKILL, both("rye", {"crust": True, "crumb": "too wet"}, BAD, NEW_SKILL))
    head = side(NEW_SKILL, both("rye", {"crust": "burnt", "crumb": True}, BAD, NEW_SKILL))
    flips = compared(base, head).flips
    assert [(f.assertion_id, f.condition, str(f.base), str(f.head), f.passes, f.evidence) for f in flips] == [
        ("crust", "with_skill", "1/1", "0/1", False, "burnt"),
        ("crumb", "with_skill", "0/1", "1/1", True, "saw crumb"),
    ]


def test_of_several_runs_the_majority_flips() -> None:
    def of(*verdicts: bool) -> BenchmarkSide:
        runs = [graded("rye", "with_skill", {"crust": verdict}, n) for n, verdict in enumerate(verdicts, 1)]
        return side(NEW_SKILL, [*runs, graded("rye", "without_skill", {"crust": False})])

    assert compared(of(True, True, True), of(True, True, False)).flips == ()
    (flip,) = compared(of(True, True, True), of(True, False, False)).flips
    assert (str(flip.base), str(flip.head)) == ("3/3", "1/3")


@pytest.mark.parametrize(
    "evidence",
    [
        "judge response missing at judge-responses/crust.json",
        "tool_invocations is empty, nothing to match",
        "assistant_message_matches requires a scripted conversation artifact",
    ],
)
def test_what_nobody_judged_is_no_verdict(evidence: str) -> None:
    base = side(NEW_SKILL, both("rye", {"crust": True}, {"crust": True}, NEW_SKILL))
    head = side(NEW_SKILL, both("rye", {"crust": evidence}, {"crust": True}, NEW_SKILL))
    found = compared(base, head)
    assert found.flips == ()
    assert found.head is not None
    assert (found.head.unmeasured, found.head.assertions) == (1, 0)


def test_assertions_that_cannot_tell_the_arms_apart_are_counted() -> None:
    arms = {"crust": True, "crumb": False, "salt": True}, {"crust": True, "crumb": False, "salt": False}
    summary = summarise(side(NEW_SKILL, both("rye", *arms, NEW_SKILL)), alpha=ALPHA)
    assert (summary.same_in_both, summary.failing_in_both, summary.assertions) == (2, 1, 3)


def test_evals_and_assertions_come_and_go() -> None:
    base = side(NEW_SKILL, both("rye", BAD, BAD, NEW_SKILL) + both("bun", BAD, BAD, NEW_SKILL))
    grown = {"crust": True, "salt": True}
    head = side(NEW_SKILL, both("rye", grown, grown, NEW_SKILL) + both("pie", BAD, BAD, NEW_SKILL))
    found = compared(base, head)
    assert (found.evals_added, found.evals_removed) == (("pie",), ("bun",))
    assert (found.assertions_added, found.assertions_removed) == (("rye/salt",), ("rye/crumb",))
    assert found.not_comparable == ("they cover different evals",)
    assert found.movement is None


def test_coverage_of_the_suite() -> None:
    summary = summarise(side(NEW_SKILL, both("rye", BAD, BAD, NEW_SKILL), cases=("pie", "bun")), alpha=ALPHA)
    assert (summary.ungraded, summary.gone) == (("pie", "bun"), ("rye",))


def test_gradings_left_lying_by_an_earlier_promotion_are_no_part_of_the_benchmark() -> None:
    left = [graded("rye", "with_skill", {"crust": True}), graded("old-pie", "with_skill", {"crust": True})]
    head = side(REVISION, both("rye", {"crust": False}, {"crust": False}, REVISION))
    before = BenchmarkSide(benchmark=head.benchmark, gradings=head.gradings, improvement=0.0)
    after = BenchmarkSide(benchmark=head.benchmark, gradings=(*head.gradings, *left), improvement=0.0)
    found = compared(before, after)
    assert (found.flips, found.evals_added, found.not_comparable) == ((), (), ())


@pytest.mark.parametrize(
    ("base", "head", "said"),
    [
        ({"agent_model": "small"}, {"agent_model": "large"}, "the agent model was `small` and is `large`"),
        ({"judge_model": "small"}, {"judge_model": "large"}, "the judge model was `small` and is `large`"),
        ({"harness": "one"}, {"harness": "two"}, "the harness was `one` and is `two`"),
        ({"harness": "one"}, {}, None),
        ({"harness": "one"}, {"harness": "one"}, None),
    ],
)
def test_other_models_or_harnesses_are_not_comparable(
    base: dict[str, str], head: dict[str, str], said: str | None
) -> None:
    gradings = both("rye", GOOD, BAD, NEW_SKILL)
    sides = [side(NEW_SKILL, gradings, measured_with=MeasuredWith(**members)) for members in (base, head)]
    assert compared(*sides).not_comparable == (() if said is None else (said,))


def test_a_lift_and_a_revision_are_not_comparable_nor_revisions_of_different_versions() -> None:
    lift = side(NEW_SKILL, both("rye", GOOD, BAD, NEW_SKILL))
    one, two = (side(REVISION, both("rye", BAD, GOOD, REVISION), baseline=label) for label in ("v1", "v2"))
    assert compared(lift, one).not_comparable == ("the base measures with minus without, the head new minus old",)
    assert compared(one, two).not_comparable == ("the old version is `v1` at the base and `v2` at the head",)


def test_states_and_movement() -> None:
    worse, better = (side(NEW_SKILL, both("rye", arm, BAD, NEW_SKILL)) for arm in (BAD, GOOD))
    found = compared(worse, better)
    assert (found.state, found.movement) == (BenchmarkState.CHANGED, 0.5)
    assert compared(None, better).state is BenchmarkState.NEW
    assert compared(better, None).state is BenchmarkState.REMOVED
    assert compared(better, better).state is BenchmarkState.UNCHANGED


def test_a_benchmark_is_outdated_where_only_the_skill_changed() -> None:
    worse, better = (side(NEW_SKILL, both("rye", arm, BAD, NEW_SKILL)) for arm in (BAD, GOOD))
    assert compared(better, better, skill_changed=True).outdated
    assert not compared(worse, better, skill_changed=True).outdated
    assert not compared(better, better).outdated
