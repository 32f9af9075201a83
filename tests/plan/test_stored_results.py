"""What committed results save, and where they make work."""

import pytest

from plan.planned import CASES, FRESH, LEXICAL, jobs, pdf, plan, skips, with_results
from sides import side, skill, stored, triggers
from skill_evals.model.freshness import Freshness


def test_fresh_results_that_the_base_holds_as_well_save_the_run() -> None:
    """A description that was changed back: the base is stale, and what both hold is true of the head."""
    found = plan(
        with_results(Freshness.FRESH, description="old words"),
        with_results(Freshness.STALE_CONTENT, description="new words"),
    )
    assert found.jobs == ()
    assert skips(found) == {("pdf", "triggers"): "the results of 3 cases are fresh and the same as the base's"}


def test_fresh_results_that_only_the_head_holds_are_claims() -> None:
    found = plan(
        with_results(Freshness.FRESH, description="new words", hits=3),
        with_results(Freshness.FRESH, description="old words", hits=2),
    )
    assert jobs(found)["pdf", "triggers"][0] == ("one", "two", "three")


def test_a_neighbours_change_is_not_in_the_hashes() -> None:
    suites = [triggers("a", CASES), triggers("pdf", CASES)]
    results = (stored("pdf", "anthropic/m", FRESH),)
    before = side(skill("a"), skill("pdf"), suites=suites, results=results)
    after = side(skill("a", "greedy"), skill("pdf"), suites=suites, results=results)
    assert ("pdf", "triggers") in jobs(plan(after, before))


def test_fresh_results_are_said_to_be() -> None:
    found = plan(with_results(Freshness.FRESH), with_results(Freshness.FRESH))
    assert skips(found) == {("pdf", "triggers"): "the trigger surface is unchanged and its results are fresh"}


@pytest.mark.parametrize(
    ("head", "base", "words"),
    [
        (Freshness.STALE_CASE, Freshness.STALE_CASE, "1 case has results that are stale"),
        (Freshness.STALE_CONTENT, Freshness.STALE_CONTENT, "1 case has results that are stale"),
        (Freshness.STALE_CONTENT, Freshness.FRESH, None),
        (Freshness.UNRUN, Freshness.UNRUN, "1 case has no result yet"),
        (Freshness.UNKNOWN, Freshness.UNKNOWN, None),
    ],
)
def test_stale_and_missing_results_run(head: Freshness, base: Freshness, words: str | None) -> None:
    found = jobs(plan(with_results(head, only="two"), with_results(base, only="two")))
    assert found == ({} if words is None else {("pdf", "triggers"): (("two",), (words,))})


def test_results_of_another_model_make_no_work() -> None:
    tree = with_results(Freshness.STALE_CASE)
    assert plan(tree, tree, backend=LEXICAL).jobs == ()


def test_results_without_hashes_are_never_called_fresh() -> None:
    tree = with_results(Freshness.UNKNOWN)
    assert "cannot be told" in skips(plan(tree, tree))["pdf", "triggers"]


def test_without_a_base_only_results_speak() -> None:
    found = plan(with_results(Freshness.UNRUN, only="two"), None, None)
    assert jobs(found) == {("pdf", "triggers"): (("two",), ("1 case has no result yet",))}
    assert (found.base, found.head) == (None, None)
    assert skips(plan(pdf(), None, None)) == {
        ("pdf", "triggers"): "there is no base to compare with and no stored result is stale"
    }
