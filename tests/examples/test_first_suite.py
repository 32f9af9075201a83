"""docs/first-suite.md: its files are written and its commands run in order, and each prints what stands below it."""

import re
import shlex
from pathlib import Path

import pytest

from command_line import Call
from git_repo import Repo

PAGE = Path(__file__).resolve().parents[2] / "docs" / "first-suite.md"
BRANCHES = "## What a change does to it"
"""The heading before which the reader commits, and below which a branch begins."""

BLOCK = re.compile(r"^```(?:console|\w+ path=(?P<path>\S+))\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ skill-evals (?P<words>.*)\n(?P<printed>(?:(?!\$ ).*\n)*)", re.MULTILINE)
CODES = {"pr --base main --backend lexical": 1}
"""Exit codes other than 0."""


def follow(part: str, repo: Repo, call: Call) -> int:
    """Do what a part of the page says; gives the number of commands in it."""
    number = 0
    for block in BLOCK.finditer(part):
        if block["path"] is not None:
            repo.write({block["path"]: block["text"]})
            continue
        for command in COMMAND.finditer(block["text"]):
            done = call(*shlex.split(command["words"]))
            assert done.code == CODES.get(command["words"], 0), done.err
            assert sorted(lines(done.out + done.err)) == sorted(lines(command["printed"])), command["words"]
            number += 1
    return number


def lines(text: str) -> list[str]:
    """Lines as they are compared: a commit has another name in every repository."""
    return re.sub(r"^base [0-9a-f]{12}$", "base …", text, flags=re.MULTILINE).splitlines()


def test_the_page_can_be_followed(repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root)
    before, heading, after = PAGE.read_text(encoding="utf-8").partition(BRANCHES)
    assert heading
    assert follow(before, repo, call) == 3
    repo.commit(message="Two skills and a suite")
    repo.git("checkout", "--quiet", "-b", "greedy")
    assert follow(after, repo, call) == 3
    assert "How long does this dough have to proof" in (repo.root / ".skill-evals" / "comment.md").read_text()
