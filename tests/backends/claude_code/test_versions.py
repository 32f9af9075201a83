"""Results of one version of Claude Code never stand for those of another, nor for those of the emulation."""

import json
from pathlib import Path
from typing import Any

import pytest

from backends.claude_code.fake import program
from backends.messages.conftest import Serve, serve
from backends.messages.model import by_words
from command_line import Call, call, skill
from git_repo import Repo
from skill_evals.edges.backends.claude_code.installed import looked_at

__all__ = ["call", "serve"]

SUITE = """{"skill_name": "sheep", "queries": [
 {"query": "Count my sheep", "should_trigger": true}, {"query": "Feed them", "should_trigger": false}]}
"""
SIDECAR = "skills/sheep/evals/results.provenance.json"
RUN = ("run", "--all", "--no-sandbox", "--jobs", 1)
PICK = """prompt=$(cat)
case "$prompt" in
  *Roman*) exec sh "$0-controls" ;;
  *Count*) ;;
  *) exec sh "$0-silent" ;;
esac"""


@pytest.fixture
def flock(repo: Repo) -> Repo:
    repo.commit({"skills/sheep/SKILL.md": skill("sheep"), "skills/sheep/evals/triggers.json": SUITE})
    return repo


def install(folder: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that version that does well: it knows the controls' skills and the suite's."""
    controls = '"sheep", "convert-roman-numerals", "identify-bird-songs"'
    for name, stream, before in (("controls", "skill", ":"), ("silent", "no-skill", ":"), ("", "skill", PICK)):
        path = program(folder, stream, before=before, version=version)
        text = path.read_text().replace('"sheep"', controls, 1).replace('"2.1.332"', json.dumps(version))
        if name == "controls":
            text = text.replace('{"skill": "sheep"}', '{"skill": "convert-roman-numerals"}')
        path.write_text(text)
        if name:
            path.rename(folder / f"claude-{name}")
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.create.find_cli", lambda: looked_at(folder / "claude"))


def sweep_of(repo: Repo) -> dict[str, Any]:
    models = json.loads((repo.root / SIDECAR).read_text())["models"]
    (found,) = models["anthropic/claude-sonnet-5-5"]["triggers"]["sweeps"]
    return dict(found)


def test_the_version_lies_beside_the_results(
    serve: Serve, flock: Repo, call: Call, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(by_words())
    install(programs, "2.1.332", monkeypatch)
    done = call(*RUN, "--backend", "claude-code", "--root", flock.root)
    assert done.code == 0, done.out + done.err
    found = sweep_of(flock)
    assert (found["backend"], found["cli_version"]) == ("claude-code", "2.1.332")
    assert found["harness_profile"].startswith("claude-code-1/")


@pytest.mark.parametrize(
    ("backend", "version", "is_reused"),
    [("claude-code", "2.1.332", True), ("claude-code", "2.1.333", False), ("messages", "2.1.332", False)],
)
def test_a_base_is_used_again_for_the_same_program_only(
    serve: Serve,
    flock: Repo,
    call: Call,
    programs: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    backend: str,
    version: str,
    is_reused: bool,
) -> None:
    serve(by_words(Count="sheep"))
    install(programs, "2.1.332", monkeypatch)
    assert call(*RUN, "--backend", "claude-code", "--root", flock.root).code == 0
    flock.git("add", "-A")
    flock.git("commit", "-qm", "results")
    flock.git("checkout", "-q", "-b", "change")
    flock.commit({"skills/sheep/SKILL.md": skill("sheep", "count very many sheep")})
    install(programs, version, monkeypatch)
    done = call(
        *("pr", "--base", "main", "--backend", backend, "--no-sandbox"), "--root", flock.root, "--out", tmp_path / "o"
    )
    assert done.code == 0, done.err
    comment = (tmp_path / "o" / "comment.md").read_text()
    assert ("reused from the results committed at the merge base" in comment) is is_reused, comment


def test_a_journal_is_resumed_with_the_same_program_only(
    serve: Serve, flock: Repo, call: Call, programs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    serve(by_words())
    words = (*RUN, "--backend", "claude-code", "--root", flock.root, "--journal", tmp_path / "journal")
    install(programs, "2.1.332", monkeypatch)
    assert call(*words).code == 0
    assert "resumed" in call(*words).out
    install(programs, "2.1.333", monkeypatch)
    done = call(*words)
    assert (done.code, "resumed" in done.out) == (0, False)
    assert "The journal was of another sweep" in done.err
