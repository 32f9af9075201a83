"""The lift arm: tasks of Tier 2 once without the skill, after everything that decides.

It shows what the skill is worth. It enters no test and no gate, and what goes wrong in it leaves the sweep whole: it
runs last, on what is left of the budget, and the comparison hears of it once the verdicts stand.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.screen import Session
from skill_evals.compare.screened import ArmScreen
from skill_evals.model.comparison import Comparison, FamilyComparison, Lift
from skill_evals.model.evidence import Arm
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State
from skill_evals.run.ports.journal import NOT_RECORDED
from skill_evals.run.sampling import Sample
from skill_evals.run.screening import Screening

_DECIDED = (State.PASS, State.FAIL)


def foreseen(family: FamilyWork, session: Session) -> int:
    """How many runs the lift arm of a family takes at most, if none errors."""
    if not session.request.run.lift:
        return 0
    return sum(arm is Arm.LIFT and case not in family.stored_lifts for arm, case in family.requests)


async def lift(families: Sequence[FamilyWork], session: Session) -> None:
    """Run each task that the head arm decided and that no stored result without the skill tells of."""
    if not session.request.run.lift:
        return
    for family in families:
        family.lifts = {
            sample.id: Screening(
                family.requests[Arm.LIFT, sample.id],
                runs=1,
                expects_use=sample.expects_use,
                grade=session.request.grade,
            )
            for sample in _told(family)
            if sample.id not in family.stored_lifts
        }
    was_stopped = session.budget.stopped is not None
    await session.drive([one for family in families for one in family.lifts.values()])
    if session.budget.stopped is not None and not was_stopped:
        for family in families:
            if family.lifts:
                family.notes.append(f"not every task was run without the skill: {session.budget.stopped}")
    for family in families:
        family.lifts = {case: screening for case, screening in family.lifts.items() if _tells(screening)}


def _tells(screening: Screening) -> bool:
    """Nothing is said of a task whose checks were all skipped, or of which the recording lacks this arm."""
    is_recorded = not any(one.detail.startswith(NOT_RECORDED) for one in screening.runs.evidence)
    return is_recorded and screening.runs.unchecked is None


def with_lift(comparison: Comparison, families: Sequence[FamilyWork]) -> Comparison:
    """The comparison with what the lift arm found; ``families`` in the order of the comparison's."""
    pairs = zip(comparison.families, families, strict=True)
    return replace(comparison, families=tuple(_with_lift(*pair) for pair in pairs))


def _with_lift(compared: FamilyComparison, family: FamilyWork) -> FamilyComparison:
    found = {sample.id: screen for sample in _told(family) if (screen := family.lift_screen(sample.id)) is not None}
    if not found:
        return compared
    counts = {case: screen.count for case, screen in found.items() if screen.state in _DECIDED}
    cases = (replace(case, lift=counts.get(case.id)) for case in compared.cases)
    return replace(compared, lift=_summed(family, found), cases=tuple(cases))


def _told(family: FamilyWork) -> list[Sample]:
    """The head's own tasks that have a verdict there: what runs without the skill is compared with that."""
    if family.job.tier is not Tier.EVALS:
        return []
    return [
        sample
        for sample in family.samples
        if sample.wording_of_head and (Arm.LIFT, sample.id) in family.requests and _head(family, sample) in _DECIDED
    ]


def _head(family: FamilyWork, sample: Sample) -> State:
    return family.head_screen(sample).state


def _summed(family: FamilyWork, found: dict[str, ArmScreen]) -> Lift:
    both = [sample for sample in family.samples if sample.id in found and found[sample.id].state in _DECIDED]
    missed = Counter(
        "errored" if screening.stopped is None else "unrun"
        for case, screening in family.lifts.items()
        if found[case].state not in _DECIDED
    )
    return Lift(
        with_skill=sum(_head(family, sample) is State.PASS for sample in both),
        without_skill=sum(found[sample.id].state is State.PASS for sample in both),
        cases=len(both),
        reused=sum(found[sample.id].reused for sample in both),
        errored=missed["errored"],
        unrun=missed["unrun"],
    )
