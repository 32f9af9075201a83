"""Committed benchmarks for machines: a part of version 1 of the wire forms (docs/formats.md)."""

from collections.abc import Iterable

from skill_evals.model.benchmark_comparison import AssertionFlip, BenchmarkArm, BenchmarkComparison, BenchmarkSummary


def benchmark_json(comparisons: Iterable[BenchmarkComparison]) -> list[dict[str, object]]:
    return [
        {
            "skill": found.skill,
            "path": found.path,
            "state": found.state.value,
            "alpha": found.alpha,
            "base": _summary(found.base),
            "head": _summary(found.head),
            "movement": _rounded(found.movement),
            "not_comparable": list(found.not_comparable),
            "outdated": found.outdated,
            "flips": [_flip(flip) for flip in found.flips],
            "evals_added": list(found.evals_added),
            "evals_removed": list(found.evals_removed),
            "assertions_added": list(found.assertions_added),
            "assertions_removed": list(found.assertions_removed),
        }
        for found in comparisons
    ]


def _summary(summary: BenchmarkSummary | None) -> dict[str, object] | None:
    if summary is None:
        return None
    return {
        "contrast": summary.contrast,
        "improvement": summary.improvement,
        "arms": [_arm(arm) for arm in summary.arms],
        "least_p": summary.least_p,
        "can_be_significant": summary.can_be_significant,
        "assertions": summary.assertions,
        "same_in_both": summary.same_in_both,
        "failing_in_both": summary.failing_in_both,
        "unmeasured": summary.unmeasured,
        "missing_gradings": summary.missing_gradings,
        "ungraded": list(summary.ungraded),
        "gone": list(summary.gone),
        "validity_warnings": list(summary.validity_warnings),
        "inconsistencies": list(summary.inconsistencies),
    }


def _arm(arm: BenchmarkArm) -> dict[str, object]:
    return {
        "condition": arm.condition,
        "pass_rate": arm.pass_rate,
        "runs": arm.runs,
        "invocation_rate": arm.invocation_rate,
    }


def _flip(flip: AssertionFlip) -> dict[str, object]:
    return {
        "eval": flip.eval_id,
        "assertion": flip.assertion_id,
        "condition": flip.condition,
        "base": str(flip.base),
        "head": str(flip.head),
        "passes": flip.passes,
        "evidence": flip.evidence,
    }


def _rounded(share: float | None) -> float | None:
    """Stored rates have three decimals; what binary fractions add beyond is noise."""
    return None if share is None else round(share, 6)
