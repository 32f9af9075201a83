"""Findings as a Markdown table under a budget."""

import re

from hypothesis import given, settings

from lint_findings import finding, result, results
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult
from skill_evals.report.lint_markdown import LIMIT, lint_markdown

URLS = {"duplicate-id": "https://example.org/duplicate-id.md"}


def test_a_row_a_finding_the_gravest_first() -> None:
    text = lint_markdown(
        result(finding(severity=Severity.WARNING, message="may | break"), finding(message="names `x`")), urls=URLS
    )
    assert text == (
        "**skill-evals**: 1 error, 1 warning in 2 suites of 1 skill; 1 file not checked.\n"
        "\n"
        "|  | rule | place | finding |\n"
        "| --- | --- | --- | --- |\n"
        "| ❌ | [`duplicate-id`](https://example.org/duplicate-id.md) | `evals/a.json:3:9` | names `x` |\n"
        "| ⚠️ | [`duplicate-id`](https://example.org/duplicate-id.md) | `evals/a.json:3:9` | may \\| break |\n"
    )


def test_nothing_found_is_one_line() -> None:
    assert lint_markdown(result(finding(elsewhere=True)), urls={}).count("\n") == 1


def test_a_rule_that_failed_is_said() -> None:
    assert "Incomplete: `missing-id` failed" in lint_markdown(result(crashed=("missing-id",)), urls={})


def test_what_finds_no_room_is_counted() -> None:
    many = result(*[finding(message=f"number {n}") for n in range(300)])
    text = lint_markdown(many, urls=URLS, limit=4_000)
    shown = text.count("number ")
    assert 10 < shown < 300
    assert f"No room for {300 - shown} more findings" in text
    assert 3_700 < len(text.encode()) <= 4_000


@given(results)
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_out_of_its_cell_or_over_the_budget(found: LintResult) -> None:
    text = lint_markdown(found, urls=URLS, limit=3_000)
    assert len(text.encode()) <= 3_000 < LIMIT
    rows = [line for line in text.splitlines() if line.startswith("| ")][2:]
    for line in rows:
        # GitHub parts the cells of a row at every pipe that no backslash escapes, also within code.
        assert len(re.findall(r"(?<!\\)\|", line)) == 5, line
    left = re.search(r"No room for (\d+) more", text)
    here = sum(not diagnostic.elsewhere for diagnostic in found.diagnostics)
    assert len(rows) + (int(left[1]) if left else 0) == here
