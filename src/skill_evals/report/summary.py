"""The job summary: the comment's content with every row, under the platform's bound of bytes.

GitHub refuses a step's summary over 1 MiB; it is rendered from data and the least telling rows go first.
"""

from skill_evals.model.report import Report
from skill_evals.report import comment
from skill_evals.report.rows import Rows

LIMIT = 1_000_000
"""Bytes of UTF-8; the platform's bound is 1,048,576."""
_STEPS = (
    Rows(moved=100_000, findings=2_000, skips=2_000, cases=10_000, turns=500, suites=10_000, tabled=True),
    Rows(moved=2_000, findings=500, skips=500, cases=500, turns=50, suites=500, tabled=True),
    Rows(moved=200, findings=100, skips=100, cases=0, suites=50, tabled=True),
)


def render(report: Report) -> str:
    """Markdown, ending in a newline."""
    for rows in _STEPS:
        text = comment.sections(report, rows)
        if len(text.encode("utf-8", "replace")) <= LIMIT:
            return text
    return comment.render(report)
