"""What is said of one suite on one model: its outcome, what passes in it, what its skill was used for and is worth."""

from skill_evals.model.comparison import CaseClass, ComparisonOutcome, FamilyComparison, Tally
from skill_evals.report.words import OUTCOME, WITHOUT_BASE, plural

_LEAST_P = 0.0001


def outcome_of(family: FamilyComparison) -> str:
    """The outcome of one family with what passes in it, such as ``unchanged, 7 → 7 of 8 pass``."""
    number = len(family.cases)
    words = OUTCOME[family.outcome]
    if family.outcome is ComparisonOutcome.INCONCLUSIVE and family.incomplete:
        errored = sum(case.case_class is CaseClass.ERRORED for case in family.cases)
        words = f"not measured: {errored} of {plural(number, 'case')} errored"
    told = passing(family)
    return f"{words}, {told}" if told else words


def whole_outcome(family: FamilyComparison) -> str:
    """``outcome_of`` with the probability that decided."""
    return f"{outcome_of(family)}{probability(family)}"


def passing(family: FamilyComparison) -> str:
    """Such as ``7 → 6 of 8 pass``; nothing where the head has no verdict at all."""
    base, head, number = family.base, family.head, len(family.cases)
    if not head.passed + head.failed:
        return ""
    is_part = any(case.head is not None and case.head.valid == 0 for case in family.cases)
    if base is not None and (base.errored or is_part):
        return f"{_share(base)} → {_share(head)} pass"
    if base is not None:
        return f"{base.passed} → {head.passed} of {number} pass"
    if family.outcome not in WITHOUT_BASE and all(case.case_class is CaseClass.NEW for case in family.cases):
        return f"{plural(number, 'new case')} ({head.passed} pass)"
    return f"{_share(head)} pass" if is_part else f"{head.passed} of {number} pass"


def _share(arm: Tally) -> str:
    """Of what was measured: an error is in no rate."""
    return f"{arm.passed}/{arm.passed + arm.failed}"


def is_blank(family: FamilyComparison) -> bool:
    """Whether no run of its cases measured anything, in neither arm."""
    counts = (count for case in family.cases for count in (case.base, case.head) if count is not None)
    return bool(family.cases) and not any(count.valid for count in counts)


def probability(family: FamilyComparison) -> str:
    """To be put behind the outcome: ``, p = 0.003``."""
    found = family.p_value
    if found is None:
        return ""
    return f", p < {_LEAST_P}" if found < _LEAST_P else f", p = {found:.2g}"


def use_line(family: FamilyComparison) -> str | None:
    """How often the skill was used in the tasks of a family, and what the other runs are worth; None: not known."""
    told = [(name, use) for name, use in (("base", family.base_use), ("head", family.head_use)) if use is not None]
    if not told:
        return None
    arms = ", ".join(f"{use.used} of {plural(use.runs, 'run')} in the {name} arm" for name, use in told)
    unused = sum(use.runs - use.used for _, use in told)
    meaning = "; a run that never used it says nothing about the skill, and counts by its checks" if unused else ""
    return f"Use of `{family.skill}` in its tasks ({family.model}): {arms}{meaning}"


def lift_line(family: FamilyComparison) -> str | None:
    """What the tasks of a family come to with the skill and without it; None: not measured."""
    lift = family.lift
    if lift is None:
        return None
    told = f"with the skill {lift.with_skill}/{lift.cases}, without it {lift.without_skill}/{lift.cases}"
    parts = [told if lift.cases else "not measured"]
    if lift.reused:
        parts.append(f"{lift.reused} of the runs without it reused from stored results")
    if lift.errored:
        parts.append(f"{plural(lift.errored, 'task')} errored without it")
    if lift.unrun:
        parts.append(f"{plural(lift.unrun, 'task')} not run without it, since the budget had ended")
    return f"Lift of `{family.skill}` in its tasks ({family.model}): {'; '.join(parts)}"
