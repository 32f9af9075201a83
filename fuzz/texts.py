"""Texts of strangers: patterns, commands, and whatever is shown to people or read by the runner of a workflow."""

from contextlib import suppress

from markdown_it import MarkdownIt
from markdown_it.token import Token

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE
from skill_evals.dialects.patterns import PatternError, pattern_problem, search_re2, search_rust
from skill_evals.lint.pattern_parts import holds_text, parsed, runs
from skill_evals.lint.shell_status import only_status
from skill_evals.lint.shell_words import script_of
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.position import Span
from skill_evals.report.escape import terminal
from skill_evals.report.github_commands import command
from skill_evals.report.markdown import code, prose, sentence, table

_PARSER = MarkdownIt("commonmark").enable("table")
_COMMANDS = ("::error ", "::warning ", "::notice ", "::group::Findings without", "::endgroup::")


def text_of(data: bytes) -> str:
    """Every text that JSON can hold, halves of surrogate pairs included."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def pattern(data: bytes) -> None:
    text = text_of(data)
    for dialect, kind in ((EVOLVE, "regex"), (EVOLVE, "tool_call"), (EVAL_MAGIC, "transcript_check")):
        problem = pattern_problem(dialect, text, kind)
        assert problem is None or (problem and "\n" not in problem), "a reason of several lines"
    parts = parsed(text)
    if parts is not None:
        holds_text(parts.branches)
        assert all(run for branch in parts.branches for run in runs(branch))
    with suppress(PatternError):
        search_re2(text, text, multiline=True)
    with suppress(PatternError):
        search_rust(text, text)


def shell(data: bytes) -> None:
    text = text_of(data)
    assert all(command.words or command.bare for command in script_of(text).everything()), "a command of no words"
    only_status(text)


def markdown(data: bytes) -> None:
    text = text_of(data)
    lines = table(("a", "b"), [(code(text), "next")])
    children = _inline(_PARSER.parse("\n".join(lines)))
    assert [c.type for c in children if c.type != "text"] == ["code_inline"], "a code span broke out"
    assert [c.content for c in children if c.type == "text"] == ["a", "b", "next"], "a cell broke out"
    assert {c.type for c in _inline(_PARSER.parse(f"x {prose(text)} y"))} <= {"text", "softbreak"}, "prose is markup"
    found = {c.type for c in _inline(_PARSER.parse(f"x {sentence(text)} y"))}
    assert found <= {"text", "softbreak", "code_inline"}, "a sentence is markup"
    row = _PARSER.parse("\n".join(table(("a", "b"), [(prose(text), "next")])))
    assert sum(token.type == "td_open" for token in row) == 2, "prose broke out of its cell"


def _inline(tokens: list[Token]) -> list[Token]:
    return [child for token in tokens for child in (token.children or [])]


def commands(data: bytes) -> None:
    text = text_of(data)
    span = Span(line=1, column=1, end_line=1, end_column=2)
    found = Diagnostic(rule="a", code="A001", severity=Severity.ERROR, path=text, span=span, message=text)
    line = command("error", found)
    check_commands(f"{line}\n")
    properties = line.removeprefix("::error ").partition("::")[0]
    assert properties.count(",") == 5, "a property broke out"
    shown = terminal(text)
    assert shown.isascii() or "\u202e" not in shown
    assert len(f"{shown}.".splitlines()) == 1, "more than one line of a log"
    assert not shown.lstrip().startswith("::"), "a command in a log"
    assert "##[" not in shown, "a command in a log"


def check_commands(written: str) -> None:
    """One command a line, of the kinds that we write; between the marks of a group no command at all."""
    written.encode()
    grouped = False
    for line in written.split("\n")[:-1]:
        assert "\r" not in line, "a line was broken"
        if line == "::endgroup::":
            grouped = False
        elif grouped:
            assert not line.lstrip().startswith("::"), "a command among the findings of the log"
            assert "##[" not in line, "a command among the findings of the log"
        else:
            assert line.startswith(_COMMANDS), "a line that is no command of ours"
            grouped = line.startswith("::group::")
