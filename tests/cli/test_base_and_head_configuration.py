"""In a pull request the base's file decides what spends, trusts or passes, and the head's what is looked at."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import SUITE, Call, Done, skill, sound, triggers
from git_repo import Repo

CONFIG = ".skill-evals.yml"
NOTE = "hold here, and the new ones after the merge"


def pr(call: Call, repo: Repo, out: Path, *words: object) -> tuple[Done, str, Any]:
    done = call("pr", "--base", "main", "--root", repo.root, "--out", out, *words)
    assert done.code in (0, 1, 3), done.err
    comment = (out / "comment.md").read_text(encoding="utf-8")
    return done, comment, json.loads((out / "report.json").read_text(encoding="utf-8"))


@pytest.fixture
def stolen(repo: Repo) -> Repo:
    """`main`: a gate that takes the lexical backend seriously is not chosen; the change breaks every positive."""
    repo.commit({**sound(), CONFIG: "ripple: off\n"})
    repo.branch("change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="bake sourdough bread")})
    return repo


@pytest.mark.parametrize(
    "loosened",
    ["gate: {alpha: 1.0e-9}", "max-calls: 1", "max-cases: 1", "backend: replay", "models: [nobody/knows]", "ripple: repo",
     "allow-commands: true", "batch: true", "effort: low", "thinking: off", "judge: {votes: 9}",
     "prices: {anthropic/claude-sonnet-5-5: {input: 0, output: 0}}", "triggers: {runs: 1, confirm-runs: 5, look: 1}"],
)  # fmt: skip
def test_a_pull_request_cannot_change_its_own_gate_caps_or_backend(
    loosened: str, stolen: Repo, tmp_path: Path, call: Call
) -> None:
    before, _, expected = pr(call, stolen, tmp_path / "a", "--backend", "lexical")
    stolen.commit({CONFIG: f"{loosened}\n"})
    after, comment, found = pr(call, stolen, tmp_path / "b", "--backend", "lexical")
    assert before.code == after.code == 1
    assert found["compare"] == expected["compare"]
    assert "The base has another configuration" in comment
    assert NOTE in comment


def test_a_first_configuration_holds_after_the_merge(repo: Repo, tmp_path: Path, call: Call) -> None:
    repo.commit(sound())
    repo.branch("change")
    repo.commit({CONFIG: "max-calls: 1\n", "skills/sheep/SKILL.md": skill(does="bake sourdough bread")})
    done, comment, _ = pr(call, repo, tmp_path / "out", "--backend", "lexical")
    assert done.code == 1
    assert "The base has no configuration" in comment
    assert NOTE in comment


def test_the_head_chooses_its_rules(repo: Repo, tmp_path: Path, call: Call) -> None:
    repo.commit({**sound(), CONFIG: "ignore: []\n"})
    repo.branch("change")
    repo.commit({SUITE: triggers("goat", "count woolly sheep"), CONFIG: "severity: {skill-name-mismatch: error}\n"})
    done, comment, _ = pr(call, repo, tmp_path / "a")
    assert done.code == 1
    assert "error `skill-name-mismatch`" in comment
    assert NOTE not in comment
    repo.commit({CONFIG: "ignore: [skill-name-mismatch]\n"})
    done, comment, _ = pr(call, repo, tmp_path / "b")
    assert done.code == 0
    assert "`skill-name-mismatch` `skills" not in comment


def test_the_base_decides_what_is_accepted_as_stale(repo: Repo, tmp_path: Path, call: Call) -> None:
    repo.commit({**sound(), CONFIG: "ripple: off\n"})
    repo.branch("change")
    entry = "accept-stale: [{skill: sheep, tier: triggers, surface: abc, reason: mine}]"
    repo.commit({CONFIG: f"ripple: off\n{entry}\n"})
    _, comment, _ = pr(call, repo, tmp_path / "out")
    assert "The base has another configuration" in comment


def test_what_the_command_line_says_holds_over_both(stolen: Repo, tmp_path: Path, call: Call) -> None:
    _, _, found = pr(call, stolen, tmp_path / "out", "--tier", "evals")
    assert found["plan"]["jobs"] == []
