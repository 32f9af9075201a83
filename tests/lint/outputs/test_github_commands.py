"""Findings as workflow commands: read back as the runner reads them, nothing is lost and nothing is forged.

The reader follows actions/runner, ActionCommand.cs: a line whose text begins with `::` is a command; properties end at
`::`, are parted by commas and unescaped. In every other line the older form, `##[`, counts wherever it stands.
"""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings

from lint_findings import finding, result, results
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult
from skill_evals.report.escape import no_surrogates, shown, terminal
from skill_evals.report.github_commands import github_commands

LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str]
    data: str


def unescaped(text: str, *more: tuple[str, str]) -> str:
    for letter, code in (*more, ("\r", "%0D"), ("\n", "%0A"), ("%", "%25")):
        text = text.replace(code, letter)
    return text


def read(log: str) -> tuple[list[Command], list[str]]:
    """The commands of a log, and the lines that are none."""
    commands: list[Command] = []
    lines: list[str] = []
    # The runner reads lines of a pipe: they end at a line feed, a carriage return, or both.
    for line in log.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        trimmed = line.lstrip()
        if not trimmed.startswith("::"):
            assert "##[" not in line
            lines.append(line)
            continue
        head, _, data = trimmed[2:].partition("::")
        name, _, rest = head.partition(" ")
        pairs = [pair.partition("=") for pair in rest.split(",") if pair]
        properties = {key: unescaped(value, (":", "%3A"), (",", "%2C")) for key, _, value in pairs}
        commands.append(Command(name=name, properties=properties, data=unescaped(data)))
    assert lines.pop() == ""  # the log ends with a line end
    return commands, lines


@pytest.mark.bug(30)
@given(results)
@settings(max_examples=200, deadline=None)
def test_every_finding_is_an_annotation_or_a_line_of_the_log(found: LintResult) -> None:
    commands, lines = read(github_commands(found))
    annotations = [c for c in commands if c.name in LEVEL.values() and "file" in c.properties]
    here = [diagnostic for severity in Severity for diagnostic in found.here(severity)]
    assert len(annotations) + len(lines) == len(here)
    rest = iter(annotations)
    for severity in Severity:
        level = LEVEL[severity]
        mine = [command for command in annotations if command.name == level]
        assert len(mine) <= 10
        for diagnostic, command in zip(found.here(severity), mine, strict=False):
            assert next(rest) == command
            assert command.properties["file"] == no_surrogates(diagnostic.path)
            assert command.data == shown(diagnostic.message)
            assert command.properties["title"] == "duplicate-id (I002)"
    assert all(sum(c.name == level for c in commands) <= 10 for level in LEVEL.values())


@given(results)
@settings(max_examples=100, deadline=None)
def test_the_lines_of_the_log_are_folded_and_say_everything(found: LintResult) -> None:
    text = github_commands(found)
    _, lines = read(text)
    left = [diagnostic for severity in Severity for diagnostic in found.here(severity)[10:]]
    for diagnostic in left:
        assert any(terminal(f"{diagnostic.path}:3:9: ") in line or line.startswith("\\::") for line in lines)
    if lines:
        _, _, group = text.partition("::group::Findings without an annotation\n")
        assert group.endswith("\n::endgroup::\n")
        assert group.count("\n") == len(lines) + 1
    else:
        assert "::group::" not in text


def test_the_rest_stands_in_the_log_errors_first() -> None:
    many = [
        finding(severity=severity, message=f"{severity.value} {n}")
        for severity in reversed(Severity)
        for n in range(12)
    ]
    _, lines = read(github_commands(result(*many)))
    assert [line.partition("[I002] ")[2] for line in lines] == [
        "error 10", "error 11", "warning 10", "warning 11", "info 9", "info 10", "info 11",
    ]  # fmt: skip
    assert lines[0] == "evals/a.json:3:9: error duplicate-id [I002] error 10"


@pytest.mark.bug(31)
def test_a_name_forges_no_command_in_the_log() -> None:
    many = [finding("::error::x\n::add-mask::y ##[error]z", message=str(n)) for n in range(11)]
    commands, lines = read(github_commands(result(*many)))
    assert [command.name for command in commands] == ["error"] * 10 + ["notice", "group", "endgroup"]
    assert lines == ["\\::error::x\\n::add-mask::y #\\#[error]z:3:9: error duplicate-id [I002] 10"]


def test_what_lies_elsewhere_is_counted_and_not_folded() -> None:
    text = github_commands(result(finding(elsewhere=True)))
    assert text == "::notice title=skill-evals::Not annotated: 1 that this change neither touches nor causes.\n"
