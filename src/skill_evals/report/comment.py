"""The comment on the pull request: what moved first, then why it can be believed, then the rest folded.

It is rendered from data under a budget of rows and characters, never cut as text, so that no table or fold is left
open (GitHub refuses more than 65,536 characters).
"""

from dataclasses import dataclass

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
)
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.plan import Plan
from skill_evals.model.report import Report
from skill_evals.report import money_words, words
from skill_evals.report.benchmark_rows import benchmark_section
from skill_evals.report.claims_words import claims_section
from skill_evals.report.culprit_words import culprit, culprits
from skill_evals.report.evaluate_offer import offer_lines
from skill_evals.report.markdown import code, cut, details, flat, paragraphs, prose, sentence, table, units
from skill_evals.report.settle_words import settling
from skill_evals.report.turns import turn_rows

BUDGET = 60_000
"""UTF-16 units; the platform's bound is 65,536."""

MARKER = "<!-- skill-evals-action:comment v1 -->"

_ICON = {
    ComparisonOutcome.INVALID: "⚠️",
    ComparisonOutcome.REGRESSED: "❌",
    ComparisonOutcome.PARTIAL: "⚠️",
    ComparisonOutcome.NO_BASELINE: "⚠️",
    ComparisonOutcome.INCONCLUSIVE: "❔",
    ComparisonOutcome.IMPROVED: "✅",
    ComparisonOutcome.UNCHANGED: "✅",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """How many rows each part may have."""

    moved: int
    findings: int
    skips: int
    cases: int
    turns: int = 0
    """Folds that show what decided a case."""


_STEPS = (
    Rows(moved=50, findings=20, skips=40, cases=200, turns=20),
    Rows(moved=50, findings=20, skips=20, cases=40, turns=10),
    Rows(moved=30, findings=10, skips=10, cases=0, turns=5),
    Rows(moved=10, findings=5, skips=5, cases=0, turns=2),
)


def render(report: Report, *, evaluate: str = "") -> str:
    """The comment's Markdown, ending in a newline; the roomiest of the row budgets that fits.

    ``evaluate``: the commit of which what is open can be settled by a ``/evaluate`` comment; empty: none is heard.
    """
    for rows in _STEPS:
        text = sections(report, rows, evaluate=evaluate)
        if units(text) <= BUDGET:
            return text
    return sections(report, Rows(moved=3, findings=2, skips=2, cases=0), evaluate=evaluate)


def sections(report: Report, rows: Rows, *, evaluate: str = "") -> str:
    """The whole text with as many rows as asked."""
    lines = [MARKER, f"### {_icon(report)} skill-evals: {words.headline(report)}", ""]
    lines += _verdict(report)
    if report.plan is not None:
        lines += [f"⚠️ {sentence(line)}.\n" for line in words.unlisted_lines(report.plan)]
    if report.comparison is not None:
        lines += moved_rows(report.comparison, rows, report.replay, evaluate=evaluate)
    lines += claims_section(report.audit, rows.findings)
    lines += _findings(report, rows)
    if report.comparison is not None:
        lines += _lifts(report.comparison, rows)
    lines += _facts(report)
    if report.comparison is not None:
        lines += case_rows(report.comparison, rows)
    lines += benchmark_section(report.benchmarks, flips=rows.findings, rows=rows.moved)
    if report.plan is not None:
        lines += _plan(report.plan, rows, ran=report.unmeasured is None)
    return paragraphs(lines)


def _icon(report: Report) -> str:
    if report.lint.summary.errors or report.gate.failed:
        return "❌"
    if report.comparison is None:
        return "⚠️" if report.unmeasured or report.withheld else "✅"
    return "⚠️" if words.is_incomplete(report.comparison) else _ICON[report.comparison.outcome]


def _verdict(report: Report) -> list[str]:
    lines: list[str] = []
    if report.gate.failed:
        lines += ["**This pull request does not pass:** " + sentence("; ".join(report.gate.reasons), 1000) + ".", ""]
    if report.unmeasured:
        lines += [f"**Not measured, because** {sentence(report.unmeasured, 1000)}.", ""]
    lines += [f"**Not run here:** {sentence(reason, 1000)}.\n" for reason in report.withheld]
    return lines


def moved_rows(comparison: Comparison, rows: Rows, replay: tuple[str, ...] = (), *, evaluate: str = "") -> list[str]:
    """``replay``: as in the report; ``evaluate``: as in ``render``."""
    lines: list[str] = []
    left, folds, offers = rows.moved, rows.turns, rows.findings
    for family in words.worst_first(comparison):
        found = words.moved(family)
        if not found:
            continue
        shown = found[:left]
        left -= len(shown)
        lines += [
            "",
            f"**{code(family.skill)}** {words.TIER[family.tier]}, {code(family.model)}: {_family(family)}",
            "",
        ]
        whose = culprits(family)
        if whose is not None:
            lines += [f"**Whose doing:** {sentence(whose)}.", ""]
        lines += table(("", "case", "base", "head", "what happened"), [_row(case, family) for case in shown])
        if len(shown) < len(found):
            lines += ["", f"… and {len(found) - len(shown):,} more; the summary lists them."]
        offered = offer_lines(family, evaluate) if evaluate and offers > 0 else []
        offers -= bool(offered)
        lines += offered
        told = [case for case in shown if case.turns][:folds]
        folds -= len(told)
        lines += ["", *turn_rows(family, told, replay)]
    return [*lines, ""] if lines else []


def _family(family: FamilyComparison) -> str:
    text = words.family_outcome(family)
    if family.p_value is not None:
        text += f", p = {family.p_value:.2g}"
    return text


def _row(case: CaseComparison, family: FamilyComparison) -> tuple[str, ...]:
    icon = {CaseClass.BROKEN: "❌", CaseClass.FIXED: "✅"}.get(case.case_class, "⚠️") if case.confirmed else "⚠️"
    happened = words.case_words(case)
    if case.activated_instead:
        happened += f"; {code(case.activated_instead)} was called instead"
    elif case.case_class is CaseClass.BROKEN and case.should_trigger and case.confirmed:
        happened += "; no skill was called"
    if case.note:
        happened += f"; {sentence(case.note, 300)}"
    # A line an arm, so that the eye can go from one to the other.
    more = (culprit(case), settling(case, family), *case.reasons)
    happened = "<br>".join((happened, *(sentence(line, 300) for line in more if line)))
    return (
        icon,
        f"{code(case.id)} {words.expectation(case)}",
        _stages(case.base, case.base_fresh),
        _stages(case.head, case.head_fresh),
        happened,
    )


def _stages(screening: Count | None, fresh: Count | None) -> str:
    """A line each, so that the columns stay narrow."""
    return words.both_stages(screening, fresh, joint="<br>").replace("fresh ", "fresh&nbsp;")


def _findings(report: Report, rows: Rows) -> list[str]:
    found = [d for d in words.here(report.lint.diagnostics) if d.severity.rank < 2]
    if not found:
        return []
    lines = ["", "**Lint**", ""]
    lines += [_finding(d) for d in found[: rows.findings]]
    if len(found) > rows.findings:
        lines.append(f"- … and {len(found) - rows.findings:,} more; the annotations and the summary have them.")
    return [*lines, ""]


def _finding(found: Diagnostic) -> str:
    place = code(f"{found.path}:{found.span.line}:{found.span.column}", 200)
    return f"- {found.severity.value} {code(found.rule)} {place}: {sentence(found.message, 400)}"


def _lifts(comparison: Comparison, rows: Rows) -> list[str]:
    """What skills are worth to their tasks; nothing that decides."""
    lines = [f"- {sentence(line)}." for line in map(words.lift_line, comparison.families) if line is not None]
    if len(lines) > rows.skips:
        lines = [*lines[: rows.skips], f"- … and {len(lines) - rows.skips:,} more"]
    return ["", "**Against no skill** (one run a task, in no test)", "", *lines, ""] if lines else []


def _facts(report: Report) -> list[str]:
    lines = [f"- Lint: {words.lint_line(report.lint.summary)}."]
    if report.run is not None:
        lines.append(f"- Run: {prose(money_words.cost_line(report.run))}.")
        lines += [f"- {line}: {sentence(text)}." for line, text in money_words.money_lines(report.run)]
        if report.run.partial:
            lines.append(f"- Stopped early: {prose(report.run.partial)}.")
    if report.base is not None:
        lines.append(f"- Base: {code(report.base[:12])}, {sentence(report.base_reason)}.")
    reasons = sorted({f.base_reason for f in report.comparison.families} - {""}) if report.comparison else []
    lines += [f"- Base verdicts: {sentence(reason)}." for reason in reasons]
    uses = map(words.use_line, report.comparison.families) if report.comparison else ()
    lines += [f"- {sentence(line)}." for line in uses if line is not None]
    told = () if report.comparison is None else report.comparison.notes
    if report.run is not None and report.run.partial:  # the line "Stopped early" says it
        told = tuple(note for note in told if not note.endswith(report.run.partial))
    notes = [*told, *report.gate.notes, *report.notes]
    lines += [f"- {sentence(note)}" for note in notes]
    return ["", "**How it was measured**", "", *lines, ""]


def case_rows(comparison: Comparison, rows: Rows) -> list[str]:
    lines: list[str] = []
    left = rows.cases
    for family in words.worst_first(comparison):
        shown = list(family.cases)[:left]
        left -= len(shown)
        title = f"{code(family.skill)} {words.TIER[family.tier]}, {code(family.model)}: {_family(family)}"
        lines += ["", title, ""]
        is_lifted = family.lift is not None
        lines += table(
            ("case", "base", "head", *(("no skill",) if is_lifted else ()), "class"),
            [
                (
                    f"{code(case.id)} {words.expectation(case)}",
                    _stages(case.base, case.base_fresh),
                    _stages(case.head, case.head_fresh),
                    *((words.counts(case.lift),) if is_lifted else ()),
                    words.case_words(case),
                )
                for case in shown
            ],
        )
        lines += [f"- {sentence(note)}" for note in family.notes]
    total = sum(len(f.cases) for f in comparison.families)
    return details(f"Every case ({words.plural(total, 'case')})", lines) if lines and rows.cases else []


def _plan(plan: Plan, rows: Rows, *, ran: bool) -> list[str]:
    lines = [
        f"- {'ran' if ran else 'to run:'} {code(job.skill)} {words.TIER[job.tier]} on {code(job.model)} "
        f"({words.plural(len(job.cases), 'case')}): {sentence('; '.join(job.reasons))}"
        for job in plan.jobs[: rows.skips]
    ]
    lines += [
        f"- skipped {code(skip.skill)} {words.TIER[skip.tier]}{f' on {code(skip.model)}' if skip.model else ''}: "
        f"{sentence(skip.reason)}"
        for skip in plan.skips[: rows.skips]
    ]
    hidden = max(0, len(plan.jobs) - rows.skips) + max(0, len(plan.skips) - rows.skips)
    if hidden:
        lines.append(f"- … and {hidden:,} more")
    what = "What ran and what did not" if ran else "What was to run and what was not"
    title = f"{what} ({len(plan.jobs)} run, {len(plan.skips)} skipped)"
    return details(cut(flat(title), 120), lines)
