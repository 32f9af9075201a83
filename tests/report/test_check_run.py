"""The check run: what GitHub's checks take, and what they conclude."""

from dataclasses import replace
from typing import Any

import pytest

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.position import Span
from skill_evals.model.report import GateDecision, Report
from skill_evals.report.check_run import SUMMARY_BYTES, check_run, conclusion, has_something_to_say

HEAD = "c" * 40


def finding(line: int = 1, message: str = "wrong", **more: Any) -> Diagnostic:
    found = Diagnostic(
        rule="duplicate-id",
        code="I002",
        severity=Severity.ERROR,
        path="evals/é.json",
        span=Span(line=line, column=3, end_line=line, end_column=9),
        message=message,
    )
    return replace(found, **more)


def report(*findings: Diagnostic, failed: bool = False, exit_code: int = 0, **more: Any) -> Report:
    errors = sum(one.severity is Severity.ERROR for one in findings)
    found = Report(
        base=None,
        head=None,
        base_reason="",
        lint=LintResult(diagnostics=findings, summary=LintSummary(errors=errors)),
        gate=GateDecision(failed=failed),
        exit_code=exit_code,
    )
    return replace(found, **more)


def test_every_finding_stands_on_its_line_errors_first() -> None:
    warning = finding(2, severity=Severity.WARNING)
    long = finding(3, span=Span(line=3, column=1, end_line=5, end_column=2))
    run = check_run(report(warning, long), name="skills", head=HEAD)
    assert [(one.level, one.start_line, one.end_line, one.start_column) for one in run.annotations] == [
        ("failure", 3, 5, None),
        ("warning", 2, 2, 3),
    ]


@pytest.mark.bug(25)
@pytest.mark.bug(26)
def test_what_checks_refuse_is_replaced_or_cut_between_two_characters() -> None:
    run = check_run(report(finding(message=f"😀\udcff{'é' * 40_000}")), name="skills", head=HEAD)
    (only,) = run.annotations
    assert only.message.startswith("\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}é")
    assert only.message.endswith("é…")
    assert len(only.message.encode()) <= 60_000


@pytest.mark.bug(25)
@pytest.mark.parametrize("path", ["skills/😀/SKILL.md", "skills/\udcff/SKILL.md"])
def test_a_files_name_costs_no_other_finding_its_annotation(path: str) -> None:
    run = check_run(report(finding(path=path), finding(2)), name="skills", head=HEAD)
    assert [one.path for one in run.annotations] == ["evals/é.json", "skills/\N{REPLACEMENT CHARACTER}/SKILL.md"]


@pytest.mark.bug(27)
def test_the_summary_is_measured_in_bytes() -> None:
    many = [finding(n, message="漢" * 300) for n in range(1, 2_001)]
    run = check_run(report(*many), name="skills", head=HEAD, most=1_000)
    assert len(run.annotations) == 1_000
    assert len(run.summary.encode()) <= SUMMARY_BYTES
    assert "1,000 findings more than can be shown here" in run.summary
    assert "<!--" not in run.summary


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (report(), "success"),
        (report(finding(), failed=True, exit_code=1), "failure"),
        (report(exit_code=2), "failure"),
        (report(exit_code=3), "neutral"),
        (report(unmeasured="no credential"), "neutral"),
        (report(finding(), failed=True, exit_code=1, unmeasured="no credential"), "failure"),
    ],
)
def test_what_was_not_measured_is_neutral_and_neither_good_nor_bad(of: Report, words: str) -> None:
    assert conclusion(of) == words


def test_a_pull_request_in_which_nothing_concerns_us_needs_no_comment() -> None:
    assert not has_something_to_say(report())
    assert has_something_to_say(report(finding()))
    assert has_something_to_say(report(unmeasured="no credential"))
