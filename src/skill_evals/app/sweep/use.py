"""Tier 2: in how many of its runs the skill was used at all.

A run that never used it says nothing about the skill. It counts by its checks all the same: a change that stops the
skill from being used would else take its own failures out of the count (docs/decisions/use-of-the-skill.md).
"""

from collections.abc import Iterable

from skill_evals.model.comparison import Use
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.run.activation import activated


def use_of(runs: Iterable[tuple[str, Evidence]]) -> Use | None:
    """``runs``: of cases in which the skill is expected, each with the skill's name. None where no run tells."""
    told = [used for target, evidence in runs if (used := _used(target, evidence)) is not None]
    return Use(used=sum(told), runs=len(told)) if told else None


def _used(target: str, evidence: Evidence) -> bool | None:
    """None: nothing was measured, or the harness reports no calls, so that silence is not known to be silence."""
    if evidence.outcome not in (Outcome.FINISHED, Outcome.DID_NOT_FINISH):
        return None
    if not evidence.activations:
        return None if evidence.tool_calls is None else False
    return activated(target, evidence.activations)
