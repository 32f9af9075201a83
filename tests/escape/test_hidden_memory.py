"""Once a credential is loaded, no other process of the same user reads the runner's environment or memory."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from escape.attacks import MARKER
from escape.surroundings import python

_NOBODY = 65_534
_HERE = Path(__file__).parent
_RUNNER = """
import os, sys
from skill_evals.edges.backends.messages.accounts import account_of
print("here", flush=True)
sys.stdin.readline()
assert account_of(os.environ).secret
print("loaded", flush=True)
sys.stdin.readline()
"""
_SPY = """
import sys
for name in ("environ", "maps", "mem"):
    try:
        with open(f"/proc/{sys.argv[1]}/{name}", "rb") as file:
            print(name, "opened", file.read(100_000) if name == "environ" else "")
    except OSError as error:
        print(name, type(error).__name__)
"""


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Start:
    """Starts a Python program as an ordinary user: as who runs this, or from root as nobody."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux hides a process's memory so")
    identity: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    interpreter = python() if identity else sys.executable
    if interpreter is None:
        pytest.skip("nobody finds no Python among the system's programs")
    words = [interpreter, "-c"]

    def started(code: str, *more: str, env: Mapping[str, str]) -> "subprocess.Popen[str]":
        pipe = subprocess.PIPE
        return subprocess.Popen([*words, code, *more], env=env, cwd="/", stdin=pipe, stdout=pipe, text=True, **identity)

    return started


def test_no_process_of_the_same_user_reads_it(start: Start) -> None:
    env = {"PYTHONPATH": f"{_HERE.parent.parent / 'src'}", "ANTHROPIC_API_KEY": MARKER}
    with start(_RUNNER, env=env) as runner:
        assert runner.stdin is not None
        assert runner.stdout is not None
        if runner.stdout.readline() != "here\n":
            pytest.skip("nobody cannot read this checkout")
        before = spied(runner.pid, start)
        runner.stdin.write("\n")
        runner.stdin.flush()
        assert runner.stdout.readline() == "loaded\n"
        after = spied(runner.pid, start)
    assert MARKER in before, "before that it can be read, or this test would prove nothing"
    assert after.splitlines() == [f"{name} PermissionError" for name in ("environ", "maps", "mem")]


def spied(pid: int, start: Start) -> str:
    with start(_SPY, str(pid), env={}) as spy:
        said, _ = spy.communicate()
        return said
