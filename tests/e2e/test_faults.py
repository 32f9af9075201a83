"""Each fault of the API × each tier, through the command line and the real Claude Code: exit code, words, no verdict."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.claude_code.scenarios import skills
from backends.messages.conftest import Serve, serve
from command_line import Call, call, skill
from e2e.example import asked
from git_repo import Repo
from servers.messages_wire import Fault, Reply, text
from skill_evals.edges.backends.claude_code.installed import Cli

__all__ = ["call", "serve"]

CONTROL = "Roman numeral"
TRIGGERS = '{"skill_name": "sheep", "queries": [{"query": "Count my sheep", "should_trigger": true}]}\n'
EVALS = """{"skill_name": "sheep", "evals": [
 {"id": "count", "prompt": "Count my sheep", "assertions": [{"type": "regex", "pattern": "two"}]}]}
"""
FAULTS = {
    "wrong key": (Fault(status=401, type="authentication_error"), "the API refuses the credential"),
    "no credit": (
        Fault(status=400, type="invalid_request_error", message="credit balance is too low"),
        "may not spend",
    ),
    "an hour's wait": (Fault(status=429, type="rate_limit_error", headers={"retry-after": "3600"}), "wait 60 minutes"),
    "overloaded": (Fault(status=529, type="overloaded_error"), "the API is overloaded"),
    "connection lost": (Fault(cut=3), "the connection to the API was lost"),
    "refusal": (Reply(content=({"type": "text", "text": "I"},), stop="refusal"), "the model refused to answer"),
}


@pytest.fixture
def meadow(repo: Repo) -> Repo:
    repo.commit(
        {
            "skills/sheep/SKILL.md": skill("sheep"),
            "skills/sheep/evals/triggers.json": TRIGGERS,
            "skills/sheep/evals/evals.json": EVALS,
        }
    )
    return repo


def words(meadow: Repo, out: Path, tier: str) -> tuple[object, ...]:
    return (
        "run",
        "--all",
        "--backend",
        "claude-code",
        "--tier",
        tier,
        "--runs",
        1,
        "--root",
        meadow.root,
        "--out",
        out,
    )


@pytest.mark.parametrize("tier", ["triggers", "evals"])
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_neither_pass_nor_fail(
    claude: Cli, serve: Serve, meadow: Repo, call: Call, tmp_path: Path, name: str, tier: str
) -> None:
    fault, said = FAULTS[name]
    serve(lambda body: skills("convert-roman-numerals") if CONTROL in asked(body) else fault)
    done = call(*words(meadow, tmp_path / "out", tier))
    assert done.code == 3, done.out + done.err
    assert said in done.out, done.out
    for path in (tmp_path / "out").rglob("results.json"):
        kept = json.loads(path.read_text())["models"]["anthropic/claude-sonnet-5-5"][tier]["results"]
        assert all("passed" not in case or case["passed"] is None for case in kept), kept


def test_without_a_fault_both_tiers_pass(claude: Cli, serve: Serve, meadow: Repo, call: Call, tmp_path: Path) -> None:
    def model(body: Mapping[str, Any]) -> Reply:
        if CONTROL in asked(body):
            return skills("convert-roman-numerals")
        is_first = '"assistant"' not in json.dumps(body["messages"])
        return skills("sheep") if "Count my sheep" in asked(body) and is_first else text("There are two.")

    serve(model)
    for tier in ("triggers", "evals"):
        done = call(*words(meadow, tmp_path / tier, tier))
        assert done.code == 0, done.out + done.err
        assert "1 of 1 pass" in done.out
