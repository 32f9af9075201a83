"""Findings as text, JSON and workflow commands."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_findings import finding, result
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Span
from skill_evals.model.skill import Attribution, Project
from skill_evals.model.suite import Suite, Tier, Unchecked
from skill_evals.report.escape import command_data, command_property, terminal
from skill_evals.report.github_commands import github_commands
from skill_evals.report.lint_json import lint_json
from skill_evals.report.lint_text import Look, lint_text


def no_source(path: str, line: int) -> str | None:
    return None


# Text


def test_text_shows_the_line_and_marks_the_place() -> None:
    text = lint_text(result(finding(fixable=True), finding(elsewhere=True)), source=lambda path, line: '{  "id": "a"}')
    assert text == (
        "evals/a.json:3:9: error duplicate-id [I002] wrong (fixable)\n"
        '  3 | {  "id": "a"}\n'
        "    |         ^^^\n"
        "\n"
        "1 error, 0 warnings, 0 infos in 2 suites and 1 skill (3 files read)\n"
        "1 file not checked, of shapes not supported (`--verbose` says which)\n"
        "1 finding elsewhere, which this change neither touches nor causes\n"
    )


def test_wide_letters_and_controls_before_the_place_move_the_caret() -> None:
    text = lint_text(
        result(finding(span=Span(line=1, column=4, end_line=1, end_column=5))), source=lambda *_: "你\x07好!"
    )
    assert "  1 | 你\\x07好!\n    |         ^\n" in text


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "a" * 500 + "HERE" + "b" * 500
    text = lint_text(result(finding(span=Span(line=1, column=501, end_line=1, end_column=505))), source=lambda *_: line)
    shown, caret = text.splitlines()[1:3]
    assert shown[caret.index("^") : caret.rindex("^") + 1] == "HERE"
    assert len(shown) < 120
    assert shown.startswith("  1 | …")
    assert shown.endswith("…")


def test_colour_is_asked_for() -> None:
    assert "\x1b[1;31merror\x1b[0m" in lint_text(result(finding()), source=no_source, look=Look(colour=True))
    assert "\x1b" not in lint_text(result(finding()), source=no_source)


def test_verbose_says_what_was_read_as_what_and_why() -> None:
    suite = Suite(path="evals/a.json", dialect="evolve", tier=Tier.EVALS, cases_at=("evals",), reason="by its folder")
    project = Project(
        layout="single",
        skills=(),
        suites=(Attribution(suite=suite, skill=None, target="a", reason="no such skill"),),
        unchecked=(Unchecked(path="x/evals.json", shape="waza", reason="another runner's"),),
    )
    assert lint_text(result(), source=no_source, project=project).splitlines()[:3] == [
        "layout: single; 0 skills",
        "evals/a.json: evolve, evals, 0 cases, about no skill: by its folder; no such skill",
        "x/evals.json: not checked, waza: another runner's",
    ]


def test_a_crash_is_said_at_the_end() -> None:
    assert "incomplete: missing-id failed" in lint_text(result(crashed=("missing-id",)), source=no_source)


# JSON


def test_json_has_the_documented_shape() -> None:
    assert json.loads(lint_json(result(finding(), finding(elsewhere=True)))) == {
        "version": 1,
        "summary": {
            "errors": 1, "warnings": 0, "infos": 0, "elsewhere": 1, "skills": 1, "suites": 2, "files": 3,
            "not_checked": 1,
        },
        "diagnostics": [
            {
                "rule": "duplicate-id", "code": "I002", "severity": "error", "path": "evals/a.json", "line": 3,
                "column": 9, "end_line": 3, "end_column": 12, "message": "wrong", "suite": "evals/a.json",
                "fixable": False,
            }
        ],
    }  # fmt: skip


def test_json_can_be_written_whatever_a_name_holds() -> None:
    assert lint_json(result(finding("a\udcff\n.json"))).isascii()


# Workflow commands


def test_a_command_names_the_place() -> None:
    assert github_commands(result(finding())) == (
        "::error file=evals/a.json,line=3,endLine=3,col=9,endColumn=12,title=duplicate-id (I002)::wrong\n"
    )


def test_columns_are_left_out_where_a_finding_takes_several_lines() -> None:
    found = finding(severity=Severity.INFO, span=Span(line=1, column=2, end_line=4, end_column=1))
    assert github_commands(result(found)).startswith("::notice file=evals/a.json,line=1,endLine=4,title=")


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("a\n::error::b.json", "file=a%0A%3A%3Aerror%3A%3Ab.json,"),
        ("50%,b.json", "file=50%25%2Cb.json,"),
        ("a\r.json", "file=a%0D.json,"),
        ("a\udcff.json", "file=a\\xff.json,"),
    ],
)
def test_no_name_of_a_file_ends_or_begins_a_command(path: str, written: str) -> None:
    text = github_commands(result(finding(path, message="two\nlines 100%")))
    assert text.count("\n") == 1
    assert written in text
    assert text.endswith("::two%0Alines 100%25\n")
    assert text.encode()


def test_what_the_runner_would_drop_is_counted_in_the_last_notice() -> None:
    many = [finding(severity=s, message=str(n)) for s in reversed(Severity) for n in range(12)]
    commands, _, log = github_commands(result(*many, finding(elsewhere=True))).partition("::group::")
    lines = commands.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error"] * 10 + ["::warning"] * 10 + ["::notice"] * 10
    assert "2 more of level error; 2 more of level warning; 3 more of level notice; 1 that this change" in lines[-1]
    assert len(log.splitlines()) == 1 + 7 + 1


def test_ten_notices_and_nothing_more_need_no_last_notice() -> None:
    lines = github_commands(result(*[finding(severity=Severity.INFO)] * 10)).splitlines()
    assert all("title=duplicate-id" in line for line in lines)
    assert len(lines) == 10


def test_a_message_is_no_longer_than_the_runner_keeps() -> None:
    assert github_commands(result(finding(message="x" * 5000))).strip().endswith("x" * 4095 + "…")


# Escaping


@given(st.text())
def test_escaped_data_is_one_line_and_says_the_same(text: str) -> None:
    written = command_data(text)
    assert not set(written) & set("\r\n")
    assert written.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%") == text


@given(st.text(alphabet="a:,%\r\n\udc80"))
def test_an_escaped_property_ends_where_it_should(text: str) -> None:
    written = command_property(text)
    assert not set(written) & set("\r\n:,")
    assert isinstance(written.encode(), bytes)


@given(st.text(st.characters(codec=None)))
def test_text_for_a_terminal_is_one_visible_line_that_no_runner_obeys(text: str) -> None:
    written = terminal(text)
    assert len((written + ".").splitlines()) == 1
    assert all((letter >= " " and not "\x7f" <= letter <= "\x9f") or letter == "\t" for letter in written)
    assert isinstance(written.encode(), bytes)
    assert "##[" not in written
    assert not written.lstrip().startswith("::")


@given(st.text(alphabet="abc \téß你🙂"))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert terminal(text) == text
