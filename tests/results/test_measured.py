"""Runs of one case as one result; what was not measured enters no count."""

import pytest

from skill_evals.model.evidence import Evidence, Outcome, ToolCall, Usage
from skill_evals.model.results import EvalResult, ExecutionMetrics, GradeSummary, Measured, Timing, TriggerResult
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import CheckVerdict, RunVerdict, State
from skill_evals.results.measured import eval_result, trigger_result

from .nouns import check, run, task, trigger

HIT, MISS, OTHER, ERROR = Outcome.ACTIVATED, Outcome.NO_SKILL, Outcome.OTHER_SKILL, Outcome.ERROR


def counted(should_trigger: bool, *outcomes: Outcome) -> tuple[int | None, int | None, bool | None]:
    result = trigger_result(trigger("q", should_trigger), [run(o, index=i) for i, o in enumerate(outcomes)])
    return result.hits, result.runs, result.passed


@pytest.mark.parametrize(
    ("should_trigger", "outcomes", "expected"),
    [
        (True, [HIT, HIT, MISS], (2, 3, True)),
        (True, [HIT, MISS, OTHER], (1, 3, False)),
        (False, [MISS, OTHER, HIT], (1, 3, True)),
        (False, [HIT, HIT, MISS], (2, 3, False)),
        (True, [HIT, MISS], (1, 2, True)),
        (False, [HIT, MISS], (1, 2, False)),
        (True, [HIT, ERROR, Outcome.TIMEOUT, Outcome.BUDGET], (1, 1, True)),
        (False, [MISS], (0, 1, True)),
    ],
)
def test_half_of_the_measured_runs_decide_a_case(
    should_trigger: bool, outcomes: list[Outcome], expected: tuple[int, int, bool]
) -> None:
    assert counted(should_trigger, *outcomes) == expected


@pytest.mark.parametrize("outcomes", [[], [ERROR], [Outcome.TIMEOUT, Outcome.BUDGET]])
@pytest.mark.parametrize("should_trigger", [True, False])
def test_without_a_valid_run_there_is_no_verdict(should_trigger: bool, outcomes: list[Outcome]) -> None:
    assert counted(should_trigger, *outcomes) == (None, None, None)


def test_the_caller_may_find_that_the_valid_runs_decide_nothing() -> None:
    result = trigger_result(trigger("q"), [run(HIT), run(ERROR)], spec_hash="s", errored=True)
    assert result == TriggerResult(query="q", should_trigger=True, spec_hash="s")


def test_seconds_are_the_mean_of_valid_runs() -> None:
    runs = [run(HIT, seconds=1.0), run(MISS, seconds=2.5), run(ERROR, seconds=99.0)]
    assert trigger_result(trigger("q"), runs).avg_run_seconds == 1.8


def graded(state: State, *checks: State, **members: object) -> tuple[Evidence, RunVerdict]:
    outcome = Outcome.ERROR if state is State.ERROR else Outcome.FINISHED
    verdicts = tuple(CheckVerdict(state=s, text=f"text {i}", evidence=f"evidence {i}") for i, s in enumerate(checks))
    evidence = run(outcome, tier=Tier.EVALS, seconds=12.34, **members)
    return evidence, RunVerdict(state=state, reason="because", checks=verdicts)


CASE = task(
    name="Rye",
    checks=(
        check("llm", from_expectation=True, text="good"),
        check("command", run="crumb", expect_exit=0, requires="crumb"),
        check("regex", path="a.md", pattern="x"),
    ),
)


def test_a_run_gives_its_checks_costs_and_calls() -> None:
    calls = tuple(ToolCall(name=name, arguments=None, ordinal=i) for i, name in enumerate(["Write", "Bash", "Write"]))
    usage = Usage(calls=2, input_tokens=3, output_tokens=4, usd=0.00000049)
    result = eval_result(
        CASE, [graded(State.FAIL, State.PASS, State.SKIPPED, State.FAIL, tool_calls=calls, usage=usage)], spec_hash="s"
    )
    assert (result.id, result.name, result.passed, result.runtime_error, result.spec_hash) == (
        "rye",
        "Rye",
        False,
        None,
        "s",
    )
    assert [(e.type, e.passed, e.source) for e in result.expectations] == [
        ("llm", True, "expectation"),
        ("command", None, "assertion"),
        ("regex", False, "assertion"),
    ]
    assert (result.expectations[1].run, result.expectations[1].expect_exit, result.expectations[1].requires) == (
        "crumb",
        0,
        "crumb",
    )
    assert (result.expectations[2].path, result.expectations[2].pattern) == ("a.md", "x")
    assert (result.expectations[0].text, result.expectations[0].evidence) == ("text 0", "evidence 0")
    assert result.summary == GradeSummary(passed=1, failed=1, total=3, pass_rate=0.5, skipped=1)
    assert result.measured == Measured(input_tokens=3, output_tokens=4, cost_usd=0.0)
    assert result.execution_metrics == ExecutionMetrics(
        tool_calls={"Write": 2, "Bash": 1}, total_tool_calls=3, total_steps=2
    )
    assert result.timing == Timing(total_tokens=7, executor_duration_seconds=12.3)


@pytest.mark.parametrize(
    ("states", "passed"),
    [
        ([State.PASS, State.FAIL, State.FAIL], False),
        ([State.FAIL, State.PASS, State.PASS], True),
        ([State.FAIL, State.PASS], True),
        ([State.PASS, State.ERROR], True),
    ],
)
def test_the_majority_of_valid_runs_decides_and_one_of_them_tells(states: list[State], passed: bool) -> None:
    result = eval_result(CASE, [graded(s, s, s, s) for s in states])
    assert result.passed is passed
    assert {e.passed for e in result.expectations} == {passed}


def test_what_the_harness_did_not_report_is_absent() -> None:
    result = eval_result(CASE, [graded(State.PASS, State.PASS)])
    assert result.measured is None
    assert result.execution_metrics is None
    assert result.timing == Timing(executor_duration_seconds=12.3)


@pytest.mark.parametrize("runs", [[graded(State.ERROR)], [graded(State.ERROR), graded(State.ERROR)]])
def test_an_errored_case_says_why_and_has_no_verdict(runs: list[tuple[Evidence, RunVerdict]]) -> None:
    result = eval_result(CASE, runs, spec_hash="s")
    assert result == EvalResult(
        id="rye", name="Rye", runtime_error="because", timing=Timing(executor_duration_seconds=12.3), spec_hash="s"
    )


def test_a_case_that_was_not_run_or_not_settled_says_so() -> None:
    assert eval_result(CASE, []).runtime_error == "not run"
    assert eval_result(CASE, [graded(State.PASS)], errored=True).runtime_error == "too few valid runs for a verdict"


def test_a_run_without_the_skill_carries_a_fingerprint_instead() -> None:
    result = eval_result(CASE, [graded(State.PASS)], fingerprint="f")
    assert (result.spec_hash, result.fingerprint) == (None, "f")
