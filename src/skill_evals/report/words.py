"""The sentences that every report shares, so that comment, summary and terminal say the same thing."""

from collections.abc import Sequence

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
)
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.lint import LintSummary
from skill_evals.model.plan import Baseline, Plan
from skill_evals.model.report import Report
from skill_evals.model.suite import Tier
from skill_evals.report.markdown import flat

OUTCOME = {
    ComparisonOutcome.INVALID: "not measured: the harness did not work",
    ComparisonOutcome.REGRESSED: "regressed",
    ComparisonOutcome.PARTIAL: "only measured in part",
    ComparisonOutcome.NO_BASELINE: "no baseline to compare with",
    ComparisonOutcome.INCONCLUSIVE: "cannot be told from noise",
    ComparisonOutcome.IMPROVED: "improved",
    ComparisonOutcome.UNCHANGED: "unchanged",
}

ICON = {
    ComparisonOutcome.INVALID: "⚠️",
    ComparisonOutcome.REGRESSED: "❌",
    ComparisonOutcome.PARTIAL: "⚠️",
    ComparisonOutcome.NO_BASELINE: "⚠️",
    ComparisonOutcome.INCONCLUSIVE: "❔",
    ComparisonOutcome.IMPROVED: "✅",
    ComparisonOutcome.UNCHANGED: "✅",
}

TIER = {Tier.TRIGGERS: "triggers", Tier.EVALS: "evals"}

LOCAL = "local/"
"""Begins the keys of embedded backends, which are nobody's model."""

MOVED = (CaseClass.ERRORED, CaseClass.BROKEN, CaseClass.FIXED, CaseClass.NEW)
"""Classes that are shown as rows, in this order, of the new ones those that fail; the others are counted."""


WITHOUT_BASE = frozenset({ComparisonOutcome.NO_BASELINE, ComparisonOutcome.PARTIAL})
"""In which a case may lack a base although it is not new."""


def plural(number: int, word: str, many: str | None = None) -> str:
    """``1 case``, ``2 cases``."""
    return f"{number:,} {word if number == 1 else many or word + 's'}"


def headline(report: Report) -> str:
    """What a reviewer reads first."""
    parts = []
    if report.lint.summary.errors:
        parts.append(plural(report.lint.summary.errors, "lint error"))
    if report.unmeasured or (report.withheld and report.comparison is None):
        parts.append("not measured")
    elif report.comparison is not None and report.plan is not None and report.plan.baseline is Baseline.NONE:
        parts.append(_alone(report.comparison))
    else:
        parts.append(_measured(report.comparison))
    return ", ".join(parts)


def _alone(comparison: Comparison) -> str:
    """Without a base nothing is better or worse; what is not sound about the runs is said as ever."""
    if comparison.outcome is not ComparisonOutcome.NO_BASELINE:
        return _measured(comparison)
    heads = [family.head for family in comparison.families]
    passed, failed, errored = (sum(getattr(head, name) for head in heads) for name in ("passed", "failed", "errored"))
    words = f"compared with nothing: {passed:,} of {plural(passed + failed, 'case')} pass"
    return words + (f", {plural(errored, 'case')} errored" if errored else "")


def _measured(comparison: Comparison | None) -> str:
    if comparison is None:
        return "nothing had to run"
    words = outcome(comparison)
    broken = _confirmed(comparison, CaseClass.BROKEN)
    fixed = _confirmed(comparison, CaseClass.FIXED)
    if comparison.outcome is ComparisonOutcome.REGRESSED:
        words = f"regressed: {plural(broken, 'case')} broken"
        if comparison.improved_too:
            words += f", and improved: {fixed} fixed"
    elif comparison.outcome is ComparisonOutcome.IMPROVED:
        words = f"improved: {plural(fixed, 'case')} fixed"
    known = [family for family in comparison.families if family.outcome not in WITHOUT_BASE]
    new = [case for family in known for case in family.cases if case.case_class is CaseClass.NEW]
    if new:
        words += f", {plural(len(new), 'new case')} ({sum(map(passes, new))} pass)"
    errored = _count(comparison, CaseClass.ERRORED)
    if errored and is_incomplete(comparison) and comparison.outcome is not ComparisonOutcome.INCONCLUSIVE:
        words += f", {plural(errored, 'case')} errored"
    return words


def is_incomplete(comparison: Comparison) -> bool:
    """Whether some family was not measured to its end, whatever the rest says."""
    return any(family.incomplete for family in comparison.families)


def outcome(comparison: Comparison) -> str:
    """The outcome in words; where errors are why it cannot be told, they are named and not the noise."""
    undecided = [family for family in comparison.families if family.outcome is ComparisonOutcome.INCONCLUSIVE]
    if comparison.outcome is ComparisonOutcome.INCONCLUSIVE and undecided and all(f.incomplete for f in undecided):
        return f"not measured: {plural(_count(comparison, CaseClass.ERRORED), 'case')} errored"
    return OUTCOME[comparison.outcome]


def _confirmed(comparison: Comparison, wanted: CaseClass) -> int:
    """Those whose move is confirmed; all that moved where the move is confirmed of none by itself."""
    moved = [case for family in comparison.families for case in family.cases if case.case_class is wanted]
    return sum(case.confirmed for case in moved) or len(moved)


def _count(comparison: Comparison, wanted: CaseClass) -> int:
    return sum(case.case_class is wanted for family in comparison.families for case in family.cases)


def worst_first(comparison: Comparison) -> list[FamilyComparison]:
    order = list(ComparisonOutcome)
    return sorted(comparison.families, key=lambda f: (order.index(f.outcome), f.skill, f.tier, f.model))


def moved(family: FamilyComparison) -> list[CaseComparison]:
    """The cases that a reviewer has to see: errored first, then broken, then fixed; confirmed ones first."""
    rows = [
        case
        for case in family.cases
        if case.case_class in MOVED and not (case.case_class is CaseClass.NEW and passes(case))
    ]
    return sorted(rows, key=lambda c: (MOVED.index(c.case_class), not c.confirmed, c.id))


def passes(case: CaseComparison) -> bool:
    """Passed in the head by its majority; an even split passes a positive and fails a negative, as evolve counts."""
    head = case.head
    if head is None or head.valid == 0:
        return False
    twice = 2 * head.correct
    return twice > head.valid or (twice == head.valid and case.should_trigger is not False)


def counts(count: Count | None) -> str:
    """``2/3``, with the errored runs beside it, which are in no rate."""
    if count is None:
        return "—"
    return f"{count.correct}/{count.valid}" + (f" ({count.errored} errored)" if count.errored else "")


def both_stages(screening: Count | None, fresh: Count | None, *, joint: str = ", ") -> str:
    """Screening's count, then the fresh one that decides."""
    return counts(screening) if fresh is None else f"{counts(screening)}{joint}fresh {counts(fresh)}"


def expectation(case: CaseComparison) -> str:
    """What the case asks for, in a word."""
    if case.should_trigger is None:
        return "task"
    return "must trigger" if case.should_trigger else "must not trigger"


def case_words(case: CaseComparison, family: FamilyComparison) -> str:
    words = case.case_class.value.replace("-", " ")
    if case.case_class is CaseClass.NEW and family.outcome in WITHOUT_BASE:
        words = "not compared"
    if case.case_class is CaseClass.NEW and not passes(case):
        words += ", fails"
    if case.case_class in (CaseClass.BROKEN, CaseClass.FIXED) and not case.confirmed:
        words += " at first, did not repeat" if _is_dropped(case) else ", not confirmed"
    return words + (", flaky" if case.flaky else "")


def failing(case_class: CaseClass) -> str:
    """The class of rows that are shown, of which new cases are those that fail."""
    return "new, failing" if case_class is CaseClass.NEW else case_class.value


def _is_dropped(case: CaseComparison) -> bool:
    """Whether the fresh runs do not even lean the way in which screening moved."""
    base, head = case.base_fresh, case.head_fresh
    if base is None or head is None or not (base.valid and head.valid):
        return False
    lean = head.correct * base.valid - base.correct * head.valid
    return lean >= 0 if case.case_class is CaseClass.BROKEN else lean <= 0


def reason_lines(case: CaseComparison) -> list[str]:
    """For a terminal, below the line of the case."""
    return [f"    {flat(reason)}" for reason in case.reasons]


def unlisted_lines(plan: Plan) -> list[str]:
    """A sentence for each listing that has no room any more for what it told at the base."""
    return [
        f"The listing that `{one.model}` is shown has no room any more for the "
        f"{'description' if len(one.skills) == 1 else 'descriptions'} of {_names(one.skills)}, "
        f"since {_names(one.grown)} grew: {'it is' if len(one.skills) == 1 else 'they are'} listed by name alone"
        for one in plan.unlisted
    ]


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{flat(name)}`" for name in names[:5])
    return f"{shown} and {len(names) - 5} more" if len(names) > 5 else shown


def findings(lint: LintSummary) -> str:
    return f"{plural(lint.errors, 'error')}, {plural(lint.warnings, 'warning')}"


def lint_line(lint: LintSummary) -> str:
    line = f"{findings(lint)} in {plural(lint.suites, 'suite')} of {plural(lint.skills, 'skill')}"
    if lint.not_checked:
        line += f"; {plural(lint.not_checked, 'file')} not checked"
    if lint.accepted:
        line += f"; {lint.accepted} accepted by the baseline file"
    if lint.elsewhere:
        line += f"; {lint.elsewhere} more outside this change"
    return line


def here(diagnostics: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """The findings that this change is answerable for, gravest first."""
    mine = [d for d in diagnostics if not d.elsewhere]
    return sorted(mine, key=lambda d: (d.severity.rank, d.path, d.span.line, d.span.column, d.code))
