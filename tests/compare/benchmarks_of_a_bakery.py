"""eval-magic benchmarks of a bakery, made by hand, with the numbers that follow from their gradings.

side(NEW_SKILL, [graded("rye", "with_skill", {"crust": True})])
"""

from collections.abc import Mapping, Sequence
from typing import Any

from skill_evals.compare.benchmark_summary import BenchmarkSide
from skill_evals.model.benchmark import (
    AssertionGrade,
    Benchmark,
    ConditionSummary,
    Delta,
    Grading,
    GradingBody,
    GradingSummary,
    Spread,
)
from skill_evals.model.benchmark_comparison import MeasuredWith
from skill_evals.results.benchmark import disagreements, improvement

NEW_SKILL = ("with_skill", "without_skill")
REVISION = ("old_skill", "new_skill")
NOTHING = Spread(mean=0.0, stddev=0.0, n=0)

Verdict = bool | str
"""A string: failed, with this evidence."""


def graded(eval_id: str, condition: str, assertions: Mapping[str, Verdict], run: int | None = None) -> Grading:
    grades = tuple(
        AssertionGrade(id=name, passed=verdict is True, evidence=verdict if isinstance(verdict, str) else f"saw {name}")
        for name, verdict in assertions.items()
    )
    passed = sum(grade.passed for grade in grades)
    summary = GradingSummary(
        passed=passed, failed=len(grades) - passed, total=len(grades), pass_rate=passed / len(grades)
    )
    return Grading(
        eval_id=eval_id,
        condition=condition,
        run_index=run,
        body=GradingBody(assertion_results=grades, summary=summary),
    )


def side(conditions: tuple[str, str], gradings: Sequence[Grading], **members: Any) -> BenchmarkSide:
    """``members``: of the benchmark (``baseline``, ``missing_gradings``, ``validity_warnings``), and ``cases``."""
    cases = members.pop("cases", None)
    measured_with = members.pop("measured_with", MeasuredWith())
    rates = {c: [g.body.summary.pass_rate for g in gradings if g.condition == c] for c in conditions}
    means = {c: round(sum(of) / len(of), 3) if of else 0.0 for c, of in rates.items()}
    benchmark = Benchmark(
        generated="2026-01-01T00:00:00Z",
        mode="revision" if conditions == REVISION else "new-skill",
        conditions_compared=conditions,
        run_summary={c: _condition(means[c], len(rates[c])) for c in conditions},
        delta=Delta(
            direction=" - ".join(conditions),
            pass_rate=round(means[conditions[0]] - means[conditions[1]], 3),
            duration_ms=0.0,
            total_tokens=0.0,
        ),
        **members,
    )
    spread_free = [found.message for found in disagreements(benchmark, gradings) if " ± " not in found.message]
    return BenchmarkSide(
        benchmark=benchmark,
        gradings=tuple(gradings),
        improvement=improvement(benchmark),
        inconsistencies=tuple(spread_free),
        measured_with=measured_with,
        cases=cases,
    )


def both(
    eval_id: str, first: Mapping[str, Verdict], second: Mapping[str, Verdict], conditions: tuple[str, str]
) -> list[Grading]:
    """A grading of an eval under each condition."""
    return [graded(eval_id, conditions[0], first), graded(eval_id, conditions[1], second)]


def _condition(mean: float, n: int) -> ConditionSummary:
    return ConditionSummary(pass_rate=Spread(mean=mean, stddev=0.0, n=n), duration_ms=NOTHING, total_tokens=NOTHING)
