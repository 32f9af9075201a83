"""What a sweep cost, by what it was spent on."""

from collections.abc import Iterable

from skill_evals.model.evidence import Arm, Evidence, Stage
from skill_evals.model.report import Spending


def spending(evidence: Iterable[Evidence]) -> Spending:
    """Of every run that was paid for, now or by the sweep that was resumed; unpriced ones count nothing."""
    spent = {"cases": 0.0, "lift": 0.0, "culprits": 0.0, "controls": 0.0, "judge": 0.0}
    for one in evidence:
        spent[_kind(one)] += one.usage.usd or 0.0
        if one.judging is not None:
            spent["judge"] += one.judging.usage.usd or 0.0
    return Spending(**spent)


def _kind(one: Evidence) -> str:
    if one.key.stage is Stage.CONTROL:
        return "controls"
    if one.key.stage is Stage.CULPRIT:
        return "culprits"
    return "lift" if one.key.arm is Arm.LIFT else "cases"


def judging(evidence: Iterable[Evidence]) -> tuple[int, tuple[str, ...]]:
    """How many answers judges gave, and the ids that gave them."""
    told = [one.judging for one in evidence if one.judging is not None]
    return sum(one.usage.calls for one in told), tuple(sorted({model for one in told for model in one.models}))
