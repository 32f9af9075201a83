"""What an agent can and cannot do that is the real Claude Code, with all its tools, asking nobody for permission."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from e2e.escape_harness import MARKER, READS, SHELL, WITHIN
from escape.surroundings import python
from skill_evals.edges.backends.claude_code.installed import Cli

_TESTS = Path(__file__).resolve().parent.parent
_NOBODY = 65_534
PLACES = ("root", "user")


@cache
def report(place: str) -> dict[str, Any] | str:
    """Everything that was tried as this user; or why that cannot be tried here."""
    as_root = os.geteuid() == 0
    if place == "root" and not as_root:
        return "the tests do not run as root"
    drop = as_root and place == "user"
    interpreter = python() if drop else sys.executable
    if interpreter is None:
        return "root needs a Python among the system's programs to run as another user"
    paths = [_TESTS.parent / "src", _TESTS, *(Path(path) for path in sys.path if path.endswith("site-packages"))]
    identity: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if drop else {}
    done = subprocess.run(
        [str(interpreter), "-m", "e2e.escape_harness"],
        env={
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "HOME": "/nonexistent",
            "ANTHROPIC_API_KEY": MARKER,
        },
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        **identity,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(params=PLACES)
def told(request: pytest.FixtureRequest, claude: Cli) -> dict[str, Any]:
    found = report(request.param)
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.mark.parametrize("attack", SHELL)
def test_the_attack_works_outside_and_not_inside(told: dict[str, Any], attack: str) -> None:
    if attack == "another run's workspace" and "ESCAPED" not in told["outside"][attack]:
        pytest.skip("a workspace that a uid of its own has is closed to this user anyway")
    assert "ESCAPED" in told["outside"][attack], told["outside"][attack]
    assert told["inside"][attack]
    assert "ESCAPED" not in told["inside"][attack], told["inside"][attack]


@pytest.mark.parametrize("attack", WITHIN)
def test_the_attack_does_not_work(told: dict[str, Any], attack: str) -> None:
    assert attack in told["inside"]
    assert "ESCAPED" not in told["inside"][attack], told["inside"][attack]


@pytest.mark.parametrize("path", READS)
def test_its_other_tools_are_shut_in_as_well(told: dict[str, Any], path: str) -> None:
    said = told["inside"][f"Read {path}"]
    assert said
    assert MARKER not in said


def test_nothing_outlives_the_run(told: dict[str, Any]) -> None:
    assert told["inside"]["a daemon"].strip() == "started"
    assert told["alive"] == []
