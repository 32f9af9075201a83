"""The committed benchmarks of a ``report.json``; report/benchmark_json.py writes them."""

from skill_evals.edges.github.stranger_json import number_or_none, share, text_or_none, word
from skill_evals.model.benchmark_comparison import (
    AssertionFlip,
    BenchmarkArm,
    BenchmarkComparison,
    BenchmarkState,
    BenchmarkSummary,
)
from skill_evals.model.comparison import Count
from skill_evals.run.record_members import Members


def benchmark_of(found: Members) -> BenchmarkComparison:
    """Raises UsageError, naming the member."""
    return BenchmarkComparison(
        skill=found.text("skill"),
        path=found.text("path"),
        state=word(found, "state", BenchmarkState),
        base=None if found.absent("base") else _summary(found.member("base")),
        head=None if found.absent("head") else _summary(found.member("head")),
        alpha=found.number("alpha"),
        flips=tuple(map(_flip, found.items("flips"))),
        evals_added=found.texts("evals_added"),
        evals_removed=found.texts("evals_removed"),
        assertions_added=found.texts("assertions_added"),
        assertions_removed=found.texts("assertions_removed"),
        not_comparable=found.texts("not_comparable"),
        outdated=found.flag("outdated"),
    )


def _summary(found: Members) -> BenchmarkSummary:
    return BenchmarkSummary(
        contrast=text_or_none(found, "contrast"),
        improvement=number_or_none(found, "improvement"),
        arms=tuple(map(_arm, found.items("arms"))),
        least_p=found.number("least_p"),
        can_be_significant=found.flag("can_be_significant"),
        assertions=found.integer("assertions"),
        same_in_both=found.integer("same_in_both"),
        failing_in_both=found.integer("failing_in_both"),
        unmeasured=found.integer("unmeasured"),
        missing_gradings=found.integer("missing_gradings"),
        ungraded=found.texts("ungraded"),
        gone=found.texts("gone"),
        validity_warnings=found.texts("validity_warnings"),
        inconsistencies=found.texts("inconsistencies"),
    )


def _arm(found: Members) -> BenchmarkArm:
    return BenchmarkArm(
        condition=found.text("condition"),
        pass_rate=found.number("pass_rate"),
        runs=found.integer("runs"),
        invocation_rate=number_or_none(found, "invocation_rate"),
    )


def _flip(found: Members) -> AssertionFlip:
    return AssertionFlip(
        eval_id=found.text("eval"),
        assertion_id=found.text("assertion"),
        condition=found.text("condition"),
        base=_count(found, "base"),
        head=_count(found, "head"),
        passes=found.flag("passes"),
        evidence=found.text("evidence"),
    )


def _count(found: Members, name: str) -> Count:
    correct, valid = share(found, name)
    return Count(correct=correct, valid=valid)
