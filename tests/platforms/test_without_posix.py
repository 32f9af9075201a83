"""Lint, plan, compare and the rest run where there is no POSIX; ``run`` and ``pr`` say that they do not."""

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import skill, small, triggers
from git_repo import Repo, clean_environment
from nights.reports import left, report

BARE = Path(__file__).with_name("bare_python.py")
SUITE = "skills/sheep/evals/triggers.json"


def bare(cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(BARE), *words], cwd=cwd, env=clean_environment(), capture_output=True, text=True,
        check=False, timeout=120,
    )  # fmt: skip


LABELS = "version: 1\nruns: [{id: a, answer: Ten sheep., criteria: [{rubric: It counts., verdict: pass}]}]\n"


@pytest.fixture
def changed(repo: Repo) -> Repo:
    """A repository whose description and suite differ from the last commit."""
    small(repo)
    repo.write({"skills/sheep/SKILL.md": skill(does="count woolly sheep by hand"), SUITE: triggers("goat")})
    return repo


@pytest.mark.parametrize(
    "words",
    [
        ["lint"],
        ["lint", "--base", "HEAD", "--format", "sarif"],
        ["lint", "--diff"],
        ["plan", "--base", "HEAD"],
        ["plan", "--all", "--backend", "messages"],
        ["plan", "--all", "--backend", "claude-code"],
        ["compare", "--base", "HEAD"],
        ["results", "hashes"],
        ["rules"],
        ["explain", "duplicate-id"],
        ["init", "--print"],
        ["doctor"],
    ],
    ids=" ".join,
)
def test_a_verb_does_its_work(changed: Repo, words: list[str]) -> None:
    done = bare(changed.root, *words)
    assert "internal error" not in done.stderr
    if "--backend" in words and done.returncode == 2:
        assert "needs a credential" in done.stderr or "is not installed" in done.stderr
        return
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout or words == ["lint", "--diff"]


def test_a_judge_is_held_against_people(changed: Repo) -> None:
    changed.write({"labels.yaml": LABELS})
    done = bare(changed.root, "calibrate-judge", "labels.yaml", "--dry-run")
    assert (done.returncode, done.stdout.startswith("At least 1 call, ")) == (0, True), done.stderr


def test_nights_are_summed_up(changed: Repo) -> None:
    left(changed.root / "night", report())
    done = bare(changed.root, "nights", "nights.jsonl", "--run", "7", "--add", "night")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 night of one commit against itself")
    assert (changed.root / "nights.jsonl").is_file()


def test_a_file_is_repaired(changed: Repo) -> None:
    changed.write({SUITE: triggers("goat").replace("true", '"true"')})
    done = bare(changed.root, "lint", "--fix")
    assert "fixed" in done.stderr
    assert '"true"' not in (changed.root / SUITE).read_text()


@pytest.mark.parametrize("words", [["run", "--all"], ["pr"], ["run", "--help"]], ids=" ".join)
def test_what_needs_posix_says_so_and_where_to_go(changed: Repo, words: list[str]) -> None:
    done = bare(changed.root, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"`skill-evals {words[0]}` does not run on Windows" in done.stderr
    assert "WSL" in done.stderr


def test_doctor_names_each_promise_that_does_not_hold(changed: Repo) -> None:
    done = bare(changed.root, "doctor")
    assert "the sandbox is Linux's" in done.stdout
