"""The job summary: the comment's content with every row, under the platform's bound of bytes.

GitHub refuses a step's summary over 1 MiB; it is rendered from data and the least telling rows go first.
"""

from skill_evals.model.report import Report
from skill_evals.report import comment, words
from skill_evals.report.markdown import code, prose, table

LIMIT = 1_000_000
"""Bytes of UTF-8; the platform's bound is 1,048,576."""


def render(report: Report) -> str:
    """Markdown, ending in a newline."""
    for rows in (
        comment.Rows(moved=10_000, findings=2_000, skips=2_000, cases=10_000),
        comment.Rows(moved=2_000, findings=500, skips=500, cases=500),
        comment.Rows(moved=200, findings=100, skips=100, cases=0),
    ):
        text = comment.sections(report, rows) + _all_findings(report, rows.findings)
        if len(text.encode("utf-8", "replace")) <= LIMIT:
            return text
    return comment.render(report)


def _all_findings(report: Report, limit: int) -> str:
    rows = [
        (d.severity.value, code(d.rule), code(f"{d.path}:{d.span.line}:{d.span.column}", 200), prose(d.message, 300))
        for d in words.here(report.lint.diagnostics)[:limit]
    ]
    lines = table(("", "rule", "place", "finding"), rows)
    return "\n".join(["", "#### Findings", "", *lines, ""]) if lines else ""
