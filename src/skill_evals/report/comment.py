"""The comment on the pull request: what moved first, then why it can be believed, then the rest folded.

It is rendered from data under a budget of rows and characters, never cut as text, so that no table or fold is left
open (GitHub refuses more than 65,536 characters).
"""

import html

from skill_evals.model.comparison import Comparison, ComparisonOutcome
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.plan import Plan
from skill_evals.model.report import Report, RunSummary
from skill_evals.report import family_words, money_words, plan_words, words
from skill_evals.report.benchmark_rows import benchmark_section
from skill_evals.report.claims_words import claims_section
from skill_evals.report.evaluate_command import WORD, EvaluateCommand
from skill_evals.report.markdown import code, cut, details, few, flat, paragraphs, prose, sentence, table, units
from skill_evals.report.moved_rows import STAGES, both, moved_rows, title
from skill_evals.report.rows import Rows
from skill_evals.report.turns import fenced

BUDGET = 60_000
"""UTF-16 units; the platform's bound is 65,536."""

MARKER = "<!-- skill-evals-action:comment v1 -->"

_FEW = 3
"""Notes of the gate that stand in sight."""

_STEPS = (
    Rows(moved=30, findings=20, skips=40, cases=200, turns=12),
    Rows(moved=30, findings=20, skips=20, cases=40, turns=6),
    Rows(moved=20, findings=10, skips=10, cases=0, turns=4, suites=4),
    Rows(moved=10, findings=5, skips=5, cases=0, turns=2, suites=2),
)


def render(report: Report, *, evaluate: str = "") -> str:
    """The comment's Markdown, ending in a newline; the roomiest of the row budgets that fits.

    ``evaluate``: the commit of which what is open can be settled by a ``/evaluate`` comment; empty: none is heard.
    """
    for rows in _STEPS:
        text = sections(report, rows, evaluate=evaluate)
        if units(text) <= BUDGET:
            return text
    return sections(report, Rows(moved=3, findings=2, skips=2, cases=0, suites=1), evaluate=evaluate)


def sections(report: Report, rows: Rows, *, evaluate: str = "") -> str:
    """The whole text with as many rows as asked."""
    lines = [MARKER, f"### {_icon(report)} skill-evals: {words.headline(report)}", ""]
    lines += _verdict(report, evaluate)
    if report.plan is not None:
        lines += [f"{sentence(line)}.\n" for line in plan_words.baseline_lines(report.plan)]
        lines += few([f"⚠️ {sentence(line)}.\n" for line in words.unlisted_lines(report.plan)], rows.skips)
    lines += _notes(report, rows)
    if report.comparison is not None:
        lines += moved_rows(report.comparison, rows, report.replay, evaluate=evaluate)
    lines += claims_section(report.audit, rows.findings)
    lines += _findings(report, rows)
    if report.comparison is not None:
        lines += _lifts(report.comparison, rows)
    lines += details(_how(report), _facts(report, rows))
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
    informs_only = report.comparison.outcome is ComparisonOutcome.REGRESSED
    return "⚠️" if informs_only or words.is_incomplete(report.comparison) else words.ICON[report.comparison.outcome]


def _verdict(report: Report, evaluate: str) -> list[str]:
    lines: list[str] = []
    if report.gate.failed:
        lines += ["**This pull request does not pass:** " + sentence("; ".join(report.gate.reasons), 1000) + ".", ""]
    if report.unmeasured:
        lines += [f"**Not measured, because** {sentence(report.unmeasured, 1000)}.", ""]
    if report.run is not None and report.run.partial:
        lines += [f"**Measured in part:** {sentence(report.run.partial)}. What was not run counts neither way.", ""]
    for reason in report.withheld:
        lines += [f"**Not run here:** {sentence(reason, 1000)}.", ""]
        if evaluate and f"`{WORD}`" in reason:
            lines += ["Somebody with write access who has read the change can comment:", ""]
            lines += [*fenced(EvaluateCommand(sha=evaluate).line, "text"), ""]
    return lines


def _notes(report: Report, rows: Rows) -> list[str]:
    """What a reviewer has to know beside the verdict; what the gate merely informs of, only where it is little."""
    told = report.gate.notes if len(report.gate.notes) <= _FEW else ()
    return [*few([f"- {sentence(note)}" for note in (*told, *report.notes)], rows.skips), ""]


def _findings(report: Report, rows: Rows) -> list[str]:
    """Without those that merely inform, where there is no room for a table."""
    found = [d for d in words.here(report.lint.diagnostics) if rows.tabled or d.severity.rank < 2]
    if not found:
        return []
    shown = found[: rows.findings]
    lines = _table(shown) if rows.tabled else list(map(_finding, shown))
    if len(found) > rows.findings:
        more = f"… and {len(found) - rows.findings:,} more; the annotations and the summary have them."
        lines += ["", more] if rows.tabled else [f"- {more}"]
    return ["", "**Lint**", "", *lines, ""]


def _table(found: list[Diagnostic]) -> list[str]:
    rows = ((d.severity.value, code(d.rule), _place(d), sentence(d.message, 400)) for d in found)
    return table(("", "rule", "place", "finding"), list(rows))


def _finding(found: Diagnostic) -> str:
    return f"- {found.severity.value} {code(found.rule)} {_place(found)}: {sentence(found.message, 400)}"


def _place(found: Diagnostic) -> str:
    return code(f"{found.path}:{found.span.line}:{found.span.column}", 200)


def _lifts(comparison: Comparison, rows: Rows) -> list[str]:
    """What skills are worth to their tasks; nothing that decides."""
    found = [f"- {sentence(line)}." for line in map(family_words.lift_line, comparison.families) if line is not None]
    lines = few(found, rows.skips)
    return ["", "**Against no skill** (one run a task, in no test)", "", *lines, ""] if lines else []


def _how(report: Report) -> str:
    """The title of the fold, which tells cost and lint to whoever does not open it."""
    run = report.run
    told = [] if run is None else [_spent(run)]
    told += [f"lint: {words.findings(report.lint.summary)}"]
    return f"How it was measured ({html.escape('; '.join(told))})"


def _spent(run: RunSummary) -> str:
    made = run.calls + run.lift_calls + run.culprit_calls + run.control_calls + run.resumed
    return f"{words.plural(made, 'run')}, {money_words.dollars(run.usd)}"


def _facts(report: Report, rows: Rows) -> list[str]:
    lines = [f"- Lint: {words.lint_line(report.lint.summary)}."]
    if report.run is not None:
        lines.append(f"- Run: {prose(money_words.cost_line(report.run))}.")
        lines += [f"- {line}: {sentence(text)}." for line, text in money_words.money_lines(report.run)]
    if report.base is not None:
        lines.append(f"- Base: {code(report.base[:12])}, {sentence(report.base_reason)}.")
    if len(report.gate.notes) > _FEW:
        lines += few([f"- {sentence(note)}" for note in report.gate.notes], rows.skips)
    if report.comparison is None:
        return lines
    families = report.comparison.families
    reasons = sorted({f.base_reason for f in families} - {""})
    lines += few([f"- Base verdicts: {sentence(reason)}." for reason in reasons], rows.skips)
    uses = (line for line in map(family_words.use_line, families) if line is not None)
    lines += few([f"- {sentence(line)}." for line in uses], rows.skips)
    told = report.comparison.notes
    if report.run is not None and report.run.partial:  # which stands above
        told = tuple(note for note in told if not note.endswith(report.run.partial))
    return [*lines, *few([f"- {sentence(note)}" for note in told], rows.skips)]


def case_rows(comparison: Comparison, rows: Rows) -> list[str]:
    lines: list[str] = []
    left = rows.cases
    for family in words.worst_first(comparison):
        shown = list(family.cases)[:left]
        left -= len(shown)
        lines += ["", f"{title(family)}: {family_words.whole_outcome(family)}", ""]
        is_lifted = family.lift is not None
        lines += table(
            ("case", STAGES, *(("no skill",) if is_lifted else ()), "class"),
            [
                (
                    f"{code(case.id)} {words.expectation(case)}",
                    both(case),
                    *((words.counts(case.lift),) if is_lifted else ()),
                    words.case_words(case, family),
                )
                for case in shown
            ],
        )
        lines += ["", *(f"- {sentence(note)}" for note in family.notes)]
    total = sum(len(f.cases) for f in comparison.families)
    return details(f"Every case ({words.plural(total, 'case')})", lines) if lines and rows.cases else []


def _plan(plan: Plan, rows: Rows, *, ran: bool) -> list[str]:
    lines = [
        f"- {'ran' if ran else 'to run:'} {code(job.skill)} {words.TIER[job.tier]} on {code(job.model)} "
        f"({plan_words.planned(job)}): {sentence('; '.join(job.reasons))}"
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
