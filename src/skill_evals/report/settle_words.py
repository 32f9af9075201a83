"""What would settle a case that moved and of which the tests cannot tell."""

from skill_evals.model.comparison import CaseComparison, FamilyComparison, SetResult
from skill_evals.report.money_words import dollars
from skill_evals.report.words import plural


def settling(case: CaseComparison, family: FamilyComparison) -> str | None:
    """What would settle a case that moved and whose set gave no answer; None where that is no question."""
    for one in family.sets:
        if case.id not in one.cases or not is_open(one):
            continue
        if one.settle_runs is None:
            return "not settled by 40 runs an arm at these rates" if one.run else _untested(one)
        cost = "" if one.settle_usd is None else f" (≈ {dollars(one.settle_usd)})"
        others = len(one.cases) - 1
        of = f" of it and {plural(others, 'other case')}" if others else ""
        if not one.run:
            return f"{_untested(one)}; {one.settle_runs} fresh runs an arm{of} do that{cost}"
        return f"about {one.settle_runs} runs an arm{of} settle it{cost}"
    return None


def is_open(one: SetResult) -> bool:
    """Whether the set should have given an answer and gave none."""
    return not (one.kind == "up" or one.rejected or one.stopped_at_look or one.invalid)


def _untested(one: SetResult) -> str:
    return f"not put to the test: {one.reason}" if one.reason else "not put to the test"
