"""Texts of odd lengths and numbers: messages of the log, and a baseline of nothing."""

from dataclasses import replace

import pytest

from lint.outputs.test_github_commands import read
from lint_findings import finding, result
from report.test_comment_fits import family, report
from skill_evals.model.comparison import ComparisonOutcome, Count, Tally
from skill_evals.report import comment, summary
from skill_evals.report.compare_json import compare_json
from skill_evals.report.github_commands import LONGEST, github_commands
from skill_evals.report.html import render as page


@pytest.mark.bug(29)
@pytest.mark.parametrize("letter", ["a", "é", "🎉", "\udcff", "\n"], ids=ascii)
def test_bug_29_a_long_message_ends_in_words_of_ours_and_whole_characters(letter: str) -> None:
    """The runner counts in units of UTF-16, of which an emoji has two, and cuts without a word."""
    (command,), _ = read(github_commands(result(finding(message=letter * 5_000))))
    assert len(command.data.encode("utf-16-le")) // 2 <= LONGEST
    assert command.data.endswith("…")


@pytest.mark.bug(44)
def test_bug_44_a_baseline_of_nothing_is_no_number() -> None:
    """Nothing of the base passed, or nothing was there: the difference is told in counts, and nothing is divided."""
    of_zero = replace(family(1, 4), base=Tally(passed=0, failed=4, errored=0), outcome=ComparisonOutcome.IMPROVED)
    none = replace(family(2, 4), base=None, outcome=ComparisonOutcome.NO_BASELINE)
    cases = tuple(replace(one, base=Count(correct=0, valid=0)) for one in of_zero.cases)
    found = report(1, 1, 0)
    assert found.comparison is not None
    compared = replace(found.comparison, families=(replace(of_zero, cases=cases), none))
    whole = replace(found, comparison=compared)
    said = [render(whole).lower() for render in (comment.render, summary.render, page)]
    assert "0 → 4 of 8 pass" in said[1].replace("&nbsp;", " ")
    for text in said:
        assert not {"nan", "inf", "infinity", "none%"} & set(text.replace("|", " ").replace(">", " ").split())
    assert "NaN" not in str(compare_json(compared))
