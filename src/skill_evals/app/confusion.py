"""From the runs of a sweep to who was called for whom."""

from collections import Counter, defaultdict
from typing import NamedTuple

from skill_evals.app.sweep.nouns import CaseRuns, SweepResult
from skill_evals.model.confusion import NOBODY, Confusion, ConfusionRow
from skill_evals.model.evidence import Arm, Evidence
from skill_evals.model.suite import Tier, TriggerCase
from skill_evals.run.activation import activated


class _Asked(NamedTuple):
    is_negative: bool
    skill: str


def confusions(sweep: SweepResult) -> tuple[Confusion, ...]:
    """By model, base before head. Arms whose verdicts were reused have no runs to tell of."""
    tables: dict[tuple[str, Arm], dict[_Asked, list[Evidence]]] = defaultdict(lambda: defaultdict(list))
    for family in sweep.families:
        if family.job.tier is not Tier.TRIGGERS:
            continue
        for case in family.cases:
            wanted = case.case.should_trigger if isinstance(case.case, TriggerCase) else None
            if wanted is not None:
                for arm, runs in _arms(case):
                    tables[family.job.model, arm][_Asked(not wanted, family.job.skill)] += runs
    return tuple(
        Confusion(
            model=model, arm=arm.value, rows=tuple(_row(asked, rows[asked]) for asked in sorted(rows) if rows[asked])
        )
        for (model, arm), rows in sorted(tables.items(), key=lambda item: (item[0][0], item[0][1] is Arm.HEAD))
        if any(rows.values())
    )


def _arms(case: CaseRuns) -> list[tuple[Arm, tuple[Evidence, ...]]]:
    found = [(Arm.HEAD, case.head.screening)]
    return found if case.base is None else [(Arm.BASE, case.base.screening), *found]


def _row(asked: _Asked, runs: list[Evidence]) -> ConfusionRow:
    measured = [one for one in runs if one.outcome.measured]
    return ConfusionRow(
        skill=asked.skill,
        should_trigger=not asked.is_negative,
        called=dict(Counter(_called(asked.skill, one) for one in measured)),
        errored=len(runs) - len(measured),
    )


def _called(skill: str, run: Evidence) -> str:
    """The target wherever it stands in the turn, since that is what its verdict looks at."""
    if activated(skill, run.activations):
        return skill
    return run.activations[0] if run.activations else NOBODY
