"""The fault matrix of Claude Code: each fault × each tier → what the sweep says of it. No case passes or fails by one.

Every row is played twice: to the real program (`tests/e2e/test_faults.py`), and to one that asks as often and prints
what the real one printed (`test_fault_sweeps.py`). The exit code is 3 in every cell.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

from backends.claude_code.scenarios import SCENES
from command_line import Done, skill
from git_repo import Repo
from servers.messages_wire import Fault, Reply
from skill_evals.edges.backends.claude_code.backend import ClaudeCodeBackend
from skill_evals.edges.backends.claude_code.process import Task
from skill_evals.model.evidence import Stage
from skill_evals.run.ports.request import RunRequest

MODEL = "anthropic/claude-sonnet-5-5"
TIERS = ("triggers", "evals")
FILES = {
    "skills/sheep/SKILL.md": skill("sheep"),
    "skills/sheep/evals/triggers.json": json.dumps(
        {"skill_name": "sheep", "queries": [{"query": "Count my sheep", "should_trigger": True}]}
    ),
    "skills/sheep/evals/evals.json": json.dumps(
        {
            "skill_name": "sheep",
            "evals": [
                {
                    "id": "count",
                    "prompt": "Count my sheep",
                    "assertions": [{"type": "regex", "pattern": "[Tt]wo"}],
                }
            ],
        }
    ),
}
"""One skill with one query and one task."""
SWEEP = ("run", "--all", "--backend", "claude-code", "--runs", 1, "--format", "json", "--root")
"""The words before the folder of the repository."""
CONTROL = "Roman numeral"
"""Stands in the query of the positive control."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """``kept``: the outcome of each run in the sidecar; None: the sweep stopped, and no run counts."""

    fault: Fault | Reply
    kept: str | None
    words: str
    scene: str
    """What Claude Code printed."""
    of_triggers: str | None = None
    """The words in Tier 1, where they are others."""
    once: str | None = None
    """The words where a stream that broke off is not asked for again in one piece, as Claude Code does."""

    def told(self, tier: str) -> str:
        return self.of_triggers if self.of_triggers is not None and tier == "triggers" else self.words


def _row(scene: str, kept: str | None, words: str) -> Row:
    return Row(fault=SCENES[scene].said[0], kept=kept, words=words, scene=scene)


ROWS = {
    "401": _row("wrong-key", None, "the API refuses the credential (401: something broke); set a valid credential"),
    "402": _row("cannot-pay", None, "the account cannot pay (402: something broke); add credit to the account"),
    "403": _row("forbidden", None, "the credential may not do this (403: something broke)"),
    "404": _row("no-such-model", None, "the API does not know the model (404: model: claude-sonnet-5-5)"),
    "400 without credit": _row(
        "no-credit", None, "the account may not spend (400: Your credit balance is too low); add credit"
    ),
    "400 at the usage limit": Row(
        fault=Fault(
            status=400,
            type="invalid_request_error",
            message="You have reached your specified API usage limits. You will regain access on 2026-12-01.",
        ),
        kept=None,
        words="the account may not spend; it ends 2026-12-01 (400: You have reached",
        scene="no-credit",
    ),
    "429 at the spending limit": Row(
        fault=Fault(status=429, type="rate_limit_error", message="The organization's spend limit was reached."),
        kept=None,
        words="the account may not spend (429: The organization's spend limit was reached.)",
        scene="rate-limit",
    ),
    "429 for an hour": _row(
        "long-rate-limit", None, "the rate limit was reached (429: something broke); the API asks to wait 60 minutes"
    ),
    "400": _row(
        "bad-request", "error", "the API rejects the request, which is a fault of skill-evals (400: tools: wrong)"
    ),
    "413": _row("too-large", "error", "the conversation is too large for one request (413: something broke)"),
    "429": _row("rate-limit", "error", "the rate limit was reached (429: something broke)"),
    "429 for a second": Row(
        fault=Fault(status=429, type="rate_limit_error", message="slow down", headers={"retry-after": "1"}),
        kept="error",
        words="the rate limit was reached (429: slow down)",
        scene="rate-limit",
    ),
    "500": _row("server-error", "error", "the API failed (500: something broke)"),
    "529": _row("overloaded", "error", "the API is overloaded (529: something broke)"),
    "connection lost at once": Row(
        fault=Fault(cut=0), kept="error", words="the connection to the API was lost", scene="connection-lost"
    ),
    "connection lost in mid-stream": _row("connection-lost", "error", "the connection to the API was lost"),
    "overload in mid-stream": Row(
        fault=Fault(event="overloaded_error"),
        kept="error",
        words="the connection to the API was lost",
        once="the API failed (something broke)",
        scene="overloaded-in-the-midst",
    ),
    "a stream that stalls": Row(fault=Fault(stall=2), kept="timeout", words="it did not end within", scene="too-slow"),
    "an answer that is no JSON": _row("no-json", "error", "Claude Code got no usable answer"),
    "refusal": _row("refusal", "error", "the model refused to answer"),
    "max_tokens": Row(
        fault=SCENES["cut-answer"].said[0],
        kept="error",
        words="Claude Code got no usable answer (max_output_tokens)",
        of_triggers="an answer was cut at its limit of tokens, so not all of its calls are known",
        scene="cut-answer",
    ),
}


def check(done: Done, meadow: Repo, tier: str, *, kept: str | None, words: str) -> None:
    """Exit code, words, and no verdict: as ``Row`` has it."""
    assert done.code == 3, done.out + done.err
    results = meadow.root / "skills/sheep/evals/results.json"
    if kept is None:
        assert words in done.json["run"]["partial"]
        assert not results.exists()
        return
    stored = json.loads(results.read_text())["models"][MODEL][tier]["results"]
    assert [case.get("passed") for case in stored] == [None]
    sidecar = json.loads(results.with_name("results.provenance.json").read_text())
    runs = [run for case in sidecar["models"][MODEL][tier]["cases"] for run in case["runs"]]
    assert {run["outcome"] for run in runs} == {kept}, runs
    assert all(words in run["detail"] for run in runs), runs


def give_up_after(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run has no more time than that, controls excepted, and an answer is taken for silent at once."""
    whole = ClaudeCodeBackend._task

    def shorter(self: ClaudeCodeBackend, request: RunRequest, *more: Any) -> Task:
        task = whole(self, request, *more)
        return task if request.key.stage is Stage.CONTROL else replace(task, seconds=seconds)

    monkeypatch.setattr(ClaudeCodeBackend, "_task", shorter)
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.outcomes.STALLED_SECONDS", 0.0)


@pytest.fixture
def meadow(repo: Repo) -> Repo:
    repo.commit(FILES)
    return repo
