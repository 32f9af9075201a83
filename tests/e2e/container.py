"""The harnesses of tests/escape in the image: the step's mounts and variables, a socket that stands in for Docker's."""

import json
import os
import subprocess
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from e2e.runner import RUNNER, Runner
from escape.attacks import MARKER
from escape.surroundings import SECRETS, answering

TESTS = Path(__file__).resolve().parent.parent
SOCKET = "/var/run/docker.sock"
_NUMBERS = count()
PLACES = ("image", "image, as an ordinary user")
"""GitHub's runner names no user; whoever runs the image elsewhere may."""


def report_of(image: str, place: str, module: str, folder: Path, told: Any = None, network: str = "none") -> Any:
    """What a harness prints, run as a step is run, with the key and the tokens in its environment."""
    with ExitStack() as stack:
        docker = stack.enter_context(answering(str(folder / "docker.sock")))
        mounts = ("--volume", f"{TESTS}:/tests:ro", "--volume", f"{docker}:{SOCKET}")
        environment = {"PYTHONPATH": "/tests", "ESCAPE_GITHUB": "/github", "ESCAPE_DOCKER": SOCKET}
        (folder / "runner").mkdir(mode=0o755)
        # One of its own, since containers of one machine share the count of a user's processes.
        owner = RUNNER if place == "image" else (20_000 + os.getpid() % 10_000 * 4 + next(_NUMBERS) % 4, RUNNER[1])
        user = () if place == "image" else ("--user", f"{owner[0]}:{owner[1]}")
        runner = Runner(
            image=image,
            place=folder / "runner",
            owner=owner,
            network=network,
            environment=environment | dict.fromkeys(SECRETS, MARKER),
            options=("--interactive", "--entrypoint", "/opt/skill-evals/bin/python", *mounts, *user),
        )
        command = runner.command("-m", module, event="pull_request", payload={}, inputs={})
        done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
