"""Whether the pull request is failed."""

from dataclasses import dataclass

from skill_evals.model.comparison import Comparison, ComparisonOutcome, FamilyComparison
from skill_evals.model.config import GateConfig
from skill_evals.model.suite import Tier

BY_NAME_ONLY = "lexical"
"""A backend that is used for want of a better one informs; it fails a gate only where it was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    failed: bool
    reasons: tuple[str, ...] = ()
    """Why it failed, in words."""
    notes: tuple[str, ...] = ()
    """What would have failed it and only informs, and why."""


def gate(
    comparison: Comparison | None, *, lint_errors: int, config: GateConfig, backend: str, chosen_by_name: bool
) -> GateDecision:
    """Fails on lint errors and on ``regressed``; on a pass rate under its threshold only with ``floor``.

    ``comparison`` is None where nothing was compared.
    """
    reasons = [f"{lint_errors} lint error{'s' if lint_errors != 1 else ''}"] if lint_errors else []
    notes: list[str] = []
    if comparison is not None:
        measured = _measured(comparison, config, notes)
        if backend == BY_NAME_ONLY and not chosen_by_name:
            notes.extend(f"{reason}: informs only, since the {backend} backend was not chosen" for reason in measured)
        else:
            reasons.extend(measured)
    return GateDecision(failed=bool(reasons), reasons=tuple(reasons), notes=tuple(notes))


def _measured(comparison: Comparison, config: GateConfig, notes: list[str]) -> list[str]:
    reasons = []
    if comparison.outcome is ComparisonOutcome.REGRESSED:
        fallen = [f for f in comparison.families if f.outcome is ComparisonOutcome.REGRESSED]
        reasons.append("regressed: " + ", ".join(f"{f.skill} ({f.tier}, {f.model})" for f in fallen))
    under = [words for family in comparison.families if (words := _under_floor(family, config))]
    (reasons if config.floor else notes).extend(under)
    return reasons


def _under_floor(family: FamilyComparison, config: GateConfig) -> str | None:
    least = config.triggers_min_pass_rate if family.tier is Tier.TRIGGERS else config.evals_min_pass_rate
    measured = family.head.passed + family.head.failed
    if family.outcome is ComparisonOutcome.INVALID or not measured or family.head.passed >= least * measured:
        return None
    rate = family.head.passed / measured
    return f"{family.skill} ({family.tier}, {family.model}) passes {rate:.0%}, under its threshold of {least:.0%}"
