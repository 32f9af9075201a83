"""Which of several changed descriptions broke a case, in words; names stand between backticks."""

from skill_evals.model.comparison import CaseComparison, FamilyComparison, Reverted
from skill_evals.report.markdown import flat


def culprit(case: CaseComparison) -> str | None:
    """What the row of a case says; None where nobody asked."""
    if not case.reverted:
        return None
    last = case.reverted[-1]
    if last.returned:
        return f"{_tried(last)}: {last.count}, so {_blamed(last, case)}"
    return "no single one of the changed descriptions, put back, mends it"


def inquiry(case: CaseComparison) -> str:
    """Everything that was tried, with its counts."""
    tried = [f"{_tried(one)}: {one.count}" for one in case.reverted]
    end = case.reverted[-1]
    so = f"so {_blamed(end, case)}" if end.returned else "so no single one of the changes explains it"
    return f"{'; '.join(tried)}; {so}"


def culprits(family: FamilyComparison) -> str | None:
    """What the line above a table says of all its cases; None where no culprit was found."""
    found: dict[str, int] = {}
    for case in family.cases:
        if case.reverted and case.reverted[-1].returned:
            words = _tried(case.reverted[-1])
            found[words] = found.get(words, 0) + 1
    if not found:
        return None
    asked = sum(bool(case.reverted) for case in family.cases)
    return "; ".join(f"{words}, {count} of {asked} broken cases pass again" for words, count in found.items())


def is_unanimous(family: FamilyComparison) -> bool:
    """Whether ``culprits`` says all that the rows of the cases could."""
    asked = [case for case in family.cases if case.reverted]
    return bool(asked) and all(case.reverted[-1].returned for case in asked) and len(_told(asked)) == 1


def _told(cases: list[CaseComparison]) -> set[str]:
    return {_tried(case.reverted[-1]) for case in cases}


def _tried(one: Reverted) -> str:
    name = f"`{flat(one.skill)}`"
    if one.change == "added":
        return f"without the new {name}"
    if one.change == "removed":
        return f"with {name} put back"
    return "with its own description reverted" if one.own else f"with the description of {name} reverted"


def _blamed(one: Reverted, case: CaseComparison) -> str:
    name = f"`{flat(one.skill)}`"
    if (case.activated_instead or "").rpartition(":")[2] == one.skill:
        return f"{name} took the prompt"
    if one.change == "removed":
        return f"the removal of {name} is why"
    return "that change is why" if one.change == "changed" else f"{name} is why"
