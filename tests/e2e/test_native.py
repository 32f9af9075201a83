"""native/action.yml without GitHub: its steps' own shell, on this machine's Python."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from skill_evals import __version__
from workflows.written import ACTIONS, read

NATIVE = ACTIONS[2]


def step(name: str) -> dict[str, Any]:
    (found,) = [one for one in read(NATIVE)["runs"]["steps"] if one["id"] == name]
    return dict(found)


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the step `install` gives on."""
    place = tmp_path_factory.mktemp("runner")
    output = place / "output"
    variables = {
        "PYTHON": sys.executable,
        "GITHUB_ACTION_PATH": str(NATIVE.parent),
        "BACKEND": "lexical",
        "RUNNER_OS": "Linux",
        "RUNNER_TEMP": str(place),
        "GITHUB_OUTPUT": str(output),
    }
    bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step("install")["run"]]
    subprocess.run(bash, env=os.environ | variables, cwd=place, check=True)
    name, _, value = output.read_text(encoding="utf-8").strip().partition("=")
    assert name == "python"
    return Path(value)


def test_the_source_of_its_own_commit_is_installed(python: Path) -> None:
    done = subprocess.run([python, "-I", "-m", "skill_evals", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"skill-evals {__version__}"


def test_it_is_no_other_python_than_its_own(python: Path) -> None:
    look = "import skill_evals, sys; print(skill_evals.__file__.startswith(sys.prefix))"
    done = subprocess.run([python, "-I", "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
