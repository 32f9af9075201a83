"""What a sweep sums up is never a contradiction, and every edited total is one."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.lint.arithmetic import eval_contradictions, rate, trigger_contradictions
from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    GradedExpectation,
    Header,
    TriggerEntry,
    TriggerResult,
    TriggerSnapshot,
)
from skill_evals.results.codec import load
from skill_evals.results.summary import sum_evals, sum_grades, sum_triggers

HEADER = Header(executed=True)


@st.composite
def trigger_results(draw: st.DrawFn) -> TriggerResult:
    label, errored = draw(st.booleans()), draw(st.booleans())
    if errored:
        return TriggerResult(query="q", should_trigger=label)
    runs = draw(st.integers(1, 12))
    hits = draw(st.integers(0, runs))
    return TriggerResult(query="q", should_trigger=label, hits=hits, runs=runs, passed=(hits * 2 >= runs) is label)


@st.composite
def eval_results(draw: st.DrawFn) -> EvalResult:
    if draw(st.booleans()):
        return EvalResult(id="e", runtime_error="rate limited")
    verdicts = draw(st.lists(st.sampled_from([True, False, None]), max_size=5))
    graded = tuple(GradedExpectation(type="llm", passed=verdict) for verdict in verdicts)
    return EvalResult(id="e", passed=False not in verdicts, expectations=graded, summary=sum_grades(graded))


@given(st.lists(trigger_results(), max_size=8))
def test_a_swept_trigger_entry_is_consistent(results: list[TriggerResult]) -> None:
    summary = sum_triggers(results)
    previous = TriggerSnapshot(summary=summary, results=tuple(results))
    entry = TriggerEntry(header=HEADER, results=tuple(results), summary=summary, previous=previous)
    assert list(trigger_contradictions(entry)) == []


@given(st.lists(eval_results(), max_size=6))
def test_a_swept_eval_entry_is_consistent(results: list[EvalResult]) -> None:
    entry = EvalEntry(header=HEADER, results=tuple(results), summary=sum_evals(results))
    assert list(eval_contradictions(entry)) == []


@given(st.lists(trigger_results(), min_size=1, max_size=8), st.sampled_from(["passed", "failed", "total"]))
def test_an_edited_count_is_found(results: list[TriggerResult], name: str) -> None:
    summary = sum_triggers(results)
    more: dict[str, Any] = {name: (getattr(summary, name) or 0) + 1}
    edited = dataclasses.replace(summary, **more)
    found = list(trigger_contradictions(TriggerEntry(header=HEADER, results=tuple(results), summary=edited)))
    assert [one.at for one in found] == [("summary", name)]


def test_an_entry_that_only_counts_tokens_has_a_total_and_nothing_else() -> None:
    results = (TriggerResult(query="q", should_trigger=True),)
    entry = TriggerEntry(header=Header(executed=False), results=results, summary=sum_triggers(results, executed=False))
    assert list(trigger_contradictions(entry)) == []


@pytest.mark.parametrize(
    ("passed", "failed", "expected"), [(1, 2, 0.333333), (2, 1, 0.666667), (0, 0, None), (5, 0, 1.0)]
)
def test_rates_have_six_places(passed: int, failed: int, expected: float | None) -> None:
    assert rate(passed, failed) == expected


@pytest.mark.corpus
def test_no_committed_file_of_the_reference_repository_contradicts_itself(corpus: Path) -> None:
    paths = sorted((corpus / "bitwise-media-group__skills").glob("plugins/*/evals/*/results.json"))
    assert len(paths) == 21
    for path in paths:
        for model, stored in load(path.name, path.read_bytes()).models.items():
            assert stored is not None
            found = [*(trigger_contradictions(stored.triggers) if stored.triggers else ())]
            found += eval_contradictions(stored.evals) if stored.evals else ()
            assert found == [], f"{path}: {model}"
