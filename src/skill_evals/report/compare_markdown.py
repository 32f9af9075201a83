"""The comparison alone, in Markdown."""

from skill_evals.model.comparison import Comparison
from skill_evals.report import comment, words
from skill_evals.report.markdown import prose


def compare_markdown(comparison: Comparison) -> str:
    """What moved, then every case; ends in a newline."""
    rows = comment.Rows(moved=1_000, findings=0, skips=0, cases=1_000)
    lines = [f"### Comparison: {words.OUTCOME[comparison.outcome]}", ""]
    lines += comment.moved_rows(comparison, rows)
    lines += [f"- {prose(note, 600)}" for note in comparison.notes]
    lines += ["", *comment.case_rows(comparison, rows)]
    return "\n".join(lines).rstrip() + "\n"
