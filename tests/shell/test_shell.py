"""A command of a suite: what it learns, when it ends, what is kept of it."""

import os
import select
from collections.abc import Mapping
from pathlib import Path

import pytest

from skill_evals.edges.shell import run_command, scrubbed
from skill_evals.model.evidence import CommandRun


@pytest.fixture
def env(tmp_path: Path) -> Mapping[str, str]:
    return scrubbed(tmp_path, tmp_path)


def test_it_learns_no_secret_of_the_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_TOKEN", "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "GITHUB_ENV"):
        monkeypatch.setenv(name, "hunter2")
    done = run_command("env", cwd=tmp_path, env=scrubbed(tmp_path, tmp_path), seconds=10)
    assert "hunter2" not in done.stdout
    assert f"HOME={tmp_path}" in done.stdout
    assert {line.split("=")[0] for line in done.stdout.splitlines()} <= {
        "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "HOME", "TMPDIR", "TERM", "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM", "GIT_TERMINAL_PROMPT", "PWD", "OLDPWD", "SHLVL", "_",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo out; echo err >&2; exit 3", CommandRun(exit_code=3, stdout="out\n", stderr="err\n")),
        ("cat", CommandRun(exit_code=0)),
        ("printf '\\033[31mred\\033[0m'", CommandRun(exit_code=0, stdout="red")),
        ("printf 'a\\377b'", CommandRun(exit_code=0, stdout="a\ufffdb")),
        ("kill -9 $$", CommandRun(exit_code=-9)),
        ("exec >&- 2>&-; exit 4", CommandRun(exit_code=4)),
    ],
)
def test_exit_code_and_output(tmp_path: Path, env: Mapping[str, str], command: str, expected: CommandRun) -> None:
    assert run_command(command, cwd=tmp_path, env=env, seconds=10) == expected


def test_the_end_of_a_flood_is_kept(tmp_path: Path, env: Mapping[str, str]) -> None:
    flood = "yes 0123456789 | head -c 9000000; echo last; yes e | head -c 9000 >&2; echo last >&2"
    done = run_command(flood, cwd=tmp_path, env=env, seconds=60)
    assert len(done.stdout) == 4 * 1024 * 1024
    assert len(done.stderr) == 4096
    assert done.stdout.endswith("last\n")
    assert done.stderr.endswith("last\n")


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux lets a test wait for a stranger's end")
def test_what_does_not_end_is_killed_with_all_that_it_started(tmp_path: Path, env: Mapping[str, str]) -> None:
    done = run_command("sleep 600 & echo $!; sleep 600", cwd=tmp_path, env=env, seconds=1.5)
    assert done.exit_code is None
    assert done.error == "timed out after 1.5 s"
    assert not running(int(done.stdout))


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux lets a test wait for a stranger's end")
def test_what_it_leaves_behind_ends_with_it(tmp_path: Path, env: Mapping[str, str]) -> None:
    done = run_command("sleep 600 & echo $!", cwd=tmp_path, env=env, seconds=60)
    assert done.exit_code == 0
    assert not running(int(done.stdout))


def test_what_cannot_be_started_is_an_error(tmp_path: Path, env: Mapping[str, str]) -> None:
    done = run_command("true", cwd=tmp_path / "nowhere", env=env, seconds=10)
    assert (done.exit_code, done.error) == (None, "it could not be started: No such file or directory")
    nul = run_command("true", cwd=tmp_path, env={**env, "BAD": "a\0b"}, seconds=10)
    assert nul.exit_code is None
    assert "could not be started" in (nul.error or "")


def running(pid: int) -> bool:
    """Whether the process is still there, given time to take notice of its kill."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    try:
        return not select.select([handle], [], [], 30)[0]
    finally:
        os.close(handle)
