"""Finished runs of one case as the one result that evolve's file holds for it.

The file keeps counts for a trigger and a single run for an eval; which runs they were, and the errored ones, the
sidecar says. Runs that measured nothing enter no count.
"""

from collections import Counter
from collections.abc import Sequence

from skill_evals.model.evidence import Evidence, Outcome, Usage
from skill_evals.model.results import (
    EvalResult,
    ExecutionMetrics,
    GradedExpectation,
    Measured,
    Timing,
    TriggerResult,
)
from skill_evals.model.suite import Check, EvalCase, TriggerCase
from skill_evals.model.verdict import CheckVerdict, RunVerdict, State
from skill_evals.results.rounding import round1, round6
from skill_evals.results.summary import sum_grades

GradedRun = tuple[Evidence, RunVerdict]

_THRESHOLD = 0.5
"""A positive passes from this rate on, a negative below it."""


def trigger_result(
    case: TriggerCase, runs: Sequence[Evidence], *, spec_hash: str | None = None, errored: bool = False
) -> TriggerResult:
    """Hits and runs of one query.

    ``errored``: the caller found that too few runs were valid for a verdict. Then, as without any valid run, the
    result has no counts and no verdict, which evolve reads as not yet run.
    """
    valid = [run for run in runs if run.outcome.measured]
    should = case.should_trigger is True
    if errored or not valid:
        return TriggerResult(query=case.query, should_trigger=should, spec_hash=spec_hash)
    hits = sum(run.outcome is Outcome.ACTIVATED for run in valid)
    return TriggerResult(
        query=case.query,
        should_trigger=should,
        hits=hits,
        runs=len(valid),
        passed=(hits / len(valid) >= _THRESHOLD) is should,
        avg_run_seconds=round1(sum(run.seconds for run in valid) / len(valid)),
        spec_hash=spec_hash,
    )


def eval_result(
    case: EvalCase,
    runs: Sequence[GradedRun],
    *,
    spec_hash: str | None = None,
    fingerprint: str | None = None,
    errored: bool = False,
) -> EvalResult:
    """The majority's verdict, told by the last run that shares it; ``fingerprint`` instead of ``spec_hash`` for a
    run without the skill. An errored case says why and has no verdict.
    """
    valid = [run for run in runs if run[1].state in (State.PASS, State.FAIL)]
    passed = 2 * sum(verdict.state is State.PASS for _, verdict in valid) >= len(valid)
    wanted = State.PASS if passed else State.FAIL
    told = next((run for run in reversed(valid) if run[1].state is wanted), None)
    if errored or told is None:
        return EvalResult(
            id=case.key,
            name=case.name,
            runtime_error=_why(runs),
            timing=Timing(executor_duration_seconds=round1(runs[-1][0].seconds)) if runs else None,
            spec_hash=spec_hash,
            fingerprint=fingerprint,
        )
    evidence, verdict = told
    expectations = tuple(_expectation(*pair) for pair in zip(case.checks, verdict.checks, strict=False))
    return EvalResult(
        id=case.key,
        name=case.name,
        passed=passed,
        measured=_measured(evidence.usage),
        expectations=expectations,
        summary=sum_grades(expectations),
        execution_metrics=_metrics(evidence),
        timing=Timing(total_tokens=_tokens(evidence.usage), executor_duration_seconds=round1(evidence.seconds)),
        spec_hash=spec_hash,
        fingerprint=fingerprint,
    )


def _why(runs: Sequence[GradedRun]) -> str:
    """The reason of the last run that measured nothing, else that the runs did not settle it."""
    for evidence, verdict in reversed(runs):
        if verdict.state not in (State.PASS, State.FAIL):
            return verdict.reason or evidence.detail or str(evidence.outcome)
    return "too few valid runs for a verdict" if runs else "not run"


def _expectation(check: Check, verdict: CheckVerdict) -> GradedExpectation:
    exit_code = check.fields.get("expect_exit")
    return GradedExpectation(
        type=check.kind,
        path=_text(check, "path"),
        pattern=_text(check, "pattern"),
        run=_text(check, "run"),
        cwd=_text(check, "cwd"),
        tool=_text(check, "tool"),
        requires=_text(check, "requires"),
        expect_exit=exit_code if isinstance(exit_code, int) else None,
        text=verdict.text,
        passed={State.PASS: True, State.FAIL: False}.get(verdict.state),
        evidence=verdict.evidence,
        source="expectation" if check.from_expectation else "assertion",
    )


def _text(check: Check, name: str) -> str | None:
    value = check.fields.get(name)
    return value if isinstance(value, str) and value else None


def _measured(usage: Usage) -> Measured | None:
    measured = Measured(
        input_tokens=usage.input_tokens,
        cache_read_input_tokens=usage.cache_read_input_tokens,
        cache_creation_input_tokens=usage.cache_creation_input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=None if usage.usd is None else round6(usage.usd),
    )
    return None if measured == Measured() else measured


def _tokens(usage: Usage) -> int | None:
    parts = (
        usage.input_tokens,
        usage.cache_read_input_tokens,
        usage.cache_creation_input_tokens,
        usage.output_tokens,
    )
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


def _metrics(evidence: Evidence) -> ExecutionMetrics | None:
    """None where the harness reports no calls, and where there were none."""
    if not evidence.tool_calls:
        return None
    counts = Counter(call.name for call in evidence.tool_calls)
    return ExecutionMetrics(
        tool_calls=dict(counts), total_tool_calls=counts.total(), total_steps=evidence.usage.calls or None
    )
