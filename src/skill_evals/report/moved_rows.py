"""What moved, suite by suite, the worst first; and what was not measured at all, with the reason in place of rows."""

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
)
from skill_evals.report import family_words, words
from skill_evals.report.culprit_words import culprit, culprits, is_unanimous
from skill_evals.report.evaluate_offer import offer_lines
from skill_evals.report.grouping import (
    FEW,
    OUTSIDE,
    alike_errored,
    alike_unmeasured,
    by_what_is_known,
    named,
    what_moved,
)
from skill_evals.report.markdown import code, sentence, table
from skill_evals.report.rows import Rows
from skill_evals.report.settle_words import settling
from skill_evals.report.turns import turn_rows

STAGES = "base&nbsp;→&nbsp;head"
"""The title of the column of counts."""
_NAMED = 3
_EXAMPLES = 3
"""Suites whose cases are shown below such a table."""
_TABLE = 60
"""Suites in the table of all that moved."""


def moved_rows(comparison: Comparison, rows: Rows, replay: tuple[str, ...] = (), *, evaluate: str = "") -> list[str]:
    """``replay``: as in the report; ``evaluate``: the commit that a ``/evaluate`` line names, empty: none is heard."""
    sides = by_what_is_known(comparison)
    moved = sides.moved
    is_many = len(moved) > FEW
    shown = moved[: min(rows.suites, _EXAMPLES) if is_many and rows.suites <= FEW else rows.suites]
    each = max(3, rows.moved // max(1, 2 * len(shown) if is_many else len(shown)))
    folds = max(1, rows.turns // len(shown)) if shown and rows.turns else 0
    lines = [*_blank(sides.blank, rows.skips), *(_overview(moved) if is_many else ())]
    offers = rows.findings
    for family in shown:
        lines += _suite(family, each, folds, replay)
        offered = offer_lines(family, evaluate) if evaluate and offers > 0 else []
        offers -= bool(offered)
        lines += offered
    if len(shown) < len(moved):
        lines += ["", f"The cases of {words.plural(len(moved) - len(shown), 'more suite')} are in the summary.", ""]
    return lines


def _blank(families: tuple[FamilyComparison, ...], most: int) -> list[str]:
    """A paragraph for all suites of which nothing was measured for the same reason: their cases say nothing."""
    lines: list[str] = []
    found = alike_unmeasured(families)
    for why, alike in found[:most]:
        lines += ["", f"**Nothing was measured** of {sentence(named(alike), 1000)}: {sentence(why, 1000)}.", ""]
        if alike[0].outcome is ComparisonOutcome.INVALID:
            lines += [OUTSIDE, ""]
    if len(found) > most:
        unseen = words.plural(sum(len(alike) for _, alike in found[most:]), "more suite")
        lines += ["", f"**Nothing was measured** of {unseen} either, each for reasons of its own.", ""]
    return lines


def _overview(families: tuple[FamilyComparison, ...]) -> list[str]:
    lines = table(("suite", "result", "what happened"), list(map(_suite_row, families[:_TABLE])))
    if len(families) > _TABLE:
        lines += ["", f"… and {words.plural(len(families) - _TABLE, 'more suite')}; the summary lists them."]
    return ["", *lines, ""]


def _suite_row(family: FamilyComparison) -> tuple[str, ...]:
    result = family_words.passing(family).replace(" ", "&nbsp;")
    return f"{words.ICON[family.outcome]} {title(family)}", result, sentence(what_moved(family))


def _suite(family: FamilyComparison, most: int, folds: int, replay: tuple[str, ...]) -> list[str]:
    found = words.moved(family)
    lines = [
        "",
        f"**{code(family.skill)}** {_on(family)}: {family_words.whole_outcome(family)}",
        "",
    ]
    whose = culprits(family)
    if whose is not None:
        lines += [f"**Whose doing:** {sentence(whose)}.", ""]
    grouped = alike_errored(found)
    shown = grouped[:most]
    lines += table(("case", STAGES, "what happened"), [_row(alike, family) for alike in shown])
    hidden = sum(map(len, grouped[most:]))
    if hidden:
        lines += ["", f"… and {hidden:,} more; the summary lists them."]
    told = [alike[0] for alike in shown if alike[0].turns][:folds]
    return [*lines, "", *turn_rows(family, told, replay)]


def title(family: FamilyComparison) -> str:
    return f"{code(family.skill)} {_on(family)}"


def _on(family: FamilyComparison) -> str:
    return f"{words.TIER[family.tier]}, {code(family.model)}"


def _row(alike: list[CaseComparison], family: FamilyComparison) -> tuple[str, ...]:
    case = alike[0]
    name = f"{code(case.id)} {words.expectation(case)}"
    stages = both(case)
    if len(alike) > 1:
        named = ", ".join(code(one.id) for one in alike[:_NAMED])
        name = f"{words.plural(len(alike), 'case')}: {named}{', …' if len(alike) > _NAMED else ''}"
        stages = ""
    return f"{_icon(case)} {name}", stages, _happened(case, family)


def _icon(case: CaseComparison) -> str:
    return {CaseClass.BROKEN: "❌", CaseClass.FIXED: "✅"}.get(case.case_class, "⚠️") if case.confirmed else "⚠️"


def _happened(case: CaseComparison, family: FamilyComparison) -> str:
    happened = words.case_words(case, family)
    if case.activated_instead:
        happened += f"; {code(case.activated_instead)} was called instead"
    elif case.case_class is CaseClass.BROKEN and case.should_trigger and case.confirmed:
        happened += "; no skill was called"
    if case.note:
        happened += f"; {sentence(case.note, 300)}"
    # A line an arm, so that the eye can go from one to the other.
    whose = None if is_unanimous(family) else culprit(case)
    more = (whose, settling(case, family), *case.reasons)
    return "<br>".join((happened, *(sentence(line, 300) for line in more if line)))


def both(case: CaseComparison) -> str:
    """Screening's counts of both arms, and below them the fresh ones; where there is one arm only, its counts."""
    lines = [_pair(case.base, case.head)]
    if case.base_fresh is not None or case.head_fresh is not None:
        lines.append(f"fresh&nbsp;{_pair(case.base_fresh, case.head_fresh)}")
    return "<br>".join(lines)


def _pair(base: Count | None, head: Count | None) -> str:
    """May be broken before the arrow only."""
    return f"{words.counts(base)} →&nbsp;{words.counts(head)}"
