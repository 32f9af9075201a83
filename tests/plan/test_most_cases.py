"""The cap on cases: what is nearest to the change is measured, and the plan says what is left out."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plan.planned import REPLAY, plan, skips
from sides import changed, evals, side, skill, stored, task, triggers
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import RunConfig
from skill_evals.model.freshness import Freshness
from skill_evals.model.plan import Cut, Job, Plan
from skill_evals.model.suite import Tier
from skill_evals.plan.forecast import NOTHING
from skill_evals.plan.most_cases import Capped, Draft, Rank, capped
from skill_evals.plan.nouns import PlanOptions, Side
from skill_evals.report.plan_json import plan_json
from skill_evals.report.plan_text import plan_text

SKILLS = ("ape", "bee", "cat")
QUERIES = {"first": True, "second": True, "third": False}
QUERIES_OF = {name: {f"{query} {name}": label for query, label in QUERIES.items()} for name in SKILLS}
AS_EVER: Mapping[str, str] = MappingProxyType({})
NO_CHANGE = changed()


def zoo(descriptions: Mapping[str, str] = AS_EVER, cases: Mapping[str, Mapping[str, bool]] = QUERIES_OF) -> Side:
    """Three skills of one plugin, each with three queries of its own."""
    own = {**QUERIES_OF, **cases}
    return side(
        *(skill(name, descriptions.get(name, "does things")) for name in SKILLS),
        suites=[triggers(name, queries) for name, queries in own.items()],
    )


def kept(found: Plan) -> list[str]:
    return [case for job in found.jobs for case in job.cases]


def at_most(most: int, head: Side, base: Side | None, changes: ChangeSet = NO_CHANGE, *, every: bool = False) -> Plan:
    return plan(head, base, changes, run=RunConfig(max_cases=most), options=PlanOptions(all=every))


def test_a_cap_that_holds_all_leaves_the_plan_as_it_is() -> None:
    head, base = zoo({"bee": "stings"}), zoo()
    assert at_most(9, head, base) == plan(head, base)
    assert plan(head, base).cut is None


def test_cases_of_the_skill_that_changed_come_before_its_neighbours() -> None:
    found = at_most(5, zoo({"bee": "stings"}), zoo())
    assert kept(found) == ["first ape", "second ape", "first bee", "second bee", "third bee"]
    assert found.cut == Cut(most=5, wanted=9)


def test_a_case_that_was_edited_or_added_comes_before_the_rest_of_its_skill() -> None:
    edited = {"first bee": True, "second bee": True, "third bee": True, "fourth bee": True}
    found = at_most(2, zoo({"bee": "stings"}, {"bee": edited}), zoo())
    assert kept(found) == ["third bee", "fourth bee"]


def test_a_case_that_was_removed_is_no_cheaper_to_leave_out_than_one_that_was_edited() -> None:
    found = at_most(1, zoo({"ape": "swings", "bee": "stings"}, {"bee": {"first bee": True}}), zoo())
    assert kept(found) == ["second bee"]


def test_cases_of_a_new_skill_do_not_crowd_out_those_that_can_be_compared() -> None:
    moo, fetch = triggers("cow", {"moo": True}), triggers("dog", {"fetch": True, "bark": True})
    base = side(skill("cow"), suites=[moo])
    head = side(skill("cow", "gives milk"), skill("dog"), suites=[moo, fetch])
    assert kept(at_most(1, head, base)) == ["moo"]


def test_where_everything_was_asked_for_the_change_comes_first_all_the_same() -> None:
    found = at_most(4, zoo({"cat": "purrs"}), zoo(), every=True)
    assert kept(found) == ["first ape", "first cat", "second cat", "third cat"]


def test_where_no_change_is_known_the_plans_order_decides() -> None:
    assert kept(at_most(4, zoo(), None, every=True)) == ["first ape", "second ape", "third ape", "first bee"]


def test_results_that_are_stale_come_last() -> None:
    stale = dict.fromkeys(("first ape", "second ape"), Freshness.STALE_CASE)
    held = stored("ape", "anthropic/m", stale)
    head, base = replace(zoo({"cat": "purrs"}), results=(held,)), replace(zoo(), results=(held,))
    run = RunConfig(max_cases=4, ripple="off")
    assert kept(plan(head, base, run=run)) == ["first ape", "first cat", "second cat", "third cat"]


def test_a_case_counts_once_on_however_many_models() -> None:
    two = replace(REPLAY, model_keys=("anthropic/m", "anthropic/n"))
    found = plan(zoo({"bee": "stings"}), zoo(), run=RunConfig(max_cases=3, ripple="off"), backend=two)
    assert found.cut is None
    found = plan(zoo({"bee": "stings"}), zoo(), run=RunConfig(max_cases=2, ripple="off"), backend=two)
    assert [job.cases for job in found.jobs] == [("first bee", "second bee")] * 2
    assert found.cut == Cut(most=2, wanted=3)


def test_what_is_told_of_a_plan_that_was_cut() -> None:
    found = at_most(5, zoo({"bee": "stings"}), zoo())
    assert [(job.skill, job.left_out) for job in found.jobs] == [("ape", ("third ape",)), ("bee", ())]
    assert skips(found) == {("cat", "triggers"): "not measured: `max-cases` leaves out all of its 3 cases"}
    text = plan_text(found)
    assert "run   p/ape triggers on anthropic/m: 2 of 3 cases, " in text
    assert "run   p/bee triggers on anthropic/m: 3 cases, " in text
    assert "note  the cap of 5 cases leaves 4 of 9 unmeasured; a higher `max-cases` measures them\n" in text
    told = json.loads(json.dumps(plan_json(found)))
    assert told["cut"] == {"max_cases": 5, "wanted": 9}
    assert [job["left_out"] for job in told["jobs"]] == [["third ape"], []]


def test_the_forecast_is_of_what_is_left() -> None:
    head, base = zoo({"bee": "stings"}), zoo()
    whole, found = plan(head, base), at_most(1, head, base)
    (job,) = found.jobs
    assert 0 < job.forecast.calls_high < min(one.forecast.calls_high for one in whole.jobs)
    assert found.total.calls_high < whole.total.calls_high


def test_tasks_count_as_queries_do() -> None:
    tree = side(skill("pdf"), suites=[evals("pdf", task("one"), task("two")), triggers("pdf", {"ask": True})])
    found = at_most(2, tree, None, every=True)
    assert [(job.tier, job.cases) for job in found.jobs] == [(Tier.TRIGGERS, ("ask",)), (Tier.EVALS, ("one",))]


def draft(suite: str, ranks: Mapping[str, Rank]) -> Draft:
    job = Job(
        skill=suite,
        skill_dir=suite,
        plugin="",
        tier=Tier.TRIGGERS,
        model="m",
        suite=suite,
        cases=tuple(ranks),
        reasons=(),
        forecast=NOTHING,
    )
    return Draft(job=job, ranks=ranks, forecast=lambda of: replace(NOTHING, calls_high=len(of.cases)))


DRAFTS = st.dictionaries(
    st.sampled_from("stuvw"), st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(Rank), min_size=1)
).map(lambda suites: [draft(suite, ranks) for suite, ranks in suites.items()])


def ranks_of(drafts: Iterable[Draft], cases: set[tuple[str, str]]) -> list[Rank]:
    return [rank for one in drafts for case, rank in one.ranks.items() if (one.job.suite, case) in cases]


@given(drafts=DRAFTS, most=st.integers(1, 30))
def test_no_case_is_left_out_for_one_that_is_further_from_the_change(drafts: list[Draft], most: int) -> None:
    found: Capped = capped(drafts, most)
    every = {(one.job.suite, case) for one in drafts for case in one.job.cases}
    taken = {(job.suite, case) for job in found.jobs for case in job.cases}
    assert len(taken) == min(most, len(every))
    assert taken <= every
    out = ranks_of(drafts, every - taken)
    assert not out or max(ranks_of(drafts, taken)) <= min(out)
    assert [job.forecast.calls_high for job in found.jobs] == [len(job.cases) for job in found.jobs]
    assert found.cut == (None if len(every) <= most else Cut(most=most, wanted=len(every)))


@pytest.mark.parametrize("most", [None, 6])
def test_without_a_need_nothing_is_cut(most: int | None) -> None:
    drafts = [draft("s", dict.fromkeys("abc", Rank.REST)), draft("t", dict.fromkeys("abc", Rank.CASE))]
    assert capped(drafts, most).cut is None
