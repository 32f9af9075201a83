"""The linter's findings as a Markdown table, for a comment or a job's summary, under a budget of bytes."""

from collections.abc import Mapping, Sequence

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult
from skill_evals.report.markdown import code, row, sentence
from skill_evals.report.words import lint_line, plural

LIMIT = 60_000
"""Bytes of UTF-8: a comment holds 65,536 characters, a job's summary 1 MiB."""
MARKS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.INFO: "ℹ️"}
PATH = 200
"""Characters of a place that are shown."""
MESSAGE = 600
"""Characters of a message that are shown."""


def lint_markdown(result: LintResult, *, urls: Mapping[str, str], limit: int = LIMIT) -> str:
    """The sum, then a row a finding, the gravest first; what finds no room is counted. ``urls`` are rules' pages."""
    found = [diagnostic for severity in Severity for diagnostic in result.here(severity)]
    head = [f"**skill-evals**: {lint_line(result.summary)}.", ""]
    if result.crashed:
        failed = ", ".join(map(code, result.crashed))
        head += [f"Incomplete: {failed} failed, see the findings of `internal-error`.", ""]
    if not found:
        return "\n".join(head).strip() + "\n"
    head += [row("", "rule", "place", "finding"), row("---", "---", "---", "---")]
    rows = [_row(diagnostic, urls) for diagnostic in found]
    shown = _fitting(rows, limit - _bytes("\n".join(head)) - _bytes(_closing(len(rows))))
    closing = _closing(len(rows) - shown) if shown < len(rows) else ""
    return "\n".join([*head, *rows[:shown]]) + "\n" + closing


def _row(diagnostic: Diagnostic, urls: Mapping[str, str]) -> str:
    span = diagnostic.span
    url = urls.get(diagnostic.rule)
    name = code(diagnostic.rule) if url is None else f"[{code(diagnostic.rule)}]({url})"
    place = code(f"{diagnostic.path}:{span.line}:{span.column}", PATH)
    return row(MARKS[diagnostic.severity], name, place, sentence(diagnostic.message, MESSAGE))


def _fitting(rows: Sequence[str], room: int) -> int:
    """How many rows from the first on take no more than so many bytes, each with its line end."""
    for number, line in enumerate(rows):
        room -= _bytes(line) + 1
        if room < 0:
            return number
    return len(rows)


def _closing(number: int) -> str:
    return f"\nNo room for {plural(number, 'more finding')}: the text and JSON formats list every one.\n"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
