"""Each place's report is made once: every attack tried, outside and inside, by a process of that user's."""

import fcntl
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from escape.attacks import MARKER
from escape.surroundings import SECRETS, python

PLACES = ("root", "user")
_NOBODY = 65_534
_HERE = Path(__file__).parent
_SOURCES = _HERE.parent.parent / "src"


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this session have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture
def told(place: str, shared: Path) -> dict[str, Any]:
    """The report of the harness at a place, or a skip that says why it cannot be made here."""
    made = report_of("escape.harness", place, shared)
    if isinstance(made, str):
        pytest.skip(made)
    if made["refused"]:
        pytest.skip(f"commands are refused here, which is the other way of being safe: {made['refused']}")
    return made


@cache
def report_of(module: str, place: str, shared: Path) -> dict[str, Any] | str:
    """What a program says at a place, made by the first worker that asks; the others wait for it."""
    kept = shared / f"{module}-{place}.json"
    with kept.open("a+", encoding="utf-8") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        stream.seek(0)
        text = stream.read() or json.dumps(_report(module, place))
        kept.write_text(text, encoding="utf-8")
    found: dict[str, Any] | str = json.loads(text)
    return found


def _report(module: str, place: str) -> dict[str, Any] | str:
    if not sys.platform.startswith("linux") or python() is None:
        return "the attacks are Linux's and need a Python among the system's programs"
    as_root = os.geteuid() == 0
    if place == "root" and not as_root:
        return "the tests do not run as root"
    return run_harness(module, drop=as_root and place == "user")


def run_harness(module: str, *, drop: bool) -> dict[str, Any] | str:
    """With the key and the tokens in its environment, as this user or, dropped from root, as nobody."""
    interpreter = python() if drop else sys.executable
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": f"{_SOURCES}:{_HERE.parent}", "HOME": "/nonexistent"}
    identity: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if drop else {}
    done = subprocess.run(
        [str(interpreter), "-m", module],
        env={**env, **dict.fromkeys(SECRETS, MARKER)},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
        **identity,
    )
    if drop and "Permission denied" in done.stderr and "site" not in done.stderr and not done.stdout:
        return "nobody cannot read this checkout"
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
