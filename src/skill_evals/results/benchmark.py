"""Reads eval-magic's promoted ``benchmark.json`` and ``grading/*.json``, and whether the one follows from the others.

Formulas: eval-magic, src/pipeline/aggregate.rs. Readers are tolerant of unknown members; values are compared, never
bytes, since formatters rewrite these files.
"""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from posixpath import basename
from typing import TypeVar

from skill_evals.errors import ResultsError
from skill_evals.model.benchmark import (
    AssertionGrade,
    Benchmark,
    ConditionSummary,
    Delta,
    Disagreement,
    Grading,
    GradingBody,
    GradingSummary,
    MetaSummary,
    Spread,
)
from skill_evals.results.rounding import half_away
from skill_evals.results.shape import Member, Shape, by_name, filled, flag, items, real, text, whole

Noun = TypeVar("Noun")

_SPREAD = Shape(Spread, Member(name="mean", read=real), Member(name="stddev", read=real), Member(name="n", read=whole))
_CONDITION = Shape(
    ConditionSummary,
    *(Member(name=name, read=_SPREAD.read) for name in ("pass_rate", "duration_ms", "total_tokens")),
    Member(name="skill_invocation_n", read=whole),
    Member(name="skill_invocation_rate", read=real),
)
_DELTA = Shape(
    Delta,
    Member(name="direction", read=text),
    *(Member(name=name, read=real) for name in ("pass_rate", "duration_ms", "total_tokens")),
)
_BENCHMARK = Shape(
    Benchmark,
    Member(name="generated", read=text),
    Member(name="mode", read=text),
    Member(name="baseline", read=filled),
    Member(name="conditions_compared", read=items(text)),
    Member(name="missing_gradings", read=whole),
    Member(name="validity_warnings", read=items(text)),
    Member(name="run_summary", read=by_name(_CONDITION.read)),
    Member(name="delta", read=_DELTA.read),
)
_ASSERTION = Shape(
    AssertionGrade,
    Member(name="id", read=text),
    Member(name="passed", read=flag),
    Member(name="evidence", read=text),
)
_SUMMARY = Shape(
    GradingSummary,
    *(Member(name=name, read=whole) for name in ("passed", "failed", "total")),
    Member(name="pass_rate", read=real),
)
_META = Shape(MetaSummary, Member(name="skill_invoked", read=flag))
_GRADING = Shape(
    GradingBody,
    Member(name="assertion_results", read=items(_ASSERTION.read)),
    Member(name="summary", read=_SUMMARY.read),
    Member(name="meta_summary", read=_META.read),
)

_WITH = frozenset({"with_skill", "new_skill"})
_WITHOUT = frozenset({"without_skill", "old_skill"})
_RATE_PLACES = 1000.0
"""Rates are stored with three decimals."""


def read_benchmark(data: bytes) -> Benchmark | None:
    """None where the bytes are not eval-magic's benchmark: several tools write a file of this name."""
    return _read(data, _BENCHMARK)


def read_grading(path: str, data: bytes) -> Grading | None:
    """The grading of a file named ``<eval>__<condition>[__r<n>].json``; None where name or content are not such."""
    parts = basename(path).removesuffix(".json").split("__")
    run = parts[2][1:] if len(parts) == 3 and parts[2].startswith("r") else None
    body = _read(data, _GRADING)
    if body is None or not (len(parts) == 2 or (run is not None and run.isdecimal())):
        return None
    return Grading(eval_id=parts[0], condition=parts[1], run_index=None if run is None else int(run), body=body)


def improvement(benchmark: Benchmark) -> float | None:
    """How much better the skill, or its new version, is: the delta with its sign read from its direction.

    In a revision eval-magic subtracts the new from the old, so a stored −0.125 is a gain. None: the direction names
    other conditions.
    """
    first, _, second = (part.strip() for part in benchmark.delta.direction.partition(" - "))
    if first in _WITH and second in _WITHOUT:
        return benchmark.delta.pass_rate
    if first in _WITHOUT and second in _WITH:
        return 0.0 - benchmark.delta.pass_rate
    return None


def disagreements(benchmark: Benchmark, gradings: Sequence[Grading]) -> tuple[Disagreement, ...]:
    """What of a benchmark does not follow from its gradings; times and tokens cannot be checked, since promotion leaves
    behind what they come from.
    """
    return tuple(_differences(benchmark, gradings))


def _differences(benchmark: Benchmark, gradings: Sequence[Grading]) -> Iterator[Disagreement]:
    for grading in gradings:
        yield from _in_grading(grading)
    for condition in benchmark.conditions_compared:
        stored = benchmark.run_summary.get(condition)
        if stored is None:
            yield Disagreement(message=f"run_summary lacks the condition {condition}", at=("run_summary", condition))
            continue
        slots = sorted((g for g in gradings if g.condition == condition), key=_slot)
        yield from _in_condition(condition, stored, slots)
    yield from _in_delta(benchmark)


def _in_grading(grading: Grading) -> Iterator[Disagreement]:
    name = f"the grading of {grading.eval_id} under {grading.condition}"
    summary, passed = grading.body.summary, sum(a.passed for a in grading.body.assertion_results)
    total = len(grading.body.assertion_results)
    if (summary.passed, summary.failed, summary.total) != (passed, total - passed, total):
        message = f"{name} counts {summary.passed} of {summary.total} passed; its assertions give {passed} of {total}"
        yield Disagreement(message=message, at=("summary",), grading=grading)
    elif abs(summary.pass_rate - (passed / total if total else 0.0)) > 1 / _RATE_PLACES:
        message = f"{name} states a pass rate of {summary.pass_rate:g} for {passed} of {total}"
        yield Disagreement(message=message, at=("summary", "pass_rate"), grading=grading)


def _in_condition(condition: str, stored: ConditionSummary, slots: Sequence[Grading]) -> Iterator[Disagreement]:
    at = ("run_summary", condition)
    rates = [slot.body.summary.pass_rate for slot in slots]
    if stored.pass_rate != (computed := _spread(rates)):
        message = (
            f"{condition}: the stored pass rate is {_words(stored.pass_rate)}; the gradings give {_words(computed)}"
        )
        yield Disagreement(message=message, at=(*at, "pass_rate"))
    if stored.skill_invocation_n is None:
        return
    invoked = [m.skill_invoked for m in (slot.body.meta_summary for slot in slots) if m is not None]
    verified = [state for state in invoked if state is not None]
    rate = _places(sum(verified) / len(verified)) if verified else None
    if (stored.skill_invocation_n, stored.skill_invocation_rate) != (len(verified), rate):
        found = f"{sum(verified)} of {len(verified)}"
        message = f"{condition}: the stored invocation rate does not follow from the gradings, which give {found}"
        yield Disagreement(message=message, at=(*at, "skill_invocation_rate"))


def _in_delta(benchmark: Benchmark) -> Iterator[Disagreement]:
    if len(benchmark.conditions_compared) != 2:
        message = f"conditions_compared names {len(benchmark.conditions_compared)} conditions, not two"
        yield Disagreement(message=message, at=("conditions_compared",))
        return
    first, second = benchmark.conditions_compared
    if benchmark.delta.direction != f"{first} - {second}":
        message = f"delta.direction is {benchmark.delta.direction!r} for the conditions {first} and {second}"
        yield Disagreement(message=message, at=("delta", "direction"))
    one, other = benchmark.run_summary.get(first), benchmark.run_summary.get(second)
    if one is None or other is None:
        return
    checks: tuple[tuple[str, float, float, Callable[[float], float]], ...] = (
        ("pass_rate", benchmark.delta.pass_rate, one.pass_rate.mean - other.pass_rate.mean, _places),
        ("duration_ms", benchmark.delta.duration_ms, one.duration_ms.mean - other.duration_ms.mean, half_away),
        ("total_tokens", benchmark.delta.total_tokens, one.total_tokens.mean - other.total_tokens.mean, half_away),
    )
    for name, stored, difference, rounded in checks:
        if stored != rounded(difference):
            message = f"delta.{name} is {stored:g}; the stored means give {rounded(difference):g}"
            yield Disagreement(message=message, at=("delta", name))


def _spread(values: Sequence[float]) -> Spread:
    """Population deviation, three decimals, summed in slot order; nothing at all where there are no values."""
    if not values:
        return Spread(mean=0.0, stddev=0.0, n=0)
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values)) if len(values) > 1 else 0.0
    return Spread(mean=_places(mean), stddev=_places(deviation), n=len(values))


def _places(value: float) -> float:
    return half_away(value * _RATE_PLACES) / _RATE_PLACES


def _words(spread: Spread) -> str:
    return f"{spread.mean:g} ± {spread.stddev:g} over {spread.n}"


def _slot(grading: Grading) -> tuple[str, int]:
    return (grading.eval_id, grading.run_index or 0)


def _read(data: bytes, shape: Shape[Noun]) -> Noun | None:
    try:
        return shape.read(json.loads(data), "")
    except (ResultsError, ValueError, TypeError, RecursionError):  # TypeError: a noun lacks a member that it needs
        return None
