"""The comparison alone, in Markdown."""

from skill_evals.model.comparison import Comparison
from skill_evals.report import words
from skill_evals.report.comment import case_rows
from skill_evals.report.markdown import prose
from skill_evals.report.moved_rows import moved_rows
from skill_evals.report.rows import Rows


def compare_markdown(comparison: Comparison) -> str:
    """What moved, then every case; ends in a newline."""
    rows = Rows(moved=100_000, findings=0, skips=0, cases=1_000, suites=1_000)
    lines = [f"### Comparison: {words.OUTCOME[comparison.outcome]}", ""]
    lines += moved_rows(comparison, rows)
    lines += [f"- {prose(note, 600)}" for note in comparison.notes]
    lines += ["", *case_rows(comparison, rows)]
    return "\n".join(lines).rstrip() + "\n"
