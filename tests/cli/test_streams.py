"""Streams that take nothing: a full disk behind stdout, and streams that were closed before we began (``>&-``)."""

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import small
from git_repo import Repo, clean_environment

FULL = Path("/dev/full")
PRINTING = [
    ["rules"],
    ["explain", "duplicate-id"],
    ["lint"],
    ["run", "--all", "--quiet"],
    ["doctor"],
    ["init", "--print"],
    ["lint", "-", "--fix", "--quiet", "--stdin-filename", "skills/sheep/evals/triggers.json"],
]


def shell(words: list[str], redirection: str, *, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """A verb as a shell starts it; what it redirects is no pipe of ours."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", sys.executable, "-m", "skill_evals", *words],
        cwd=cwd,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", PRINTING, ids=" ".join)
def test_a_full_disk_is_told_and_no_bug_of_ours(words: list[str], repo: Repo) -> None:
    done = shell(words, f">{FULL}", cwd=small(repo).root)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "skill-evals: stdout cannot be written: No space left on device\n  make room there, or send it elsewhere\n"
    )


@pytest.mark.parametrize("words", PRINTING[:-1], ids=" ".join)
def test_a_closed_stdout_takes_everything(words: list[str], repo: Repo) -> None:
    done = shell(words, ">&-", cwd=small(repo).root)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_stderr_sends_no_complaint_to_stdout(repo: Repo) -> None:
    done = shell(["lnt"], "2>&-", cwd=small(repo).root)
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_closed_stdin_is_an_empty_document(repo: Repo) -> None:
    words = ["lint", "-", "--stdin-filename", "skills/sheep/evals/triggers.json"]
    done = shell(words, "<&-", cwd=small(repo).root)
    assert done.returncode == 1
    assert b"the file is empty" in done.stdout
