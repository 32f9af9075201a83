"""evolve's checks: upstream's verdict and evidence where upstream is right, and our own where it is not."""

from collections.abc import Callable
from typing import Any

import pytest

from skill_evals.dialects.names import EVOLVE
from skill_evals.model.evidence import CommandRun, Judgement, ToolCall, WorkspaceFile
from skill_evals.model.verdict import CheckVerdict, State

Graded = Callable[..., CheckVerdict]

HERE = WorkspaceFile(exists=True, text="alpha\nbeta 42\n")
GONE = WorkspaceFile(exists=False)
FOLDER = WorkspaceFile(exists=True)
LINK = WorkspaceFile(exists=True, link=True)
UNREAD = WorkspaceFile(exists=True, error="permission denied")


@pytest.mark.parametrize(
    ("kind", "found", "state", "evidence"),
    [
        ("file_exists", HERE, State.PASS, "out.md exists"),
        ("file_exists", FOLDER, State.PASS, "out.md exists"),
        ("file_exists", GONE, State.FAIL, "out.md missing"),
        ("file_exists", LINK, State.FAIL, "out.md is a link, and links are not followed"),
        ("file_exists", UNREAD, State.ERROR, "out.md: permission denied"),
        ("file_absent", GONE, State.PASS, "out.md missing"),
        ("file_absent", HERE, State.FAIL, "out.md exists"),
        ("file_absent", LINK, State.FAIL, "out.md is a link, and links are not followed"),
    ],
)
def test_presence(graded: Graded, kind: str, found: WorkspaceFile, state: State, evidence: str) -> None:
    verdict = graded(EVOLVE, kind, {"path": "out.md"}, files={"out.md": found})
    assert (verdict.state, verdict.evidence) == (state, evidence)


def test_a_file_that_nobody_looked_at_is_neither_there_nor_absent(graded: Graded) -> None:
    for kind in ("file_exists", "file_absent"):
        assert graded(EVOLVE, kind, {"path": "out.md"}).state is State.ERROR


@pytest.mark.parametrize("path", ["../etc/passwd", "a/../../b", "/../x", ".."])
def test_no_check_looks_out_of_the_workspace(graded: Graded, path: str) -> None:
    files = {path: HERE}
    for kind in ("file_exists", "file_absent", "regex", "not_regex"):
        verdict = graded(EVOLVE, kind, {"path": path, "pattern": "alpha"}, files=files)
        assert verdict.state is State.ERROR
        assert "leads out of the workspace" in verdict.evidence
    assert graded(EVOLVE, "command", {"run": "ls", "cwd": path}, commands={0: CommandRun(exit_code=0)}).state is (
        State.ERROR
    )


@pytest.mark.parametrize(
    ("kind", "pattern", "found", "state", "evidence"),
    [
        ("regex", r"^beta \d+$", HERE, State.PASS, "beta 42"),
        ("regex", "gamma", HERE, State.FAIL, "no match"),
        ("regex", "x*", HERE, State.PASS, ""),
        ("regex", "alpha", GONE, State.FAIL, "out.md missing"),
        ("regex", "alpha", FOLDER, State.FAIL, "out.md is not a file"),
        ("not_regex", "gamma", HERE, State.PASS, "no match"),
        ("not_regex", "alpha", HERE, State.FAIL, "alpha"),
        ("not_regex", "alpha", GONE, State.SKIPPED, "skipped: out.md missing"),
    ],
)
def test_pattern_in_a_file(
    graded: Graded, kind: str, pattern: str, found: WorkspaceFile, state: State, evidence: str
) -> None:
    verdict = graded(EVOLVE, kind, {"path": "out.md", "pattern": pattern}, files={"out.md": found})
    assert (verdict.state, verdict.evidence) == (state, evidence)


def test_pattern_in_the_answer(graded: Graded) -> None:
    assert graded(EVOLVE, "regex", {"pattern": "^Done"}, final_text="Well.\nDone now.").state is State.PASS


@pytest.mark.parametrize("kind", ["regex", "not_regex"])
def test_a_bad_pattern_blames_the_suite_and_not_the_agent(graded: Graded, kind: str) -> None:
    verdict = graded(EVOLVE, kind, {"pattern": "(?=a)"}, final_text="a")
    assert verdict.state is State.ERROR
    assert verdict.evidence.startswith("invalid pattern: ")


def test_evidence_is_cut_between_characters(graded: Graded) -> None:
    verdict = graded(EVOLVE, "regex", {"pattern": "é+"}, final_text="aé" * 1 + "é" * 100)
    assert verdict.evidence == "é" * 60
    odd = graded(EVOLVE, "regex", {"pattern": "aé+"}, final_text="a" + "é" * 100)
    assert odd.evidence == "a" + "é" * 59, "120 bytes would end in the middle of the 60th é"


def run(graded: Graded, command: CommandRun | None, **fields: object) -> CheckVerdict:
    members: dict[str, Any] = {} if command is None else {"commands": {0: command}}
    return graded(EVOLVE, "command", {"run": "make check", **fields}, workspace="/tmp/w.1", **members)


@pytest.mark.parametrize(
    ("command", "fields", "state", "evidence"),
    [
        (CommandRun(exit_code=0, stdout="fine\n"), {}, State.PASS, "exit 0: fine\n"),
        (CommandRun(exit_code=2, stdout="a", stderr=" b \n"), {}, State.FAIL, "exit 2: ab"),
        (CommandRun(exit_code=2), {"expect_exit": 2}, State.PASS, "exit 2: "),
        (
            CommandRun(exit_code=None, error="timed out after 5 s"),
            {"expect_exit": -1},
            State.ERROR,
            "command error: timed out after 5 s",
        ),
        (CommandRun(exit_code=None), {}, State.ERROR, "command error: it did not end by itself"),
        (CommandRun(exit_code=None, skipped="jq not installed"), {}, State.SKIPPED, "skipped: jq not installed"),
        (None, {}, State.SKIPPED, "skipped: the command was not run"),
        (CommandRun(exit_code=1, stderr="/tmp/w.1/a.md: no"), {}, State.FAIL, "exit 1: ./a.md: no"),
        (CommandRun(exit_code=1, stdout="x" * 300), {}, State.FAIL, "exit 1: " + "x" * 200),
        (CommandRun(exit_code=0), {"expect_exit": "0"}, State.ERROR, "`expect_exit` of `command` must be an integer"),
    ],
)
def test_command(
    graded: Graded, command: CommandRun | None, fields: dict[str, object], state: State, evidence: str
) -> None:
    verdict = run(graded, command, **fields)
    assert (verdict.state, verdict.evidence) == (state, evidence)


CALLS = (ToolCall(name="Read", arguments='{"file": "a"}', ordinal=0), ToolCall(name="Bash", arguments=None, ordinal=1))


@pytest.mark.parametrize(
    ("fields", "calls", "state", "evidence"),
    [
        ({"tool": "Re"}, CALLS, State.PASS, 'Read {"file": "a"}'),
        ({"tool": "^Bash$"}, CALLS, State.PASS, "Bash"),
        ({"tool": "Read", "pattern": '"b"'}, CALLS, State.FAIL, "no tool_call matched /Read/"),
        ({"tool": "Read"}, (), State.FAIL, "no tool_call matched /Read/"),
        ({"tool": "Read"}, None, State.SKIPPED, "skipped: harness does not report tool calls"),
    ],
)
def test_tool_call(
    graded: Graded, fields: dict[str, object], calls: tuple[ToolCall, ...] | None, state: State, evidence: str
) -> None:
    verdict = graded(EVOLVE, "tool_call", fields, tool_calls=calls)
    assert (verdict.state, verdict.evidence) == (state, evidence)


def test_a_bad_tool_pattern_is_an_error_even_where_nothing_was_called(graded: Graded) -> None:
    assert graded(EVOLVE, "tool_call", {"tool": "Read", "pattern": "("}, tool_calls=()).state is State.ERROR


@pytest.mark.parametrize(
    ("judgement", "state", "evidence"),
    [
        (Judgement(passed=True, evidence="it says so"), State.PASS, "it says so"),
        (Judgement(passed=False, evidence="x" * 300), State.FAIL, "x" * 200),
        (Judgement(passed=None, error="timed out"), State.ERROR, "judge error: timed out"),
        (Judgement(passed=None), State.ERROR, "judge error: no verdict"),
        (None, State.SKIPPED, "skipped: no judge here"),
    ],
)
def test_a_judge_that_failed_is_no_skill_that_failed(
    graded: Graded, judgement: Judgement | None, state: State, evidence: str
) -> None:
    judgements = {} if judgement is None else {0: judgement}
    verdict = graded(EVOLVE, "llm", {"text": "It greets."}, judgements=judgements)
    assert (verdict.state, verdict.text, verdict.evidence) == (state, "It greets.", evidence)


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        ("file_exists", {"path": "p"}, "file p exists"),
        ("file_absent", {"path": "p"}, "file p is absent"),
        ("regex", {"path": "p", "pattern": "a"}, "p matches /a/"),
        ("regex", {"pattern": "a"}, "output matches /a/"),
        ("not_regex", {"path": "p", "pattern": "a"}, "p does not match /a/"),
        ("not_regex", {"path": "", "pattern": "a"}, "output does not match /a/"),
        ("command", {"run": "ls"}, "command `ls` exits 0"),
        ("command", {"run": "ls", "expect_exit": 3}, "command `ls` exits 3"),
        ("tool_call", {"tool": "T"}, "agent called tool /T/"),
        ("tool_call", {"tool": "T", "pattern": "A"}, "agent called tool /T/ with args /A/"),
    ],
)
def test_the_sentence_of_a_check_is_the_one_evolve_stores(
    graded: Graded, kind: str, fields: dict[str, object], text: str
) -> None:
    assert graded(EVOLVE, kind, fields).text == text


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("file_exists", {}), ("regex", {"path": "p"}), ("command", {"run": ""}), ("tool_call", {"tool": 3}), ("llm", {})],
)
def test_a_check_that_lacks_what_it_needs_is_an_error(graded: Graded, kind: str, fields: dict[str, object]) -> None:
    verdict = graded(EVOLVE, kind, fields)
    assert verdict.state is State.ERROR
    assert "needs a" in verdict.evidence


def test_an_unknown_kind_is_an_error(graded: Graded) -> None:
    verdict = graded(EVOLVE, "file_exist", {"path": "p"})
    assert (verdict.state, verdict.evidence) == (State.ERROR, "unknown assertion type: file_exist")
