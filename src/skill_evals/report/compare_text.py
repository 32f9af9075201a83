"""The comparison for people in a terminal."""

from skill_evals.model.comparison import CaseComparison, Comparison, FamilyComparison
from skill_evals.report import family_words, words
from skill_evals.report.escape import terminal


def compare_text(comparison: Comparison) -> str:
    """Lines of text, ending in a newline."""
    lines = [words.outcome(comparison)]
    for family in comparison.families:
        base = "no base" if family.base is None else f"{family.base.passed} passed"
        lines.append(
            f"{terminal(family.skill)} {family.tier.value} on {terminal(family.model)}: "
            f"{words.OUTCOME[family.outcome]} ({base} → {family.head.passed} of {len(family.cases)})"
        )
        lines += [_case(case, family) for case in words.moved(family)]
        lines += [f"  note: {terminal(note)}" for note in (*family.notes, family_words.use_line(family)) if note]
    lines += [f"note: {terminal(note)}" for note in comparison.notes]
    return "\n".join(lines) + "\n"


def _case(case: CaseComparison, family: FamilyComparison) -> str:
    base = words.both_stages(case.base, case.base_fresh)
    head = words.both_stages(case.head, case.head_fresh)
    instead = f", {terminal(case.activated_instead)} was called instead" if case.activated_instead else ""
    what = f"{words.case_words(case, family)}: {terminal(case.id)} ({words.expectation(case)})"
    return "\n".join((f"  {what} base {base}, head {head}{instead}", *words.reason_lines(case)))
