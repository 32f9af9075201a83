"""What a run measured, for people in a terminal: each family's tally and every case that is not as it should be."""

from collections.abc import Sequence

from skill_evals.model.comparison import CaseComparison, Comparison
from skill_evals.model.plan import Skip
from skill_evals.model.report import RunSummary
from skill_evals.report import family_words, money_words, words
from skill_evals.report.escape import terminal
from skill_evals.report.turns import turn_lines


def run_text(comparison: Comparison, run: RunSummary, skips: Sequence[Skip] = ()) -> str:
    """Lines of text, ending in a newline. ``skips`` are what was considered and not run; what an option left out is
    no news to whoever gave it.
    """
    skips = [skip for skip in skips if not skip.by_option]
    lines: list[str] = []
    for family in comparison.families:
        head = family.head
        errored = f", {head.errored} errored" if head.errored else ""
        lines.append(
            f"{terminal(family.skill)} {family.tier.value} on {terminal(family.model)}: "
            f"{head.passed} of {head.passed + head.failed} pass{errored}"
        )
        lines += [_case(case) for case in family.cases if not words.passes(case)]
        notes = (*family.notes, family_words.use_line(family), family_words.lift_line(family))
        lines += [f"  note: {terminal(note)}" for note in notes if note]
    lines += [f"note: {terminal(note)}" for note in comparison.notes]
    if run.partial:
        lines.append(f"measured in part: {terminal(run.partial)}")
    if skips:
        first, more = skips[0], len(skips) - 1
        others = f", and {more:,} more, which `--dry-run` names" if more else ""
        lines.append(f"not run: {terminal(first.skill)} {first.tier.value}: {terminal(first.reason)}{others}")
    lines.append(money_words.cost_line(run))
    if run.forecast is not None:
        lines.append(money_words.forecast_line(run))
    return "\n".join(lines) + "\n"


def _case(case: CaseComparison) -> str:
    measured = case.head is not None and case.head.valid > 0
    instead = f", {terminal(case.activated_instead)} was called instead" if case.activated_instead else ""
    note = f"; {terminal(case.note)}" if case.note else ""
    state = "failed" if measured else "errored"
    first = f"  {state} {words.counts(case.head)}: {terminal(case.id)} ({words.expectation(case)}){instead}{note}"
    return "\n".join((first, *words.reason_lines(case), *turn_lines(case)))
