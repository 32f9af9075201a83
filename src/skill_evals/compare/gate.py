"""Whether the pull request is failed."""

from skill_evals.model.comparison import Comparison, ComparisonOutcome, FamilyComparison
from skill_evals.model.config import GateConfig
from skill_evals.model.report import GateDecision
from skill_evals.model.suite import Tier

BY_NAME_ONLY = "lexical"
"""A backend that is used for want of a better one informs; it fails a gate only where it was asked for."""
_NAMED = 3
"""Suites that a reason names; the comparison has them all."""


def gate(
    comparison: Comparison | None, *, lint_errors: int, config: GateConfig, backend: str, chosen_by_name: bool
) -> GateDecision:
    """Fails on lint errors and on ``regressed``; on a pass rate under its threshold only with ``floor``.

    ``comparison`` is None where nothing was compared.
    """
    reasons = [f"{lint_errors} lint error{'s' if lint_errors != 1 else ''}"] if lint_errors else []
    notes: list[str] = []
    if comparison is not None:
        fallen, under = _fallen(comparison), _under_floors(comparison, config)
        counted = [*fallen, *(under if config.floor else ())]
        if backend == BY_NAME_ONLY and not chosen_by_name:
            notes = [f"informs only: {words}, since the backend {backend} was not chosen by name" for words in counted]
        else:
            reasons += counted
        notes += () if config.floor else (f"informs only: {words}" for words in under)
    return GateDecision(failed=bool(reasons), reasons=tuple(reasons), notes=tuple(notes))


def _fallen(comparison: Comparison) -> list[str]:
    if comparison.outcome is not ComparisonOutcome.REGRESSED:
        return []
    fallen = [f for f in comparison.families if f.outcome is ComparisonOutcome.REGRESSED]
    more = f" and {len(fallen) - _NAMED} more" if len(fallen) > _NAMED else ""
    return ["regressed: " + ", ".join(f"{f.skill} ({f.tier}, {f.model})" for f in fallen[:_NAMED]) + more]


def _under_floors(comparison: Comparison, config: GateConfig) -> list[str]:
    return [words for family in comparison.families if (words := _under_floor(family, config))]


def _under_floor(family: FamilyComparison, config: GateConfig) -> str | None:
    least = config.triggers_min_pass_rate if family.tier is Tier.TRIGGERS else config.evals_min_pass_rate
    measured = family.head.passed + family.head.failed
    if family.outcome is ComparisonOutcome.INVALID or not measured or family.head.passed >= least * measured:
        return None
    rate = family.head.passed / measured
    return f"{family.skill} ({family.tier}, {family.model}) passes {rate:.0%}, under its threshold of {least:.0%}"
