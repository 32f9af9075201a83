"""Findings as text: links that terminals can follow, and the two tables."""

import pytest

from lint_findings import finding, result
from skill_evals.cli.hyperlinks import wants_links
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult, LintSummary, RuleTime
from skill_evals.model.position import Span
from skill_evals.report.lint_tables import profile, statistics
from skill_evals.report.lint_text import Look, lint_text

XTERM = {"TERM": "xterm-256color"}


def test_the_name_of_a_rule_links_to_its_page() -> None:
    text = lint_text(
        result(finding()), source=lambda *_: None, look=Look(links={"duplicate-id": "https://example.org/p.md"})
    )
    assert "error \x1b]8;;https://example.org/p.md\x1b\\duplicate-id\x1b]8;;\x1b\\ [I002] wrong" in text


@pytest.mark.parametrize(
    ("color", "environment", "is_terminal", "expected"),
    [
        ("auto", XTERM, True, True),
        ("auto", XTERM, False, False),
        ("auto", {}, True, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"TERM": "linux"}, True, False),
        ("auto", {**XTERM, "NO_COLOR": "1"}, True, False),
        ("auto", {**XTERM, "NO_COLOR": ""}, True, True),
        ("always", XTERM, False, False),
        ("auto", {**XTERM, "FORCE_HYPERLINK": "1"}, False, True),
        ("auto", {**XTERM, "FORCE_HYPERLINK": "0"}, True, False),
        ("auto", {**XTERM, "FORCE_HYPERLINK": ""}, True, True),
        ("auto", {"TERM": "dumb", "NO_COLOR": "1", "FORCE_HYPERLINK": "1"}, False, True),
        ("never", {**XTERM, "FORCE_HYPERLINK": "1"}, True, False),
    ],
)
def test_links_are_for_terminals_that_can_follow_them(
    color: str, environment: dict[str, str], is_terminal: bool, expected: bool
) -> None:
    assert wants_links(color, environment, is_terminal=is_terminal) is expected


@pytest.mark.parametrize("columns", [40, 80, 100, 200, None])
def test_a_source_line_and_its_caret_fit_the_terminal(columns: int | None) -> None:
    line = "a" * 70 + "HERE" + "b" * 200
    (shown, carets) = lint_text(
        result(finding(span=Span(line=1234, column=71, end_line=1234, end_column=75))),
        source=lambda *_: line,
        look=Look(columns=columns),
    ).splitlines()[1:3]
    assert len(shown) <= (columns or 120)
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "HERE"


def test_statistics_count_by_rule_the_most_frequent_first() -> None:
    many = [finding(rule="missing-id", code="I001", severity=Severity.WARNING, fixable=True)] * 11
    found = result(finding(), *many, finding(elsewhere=True))
    assert list(statistics(found)) == ["11  I001  missing-id  warning, fixable", " 1  I002  duplicate-id  error"]
    text = lint_text(found, source=lambda *_: None, look=Look(statistics=True))
    assert "\n\n11  I001  missing-id  warning, fixable\n 1  I002  duplicate-id  error\n\n1 error, 11 warnings" in text
    assert "I001  missing-id" not in lint_text(found, source=lambda *_: None)


def test_the_profile_is_by_price() -> None:
    times = (RuleTime(rule="a", seconds=0.001, found=2), RuleTime(rule="b", seconds=0.25, found=0))
    assert profile(LintResult(diagnostics=(), summary=LintSummary(), times=times)) == (
        "       ms   found  rule\n  250.000       0  b\n    1.000       2  a\n  251.000       2  all rules\n"
    )


def test_what_is_accepted_is_counted_at_the_end() -> None:
    text = lint_text(result(accepted=2, accepted_later=1), source=lambda *_: None)
    assert text.splitlines()[-2:] == [
        "2 findings accepted by the baseline file (`--no-baseline` shows them)",
        "1 finding above that new entries of the baseline file accept only after the merge",
    ]
