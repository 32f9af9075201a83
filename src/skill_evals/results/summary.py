"""Summaries, recomputed from the results that they sum up (evolve, internal/run triggers.go and evals.go).

An errored eval is in no rate; a result without a verdict is in no count but the total.
"""

from collections.abc import Callable, Iterable, Sequence

from skill_evals.model.results import (
    Estimate,
    EvalResult,
    EvalSummary,
    GradedExpectation,
    GradeSummary,
    Measured,
    TriggerResult,
    TriggerSummary,
)
from skill_evals.results.rounding import round1, round6


def sum_triggers(results: Sequence[TriggerResult], *, executed: bool = True) -> TriggerSummary:
    """Where nothing was executed, only the total and the estimate are known."""
    estimate = _estimate(r.estimate for r in results)
    if not executed:
        return TriggerSummary(total=len(results), estimate=estimate)
    passed = sum(r.passed is True for r in results)
    failed = sum(r.passed is False for r in results)
    return TriggerSummary(
        passed=passed,
        failed=failed,
        total=len(results),
        pass_rate=_rate(passed, failed),
        avg_run_seconds=_mean_seconds(r.avg_run_seconds for r in results),
        estimate=estimate,
    )


def sum_evals(results: Sequence[EvalResult], *, executed: bool = True) -> EvalSummary:
    """The same for Tier 2; also of a baseline, which is always executed."""
    estimate = _estimate(r.estimate for r in results)
    if not executed:
        return EvalSummary(total=len(results), estimate=estimate)
    sound = [r for r in results if r.runtime_error is None]
    passed = sum(r.passed is True for r in sound)
    failed = sum(r.passed is False for r in sound)
    return EvalSummary(
        passed=passed,
        failed=failed,
        errored=len(results) - len(sound) or None,
        total=len(results),
        pass_rate=_rate(passed, failed),
        avg_run_seconds=_mean_seconds(r.timing.executor_duration_seconds for r in results if r.timing is not None),
        estimate=estimate,
        measured=_measured([r.measured for r in results if r.measured is not None]),
    )


def sum_grades(expectations: Iterable[GradedExpectation]) -> GradeSummary:
    """The checks of one case; a check without a verdict was skipped."""
    verdicts = [e.passed for e in expectations]
    passed, failed = verdicts.count(True), verdicts.count(False)
    return GradeSummary(
        passed=passed,
        failed=failed,
        total=len(verdicts),
        pass_rate=_rate(passed, failed),
        skipped=verdicts.count(None) or None,
    )


def _rate(passed: int, failed: int) -> float | None:
    return round6(passed / (passed + failed)) if passed + failed else None


def _mean_seconds(values: Iterable[float | None]) -> float | None:
    seconds = [v for v in values if v is not None]
    return round1(_total(seconds) / len(seconds)) if seconds else None


def _total(values: Iterable[float]) -> float:
    """One after the other from zero, as a loop in Go; Python's own ``sum`` compensates from 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total


def _estimate(estimates: Iterable[Estimate | None]) -> Estimate | None:
    known = [e for e in estimates if e is not None]
    if not known:
        return None
    costs = [e.input_cost_usd for e in known if e.input_cost_usd is not None]
    return Estimate(
        input_tokens=sum(e.input_tokens for e in known), input_cost_usd=round6(_total(costs)) if costs else None
    )


def _measured(parts: Sequence[Measured]) -> Measured | None:
    if not parts:
        return None

    def tokens(of: Callable[[Measured], int | None]) -> int | None:
        known = [count for count in map(of, parts) if count is not None]
        return sum(known) if known else None

    costs = [m.cost_usd for m in parts if m.cost_usd is not None]
    return Measured(
        input_tokens=tokens(lambda m: m.input_tokens),
        cache_read_input_tokens=tokens(lambda m: m.cache_read_input_tokens),
        cache_creation_input_tokens=tokens(lambda m: m.cache_creation_input_tokens),
        output_tokens=tokens(lambda m: m.output_tokens),
        cost_usd=round6(_total(costs)) if costs else None,
    )
