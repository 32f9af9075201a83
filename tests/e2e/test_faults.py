"""Each fault × each tier, through the command line and the real Claude Code: exit code, words, no verdict.

In Tier 2 the fault comes after a turn that a grader would take for the answer.
"""

import json
import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.claude_code.faults import CONTROL, ROWS, SWEEP, TIERS, Row, check, give_up_after, meadow
from backends.claude_code.scenarios import skills, using
from backends.messages.conftest import Serve, serve
from command_line import Call, Done, call
from e2e.example import asked
from git_repo import Repo
from servers.messages_wire import Fault, Reply, text
from skill_evals.edges.backends.claude_code.installed import Cli
from skill_evals.edges.sandbox.watch import descendants

__all__ = ["call", "meadow", "serve"]

SECONDS = 12.0
"""For a run whose answer stalls."""


@pytest.fixture
def sweep(meadow: Repo, call: Call) -> Callable[[str], Done]:
    return lambda tier: call(*SWEEP, meadow.root, "--tier", tier)


def script(fault: Fault | Reply, tier: str) -> Callable[[Mapping[str, Any]], Reply | Fault]:
    begun = using(("Bash", {"command": "echo two"}))
    begins = Reply(content=({"type": "text", "text": "There are two."}, *begun.content))

    def answer(body: Mapping[str, Any]) -> Reply | Fault:
        if CONTROL in asked(body):
            return skills("convert-roman-numerals")
        if "Count my sheep" not in asked(body):
            return text("No.")
        is_first = all(message["role"] != "assistant" for message in body["messages"])
        return begins if tier == "evals" and is_first else fault

    return answer


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_a_fault_is_neither_pass_nor_fail(
    claude: Cli,
    serve: Serve,
    meadow: Repo,
    sweep: Callable[[str], Done],
    monkeypatch: pytest.MonkeyPatch,
    row: Row,
    tier: str,
) -> None:
    if row.kept == "timeout":
        give_up_after(SECONDS, monkeypatch)
    serve(script(row.fault, tier))
    check(sweep(tier), meadow, tier, kept=row.kept, words=row.told(tier))


@pytest.mark.parametrize("tier", TIERS)
def test_a_program_that_is_killed_is_an_error(
    claude: Cli, serve: Serve, meadow: Repo, sweep: Callable[[str], Done], tier: str
) -> None:
    """By somebody else, while it waits for its answer."""
    played = script(text("Two."), tier)

    def answer(body: Mapping[str, Any]) -> Reply | Fault:
        said = played(body)
        if "Count my sheep" in asked(body):
            for process in runs_of(claude):
                os.kill(process, signal.SIGKILL)
        return said

    serve(answer)
    check(sweep(tier), meadow, tier, kept="error", words="Claude Code ended without a result (signal 9")


def runs_of(claude: Cli) -> list[int]:
    """The processes of the program that this one started."""

    def words(process: int) -> bytes:
        try:
            return Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            return b""

    return [one for one in descendants(os.getpid()) if words(one).startswith(str(claude.path).encode())]


def test_without_a_fault_both_tiers_pass(serve: Serve, claude: Cli, sweep: Callable[[str], Done]) -> None:
    def model(body: Mapping[str, Any]) -> Reply:
        if CONTROL in asked(body):
            return skills("convert-roman-numerals")
        is_first = '"assistant"' not in json.dumps(body["messages"])
        return skills("sheep") if "Count my sheep" in asked(body) and is_first else text("There are two.")

    serve(model)
    for tier in TIERS:
        done = sweep(tier)
        assert done.code == 0, done.out + done.err
