"""eval-magic's checks: kinds, order and evidence as upstream has them; what cannot be verified is not failed."""

from collections.abc import Callable
from typing import Any

import pytest

from skill_evals.dialects.names import EVAL_MAGIC, SKILL_CREATOR
from skill_evals.model.evidence import CommandRun, DiffSize, Judgement, Message, ToolCall
from skill_evals.model.verdict import CheckVerdict, State

Graded = Callable[..., CheckVerdict]

TESTED = ToolCall(name="Bash", arguments='{"command": "make test"}', ordinal=4)
WROTE = ToolCall(name="Edit", arguments='{"file_path": "a.py", "text": "é"}', ordinal=6)
STARTED = Message(text="I will start with the tests.", ordinal=2)
CLAIMED = Message(text="All done.", ordinal=8)


def check(graded: Graded, kind: str, pattern: str, order: str | None = None, **members: Any) -> CheckVerdict:
    fields: dict[str, object] = {"check": kind, "pattern": pattern}
    if order is not None:
        fields["must_precede"] = order
    return graded(EVAL_MAGIC, "transcript_check", fields, **members)


@pytest.mark.parametrize(
    ("pattern", "order", "state", "evidence"),
    [
        ("make test", None, State.PASS, 'matched ordinal 4: Bash {"command":"make test"}'),
        ("^Bash ", "any", State.PASS, 'matched ordinal 4: Bash {"command":"make test"}'),
        ("é", None, State.PASS, 'matched ordinal 6: Edit {"file_path":"a.py","text":"é"}'),
        ("make test", "first_write", State.PASS, 'matched ordinal 4: Bash {"command":"make test"}'),
        ("a[.]py", "first_write", State.FAIL, "1 match(es) for /a[.]py/ occurred, but none before the first write"),
        ("make test", "completion_claim", State.PASS, 'matched ordinal 4: Bash {"command":"make test"}'),
        ("make lint", None, State.FAIL, "no candidate matched /make lint/ across 2 invocation(s)"),
    ],
)
def test_tool_calls(graded: Graded, pattern: str, order: str | None, state: State, evidence: str) -> None:
    verdict = check(
        graded, "tool_invocation_matches", pattern, order, tool_calls=(TESTED, WROTE), messages=(STARTED, CLAIMED)
    )
    assert (verdict.state, verdict.evidence) == (state, evidence)


def test_a_call_after_the_last_message_does_not_precede_the_claim(graded: Graded) -> None:
    late = ToolCall(name="Bash", arguments='{"command":"make test"}', ordinal=9)
    verdict = check(
        graded, "tool_invocation_matches", "make test", "completion_claim", tool_calls=(late,), messages=(CLAIMED,)
    )
    assert (verdict.state, verdict.evidence) == (
        State.FAIL,
        "1 match(es) for /make test/ occurred, but none before the final completion claim",
    )


def test_where_nothing_was_written_nothing_must_be_preceded(graded: Graded) -> None:
    verdict = check(graded, "tool_invocation_matches", "make", "first_write", tool_calls=(TESTED,))
    assert verdict.state is State.PASS


def test_messages(graded: Graded) -> None:
    said: dict[str, Any] = {"tool_calls": (TESTED,), "messages": (STARTED, CLAIMED)}
    hit = check(graded, "assistant_message_matches", "(?i)all DONE", **said)
    assert (hit.state, hit.evidence) == (State.PASS, "matched ordinal 8: All done.")
    early = check(graded, "assistant_message_matches", "All done", "first_write", **said)
    assert early.state is State.PASS
    miss = check(graded, "assistant_message_matches", "sorry", **said)
    assert (miss.state, miss.evidence) == (State.FAIL, "no candidate matched /sorry/ across 2 assistant message(s)")


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("tool_invocation_matches", {}),
        ("tool_invocation_matches", {"tool_calls": ()}),
        ("tool_invocation_matches", {"tool_calls": (), "messages": ()}),
        ("assistant_message_matches", {"tool_calls": (TESTED,)}),
        ("assistant_message_matches", {"messages": ()}),
    ],
)
def test_what_cannot_be_verified_is_skipped(graded: Graded, kind: str, members: dict[str, Any]) -> None:
    assert check(graded, kind, "x", **members).state is State.SKIPPED


def test_an_agent_that_spoke_and_called_nothing_did_not_call_the_tool(graded: Graded) -> None:
    verdict = check(graded, "tool_invocation_matches", "make", tool_calls=(), messages=(CLAIMED,))
    assert (verdict.state, verdict.evidence) == (State.FAIL, "no candidate matched /make/ across 0 invocation(s)")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"check": "tool_matches", "pattern": "x"}, "unsupported transcript_check kind: 'tool_matches'"),
        ({"check": "tool_invocation_matches", "pattern": "(?=x)"}, "invalid regex in pattern"),
        ({"check": "tool_invocation_matches"}, "needs a `pattern`"),
        ({"check": "tool_invocation_matches", "pattern": "x", "must_precede": "lunch"}, "unsupported must_precede"),
    ],
)
def test_a_check_that_can_never_be_decided_is_an_error(graded: Graded, fields: dict[str, object], words: str) -> None:
    verdict = graded(EVAL_MAGIC, "transcript_check", fields, tool_calls=(TESTED,), messages=(CLAIMED,))
    assert verdict.state is State.ERROR
    assert words in verdict.evidence


def test_arguments_that_are_no_json_are_searched_as_a_text(graded: Graded) -> None:
    call = ToolCall(name="Bash", arguments='say "hi"', ordinal=0)
    verdict = check(graded, "tool_invocation_matches", r'say \\"hi', tool_calls=(call,))
    assert verdict.state is State.PASS


def test_the_excerpt_is_of_200_characters(graded: Graded) -> None:
    verdict = check(graded, "assistant_message_matches", "é", messages=(Message(text="é" * 300, ordinal=0),))
    assert verdict.evidence == "matched ordinal 0: " + "é" * 200


@pytest.mark.parametrize(
    ("fields", "command", "state", "evidence"),
    [
        ({}, CommandRun(exit_code=0), State.PASS, "exit code matched 0"),
        ({}, CommandRun(exit_code=3), State.FAIL, "expected exit code 0, got 3"),
        ({"expect_exit_code": 3}, CommandRun(exit_code=3), State.PASS, "exit code matched 3"),
        ({}, CommandRun(exit_code=-9), State.FAIL, "command terminated by signal 9"),
        (
            {"expect_stdout": "^ok"},
            CommandRun(exit_code=0, stdout="ok"),
            State.PASS,
            'exit code matched 0; stdout matched regex "^ok"',
        ),
        (
            {"expect_stdout": "^ok"},
            CommandRun(exit_code=0, stdout="no"),
            State.FAIL,
            'stdout did not match expect_stdout regex "^ok"',
        ),
        (
            {},
            CommandRun(exit_code=None, error="timed out after 600 s"),
            State.ERROR,
            "command error: timed out after 600 s",
        ),
        (
            {},
            CommandRun(exit_code=None, skipped="commands are not allowed here"),
            State.SKIPPED,
            "skipped: commands are not allowed here",
        ),
    ],
)
def test_command_check(
    graded: Graded, fields: dict[str, object], command: CommandRun, state: State, evidence: str
) -> None:
    verdict = graded(EVAL_MAGIC, "command_check", {"command": "make", **fields}, commands={0: command})
    assert (verdict.state, verdict.evidence) == (state, evidence)


def test_a_stdout_pattern_that_rust_refuses_is_an_error(graded: Graded) -> None:
    fields: dict[str, object] = {"command": "make", "expect_stdout": "("}
    verdict = graded(EVAL_MAGIC, "command_check", fields, commands={0: CommandRun(exit_code=0)})
    assert verdict.state is State.ERROR


def test_a_matrix_names_the_cells_that_did_not_pass(graded: Graded) -> None:
    cells = {"A=1,B=1": CommandRun(exit_code=0), "A=1,B=2": CommandRun(exit_code=1)}
    fields: dict[str, object] = {"command": "make", "matrix": {"A": ["1"], "B": ["1", "2"]}}
    verdict = graded(EVAL_MAGIC, "command_check", fields, commands={0: CommandRun(exit_code=None, cells=cells)})
    assert verdict.state is State.FAIL
    assert verdict.evidence == "1/2 matrix cells passed; failed cells: A=1,B=2 (expected exit code 0, got 1)"


def test_a_cell_that_was_not_measured_spoils_no_verdict_of_fail(graded: Graded) -> None:
    cells = {"A=1": CommandRun(exit_code=None, error="timed out"), "A=2": CommandRun(exit_code=0)}
    run = CommandRun(exit_code=None, cells=cells)
    assert graded(EVAL_MAGIC, "command_check", {"command": "make"}, commands={0: run}).state is State.ERROR


def test_the_rubric_is_what_the_judge_decides(graded: Graded) -> None:
    verdict = graded(EVAL_MAGIC, "llm_judge", {"rubric": "Is it kind?"}, judgements={0: Judgement(passed=True)})
    assert (verdict.state, verdict.text) == (State.PASS, "Is it kind?")


SIZE = DiffSize(files=2, added=3, removed=2, hunks=2)


@pytest.mark.parametrize(
    ("limits", "state", "evidence"),
    [
        (
            {"max_files_touched": 2, "max_lines_changed": 5},
            State.PASS,
            "files touched: 2 <= 2; lines changed: 5 <= 5 (3 added + 2 removed); hunks: 2",
        ),
        (
            {"max_files_touched": 1},
            State.FAIL,
            "files touched: 2 > 1; lines changed: 5 (no limit) (3 added + 2 removed); hunks: 2",
        ),
        (
            {"max_lines_changed": 4},
            State.FAIL,
            "files touched: 2 (no limit); lines changed: 5 > 4 (3 added + 2 removed); hunks: 2",
        ),
    ],
)
def test_the_size_of_a_change(graded: Graded, limits: dict[str, object], state: State, evidence: str) -> None:
    verdict = graded(EVAL_MAGIC, "diff_scope", limits, diff=SIZE)
    assert (verdict.state, verdict.evidence) == (state, evidence)


def test_a_change_that_could_not_be_measured_is_an_error(graded: Graded) -> None:
    verdict = graded(EVAL_MAGIC, "diff_scope", {"max_files_touched": 2}, diff=DiffSize(error="git failed"))
    assert (verdict.state, verdict.evidence) == (State.ERROR, "the change could not be measured: git failed")


def test_the_size_of_a_change_is_not_recorded_and_says_so(graded: Graded) -> None:
    verdict = graded(EVAL_MAGIC, "diff_scope", {"max_files_touched": 2, "max_lines_changed": 9})
    assert verdict.state is State.SKIPPED
    assert verdict.text == "the change is at most 2 files and 9 lines"
    assert graded(EVAL_MAGIC, "diff_scope", {}).state is State.ERROR


def test_sentences_of_skill_creator_need_a_judge(graded: Graded) -> None:
    assert graded(SKILL_CREATOR, "llm", {"text": "A chart is there."}).evidence == "skipped: no judge here"
    assert graded(SKILL_CREATOR, "regex", {"pattern": "a"}).state is State.ERROR
