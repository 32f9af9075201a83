from collections.abc import Callable

import pytest

from skill_evals.grade.trigger import grade_trigger
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.model.suite import Tier, TriggerCase
from skill_evals.model.verdict import State

Record = Callable[..., Evidence]


def query(label: bool | None) -> TriggerCase:
    at = ("triggers", 0)
    return TriggerCase(key="q", query="q", should_trigger=label, at=at, query_at=at, label_at=at)


@pytest.mark.parametrize(
    ("label", "activations", "state", "reason"),
    [
        (True, ("pdf-tools",), State.PASS, "pdf-tools was activated"),
        (True, ("office:pdf-tools",), State.PASS, "pdf-tools was activated"),
        (True, ("images", "pdf-tools"), State.PASS, "pdf-tools was activated"),
        (True, ("images",), State.FAIL, "pdf-tools was not activated, but images"),
        (True, (), State.FAIL, "no skill was activated"),
        (True, ("my-pdf-tools-x",), State.FAIL, "pdf-tools was not activated, but my-pdf-tools-x"),
        (False, (), State.PASS, "no skill was activated"),
        (False, ("images",), State.PASS, "pdf-tools was not activated, but images"),
        (False, ("pdf-tools",), State.FAIL, "pdf-tools was activated"),
    ],
)
def test_the_target_counts_and_nothing_else(
    record: Record, label: bool, activations: tuple[str, ...], state: State, reason: str
) -> None:
    evidence = record(Outcome.ACTIVATED, Tier.TRIGGERS, activations=activations)
    verdict = grade_trigger(query(label), "pdf-tools", evidence)
    assert (verdict.state, verdict.reason) == (state, reason)


@pytest.mark.parametrize("label", [True, False])
@pytest.mark.parametrize("outcome", [Outcome.ERROR, Outcome.TIMEOUT, Outcome.BUDGET, Outcome.DID_NOT_FINISH])
def test_a_dead_harness_passes_no_negative(record: Record, label: bool, outcome: Outcome) -> None:
    evidence = record(outcome, Tier.TRIGGERS, detail="overloaded")
    assert grade_trigger(query(label), "pdf-tools", evidence).state is State.ERROR


def test_without_a_label_nothing_is_expected(record: Record) -> None:
    verdict = grade_trigger(query(None), "pdf-tools", record(Outcome.NO_SKILL, Tier.TRIGGERS))
    assert verdict.state is State.SKIPPED


@pytest.mark.parametrize(
    ("activated", "target", "same"),
    [("a:x", "x", True), ("x", "a:x", True), ("b:x", "a:x", False), ("a:y", "x", False)],
)
def test_a_prefix_tells_two_plugins_apart_only_where_both_have_one(
    record: Record, activated: str, target: str, same: bool
) -> None:
    evidence = record(Outcome.ACTIVATED, Tier.TRIGGERS, activations=(activated,))
    assert (grade_trigger(query(True), target, evidence).state is State.PASS) is same
