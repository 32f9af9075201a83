"""From families at work to what the results and the reports are written from."""

from collections.abc import Iterable

from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.nouns import ArmRuns, CaseRuns, FamilyRuns
from skill_evals.compare.classes import added
from skill_evals.compare.screened import ArmScreen
from skill_evals.model.evidence import Arm, RunKey
from skill_evals.model.suite import EvalCase
from skill_evals.model.verdict import RunVerdict
from skill_evals.run.ports.judge import Judge
from skill_evals.run.sampling import Sample


def family_runs(family: FamilyWork, judge: Judge | None) -> FamilyRuns:
    return FamilyRuns(
        job=family.job,
        cases=tuple(_case_runs(family, sample, judge) for sample in family.samples),
        base_reason=family.base_reason,
        base_reused=bool(family.stored),
        invalid=family.invalid,
    )


def _case_runs(family: FamilyWork, sample: Sample, judge: Judge | None) -> CaseRuns:
    base = family.base_screen(sample)
    return CaseRuns(
        id=sample.id,
        case=sample.case,
        compared=sample.compared,
        removed=sample.removed,
        wording_of_head=sample.wording_of_head,
        base=_arm_runs(family, sample.id, Arm.BASE, base) if base is not None else None,
        head=_arm_runs(family, sample.id, Arm.HEAD, family.head_screen(sample)),
        lift=_lift_runs(family, sample.id),
        judge=_judge(family, sample, judge),
    )


def _judge(family: FamilyWork, sample: Sample, judge: Judge | None) -> str | None:
    case = sample.case
    return judge.name(case, family.job.model) if judge is not None and isinstance(case, EvalCase) else None


def _lift_runs(family: FamilyWork, case: str) -> ArmRuns | None:
    screened, screening = family.lift_screen(case), family.lifts.get(case)
    if screened is None:
        return None
    return ArmRuns(
        state=screened.state,
        count=screened.count,
        screening=tuple(screening.runs.evidence) if screening is not None else (),
        reused=screened.reused,
    )


def _arm_runs(family: FamilyWork, case: str, arm: Arm, screened: ArmScreen) -> ArmRuns:
    screening = family.screenings.get((arm, case))
    fresh = family.fresh_runs(case, arm)
    return ArmRuns(
        state=screened.state,
        count=screened.count,
        screening=tuple(screening.runs.evidence) if screening is not None else (),
        fresh_count=added(*(runs.count for runs in fresh)) if fresh else None,
        fresh=tuple(one for runs in fresh for one in runs.evidence),
        reused=screened.reused,
    )


def verdicts(families: Iterable[FamilyWork]) -> dict[RunKey, RunVerdict]:
    found: dict[RunKey, RunVerdict] = {}
    for family in families:
        every = [screening.runs for screening in (*family.screenings.values(), *family.lifts.values())]
        every += [
            runs for work in family.sets if work.confirmation for pair in work.confirmation.pairs for runs in pair
        ]
        for runs in every:
            found.update({one.key: verdict for one, verdict in zip(runs.evidence, runs.verdicts, strict=True)})
    return found
