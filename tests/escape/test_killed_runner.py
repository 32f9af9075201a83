"""A runner that is killed leaves nothing running: its supervisor hears of it and ends the command."""

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the sandbox is Linux's")

RUNNER = """
from skill_evals.edges.collect import why_refused
from skill_evals.edges.sandbox.confined import Cell, run_confined
from skill_evals.edges.workspace import workspace
print(why_refused(allow_commands=True, sandbox=True), flush=True)
with workspace({}) as place:
    print(place.path, flush=True)
    (place.path / "lock").touch()
    command = "exec 9<lock; flock 9; mkfifo up; (setsid sleep 300 >/dev/null 2>&1 &); echo > up; sleep 300"
    cell = Cell(root=place.root, uid=place.uid)
    run_confined(command, cwd=place.path, env=place.environment, seconds=300, cell=cell)
"""


def test_everything_ends_with_the_runner() -> None:
    with subprocess.Popen([sys.executable, "-c", RUNNER], stdout=subprocess.PIPE, text=True) as runner:
        assert runner.stdout is not None
        refused = runner.stdout.readline().strip()
        if refused != "None":
            runner.kill()
            pytest.skip(refused)
        place = Path(runner.stdout.readline().strip())
        up = place / "up"
        while not up.exists():
            assert runner.poll() is None
        up.read_bytes()
        runner.kill()
    with (place / "lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # for as long as anything of the command lives, this waits
    subprocess.run(["rm", "-rf", str(place.parent)], check=True)
