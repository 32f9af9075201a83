"""Which cases are put to the test, and when their errors make a set unusable."""

from skill_evals.compare.look import repeats
from skill_evals.compare.sets import down_set, faults, spread_sets, up_set
from skill_evals.model.suite import Tier

from .families import case, family, fresh


def test_down_and_up_are_told_by_the_verdicts_of_screening() -> None:
    found = family(case("fell", "3/3", "1/3"), case("rose", "0/2", "2/2"), case("stayed", "3/3", "2/3"))
    assert down_set(found) == ("fell",)
    assert up_set(found) == ("rose",)


def test_tier_two_has_down_sets_only() -> None:
    found = family(case("fell", "1/1", "0/1", label=None), case("rose", "0/1", "1/1", label=None), tier=Tier.EVALS)
    assert down_set(found) == ("fell",)
    assert up_set(found) == ()
    assert spread_sets(found) == ()


def test_what_only_the_head_has_or_what_reached_no_verdict_enters_no_set() -> None:
    found = family(
        case("new", None, "0/2", compared=False),
        case("errored", "2/2", "0/0+6"),
        case("not run", "2/2", "0/0"),
        case("no base", None, "0/2"),
    )
    assert down_set(found) == ()


def test_a_removed_case_that_fell_is_in_the_down_set() -> None:
    assert down_set(family(case("gone", "2/2", "0/2", removed=True))) == ("gone",)


def test_a_fall_spread_over_a_polarity_makes_a_set_of_those_that_did_not_fall() -> None:
    positives = [case(f"p{n}", "2/2", "2/3") for n in range(8)]
    assert spread_sets(family(*positives)) == (tuple(f"p{n}" for n in range(8)),)


def test_a_spread_set_leaves_out_the_down_set() -> None:
    fallen = case("fell", "2/2", "0/2")
    held = [case(f"p{n}", "2/2", "2/3") for n in range(3)]
    assert spread_sets(family(fallen, *held)) == (("p0", "p1", "p2"),)


def test_each_polarity_counts_for_itself() -> None:
    negatives = [case(f"n{n}", "2/2", "2/3", label=False) for n in range(8)]
    positives = [case(f"p{n}", "2/2", "2/2") for n in range(8)]
    assert spread_sets(family(*positives, *negatives)) == (tuple(f"n{n}" for n in range(8)),)


def test_too_few_cases_make_no_spread_set() -> None:
    three_of_a_polarity = [case(f"p{n}", "3/3", "0/3") for n in range(3)]
    assert spread_sets(family(*three_of_a_polarity)) == ()
    two_outside = [*(case(f"f{n}", "2/2", "0/2") for n in range(4)), *(case(f"p{n}", "2/2", "2/2") for n in range(2))]
    assert spread_sets(family(*two_outside)) == ()


def test_a_look_goes_on_only_where_the_totals_differ_the_same_way() -> None:
    worse, equal, better = fresh("a", "4/4", "3/4"), fresh("a", "3/4", "3/4"), fresh("a", "3/4", "4/4")
    assert [repeats("down", [one]) for one in (worse, equal, better)] == [True, False, False]
    assert [repeats("up", [one]) for one in (worse, equal, better)] == [False, False, True]
    assert [repeats("spread", [one]) for one in (worse, equal, better)] == [True, False, False]


def test_a_look_allows_for_runs_that_errored() -> None:
    assert not repeats("down", [fresh("a", "4/4", "3/3+1")])


def test_more_than_a_fifth_of_errors_in_an_arm_make_a_set_invalid() -> None:
    assert faults([fresh("a", "4/8+2", "4/8+2")]) is None
    assert faults([fresh("a", "4/7+3", "4/7+3")]) == "3 of 10 runs of the base arm ended in an error"
    assert faults([fresh("a", "4/10", "4/7+3")]) == "3 of 10 runs of the head arm ended in an error"


def test_errors_that_tell_the_arms_apart_make_a_set_invalid() -> None:
    uneven = [fresh(f"case {n}", "10/12", "10/10+2") for n in range(3)]
    assert faults(uneven) == "errors fell unevenly on the arms (base 0, head 6)"
    assert faults([fresh(f"case {n}", "10/10+2", "10/12") for n in range(3)]) is not None
    assert faults([fresh(f"case {n}", "10/11+1", "10/11+1") for n in range(3)]) is None
