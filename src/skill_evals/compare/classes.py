"""The class of a case by its screening verdicts, and the flag of one that is neither here nor there."""

from collections.abc import Iterable

from skill_evals.compare.screened import ArmScreen, ScreenedCase
from skill_evals.model.comparison import CaseClass, Count
from skill_evals.model.verdict import State

FLAKY_RUNS = 5

_BY_VERDICTS = {
    (State.PASS, State.PASS): CaseClass.STILL_PASSING,
    (State.FAIL, State.FAIL): CaseClass.STILL_FAILING,
    (State.PASS, State.FAIL): CaseClass.BROKEN,
    (State.FAIL, State.PASS): CaseClass.FIXED,
}


def classify(case: ScreenedCase) -> CaseClass:
    """A case that the head removes is ``removed`` only while it has not moved: an edit hides no fall."""
    if case.removed and case.head is None:
        return CaseClass.REMOVED
    if case.head is None or not _measured(case.head) or (case.base is not None and not _measured(case.base)):
        return CaseClass.ERRORED
    if not case.compared or case.base is None:
        return CaseClass.NEW
    moved = _BY_VERDICTS[case.base.state, case.head.state]
    if case.removed and case.base.state is case.head.state:
        return CaseClass.REMOVED
    return moved


def _measured(screen: ArmScreen) -> bool:
    return screen.state in (State.PASS, State.FAIL)


def is_flaky(arms: Iterable[Count]) -> bool:
    """``arms``: all valid runs of each arm, screening and fresh together."""
    return any(_is_mixed(count) for count in arms)


def _is_mixed(count: Count) -> bool:
    return count.valid >= FLAKY_RUNS and 2 * count.valid <= 10 * count.correct <= 8 * count.valid


def added(*counts: Count | None) -> Count:
    found = [count for count in counts if count is not None]
    return Count(
        correct=sum(c.correct for c in found),
        valid=sum(c.valid for c in found),
        errored=sum(c.errored for c in found),
    )


def passes(count: Count, *, expects_use: bool) -> bool:
    """The majority over these runs: where the skill is expected at least half, else more than half correct."""
    return 2 * count.correct >= count.valid if expects_use else 2 * count.correct > count.valid
