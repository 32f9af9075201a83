"""The check run: every finding on its line, where workflow commands stop at ten a level, and a conclusion that may be
neutral, which an exit code cannot say.

Limits: https://docs.github.com/en/rest/checks/runs, and bytes where it says characters.
"""

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.publication import Annotation, CheckRun
from skill_evals.model.report import Report
from skill_evals.report import comment, words
from skill_evals.report.escape import narrow, shown
from skill_evals.report.rows import Rows

LEVELS = {Severity.ERROR: "failure", Severity.WARNING: "warning", Severity.INFO: "notice"}
SUMMARY_BYTES = 60_000
"""Of the bound of 65,535."""
_MESSAGE_BYTES = 60_000
_TITLE = 255


def check_run(report: Report, *, name: str, head: str, url: str = "", most: int = 1_000) -> CheckRun:
    """``most``: annotations, errors first; the others are counted in the summary."""
    found = sorted(words.here(report.lint.diagnostics), key=lambda d: d.severity.rank)
    return CheckRun(
        name=name,
        head_sha=head,
        conclusion=conclusion(report),
        title=narrow(words.headline(report))[:_TITLE],
        summary=_summary(report, left_out=max(0, len(found) - most)),
        details_url=url,
        annotations=tuple(map(_annotation, found[:most])),
    )


def conclusion(report: Report) -> str:
    """``failure`` where the gate failed or the run was asked for what cannot be done, ``neutral`` where something was
    not measured to its end, else ``success``.
    """
    if report.gate.failed or report.exit_code in {1, 2}:
        return "failure"
    return "neutral" if is_incomplete(report) else "success"


def is_incomplete(report: Report) -> bool:
    if report.exit_code == 3 or report.unmeasured is not None or report.withheld:
        return True
    return report.comparison is not None and report.comparison.is_incomplete


def has_something_to_say(report: Report) -> bool:
    """Whether anything was found, run or left unmeasured; a pull request without any of it needs no comment."""
    found = report.lint.summary.errors + report.lint.summary.warnings
    told = (report.run, report.unmeasured, report.withheld, report.benchmarks, report.lint.crashed)
    return bool(found) or any(told)


def has_failed(report: Report) -> bool:
    """Whether there is anything to mend."""
    return conclusion(report) != "success"


def _summary(report: Report, *, left_out: int) -> str:
    """The comment's own content with as many rows as fit, without its marker."""
    more = f"\n{words.plural(left_out, 'finding')} more than can be shown here; the job's log has them.\n"
    closing = more if left_out else ""
    for rows in (
        Rows(moved=100, findings=50, skips=50, cases=200, turns=20),
        Rows(moved=50, findings=20, skips=20, cases=0, turns=5),
        Rows(moved=10, findings=5, skips=5, cases=0),
        Rows(moved=3, findings=2, skips=2, cases=0, suites=1),
    ):
        text = comment.sections(report, rows).split("\n", 1)[1] + closing
        if len(text.encode("utf-8", "replace")) <= SUMMARY_BYTES:
            return text
    return f"{narrow(words.headline(report))}\n{closing}"


def _annotation(found: Diagnostic) -> Annotation:
    span = found.span
    is_one_line = span.line == span.end_line
    return Annotation(
        path=narrow(found.path),  # one that leads nowhere then; else GitHub would refuse all the others as well
        start_line=span.line,
        end_line=span.end_line,
        level=LEVELS[found.severity],
        title=narrow(f"{found.rule} ({found.code})")[:_TITLE],
        message=_fitting(shown(narrow(found.message)), _MESSAGE_BYTES),
        start_column=span.column if is_one_line else None,
        end_column=span.end_column if is_one_line else None,
    )


def _fitting(text: str, most: int) -> str:
    """Cut by bytes, between two characters."""
    data = text.encode()
    return text if len(data) <= most else data[: most - 3].decode("utf-8", "ignore") + "…"
