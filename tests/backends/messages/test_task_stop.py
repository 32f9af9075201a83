"""A sweep that is told to stop while an agent's command runs: it ends soon, and nothing of the agent is left."""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from backends.messages.conftest import Serve
from backends.messages.test_task_faults import farm
from git_repo import Repo, clean_environment
from servers.messages_agent import agent
from servers.messages_wire import calls
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY

__all__ = ["farm"]

pytestmark = pytest.mark.usefixtures("shut_in")


@pytest.fixture
def rooms() -> Iterator[Path]:
    """A folder for workspaces that every uid may pass through; pytest's own are closed."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        folder.chmod(0o755)
        yield folder


STAYS = "(sleep 300 &); touch $TMPDIR/../begun; exec sleep 300"


def test_a_signal_ends_what_the_agent_started_and_removes_its_workspace(serve: Serve, farm: Repo, rooms: Path) -> None:
    api = serve(agent(lambda heard: calls(("Bash", {"command": STAYS}))))
    words = ("run", "--all", "--tier", "evals", "--backend", "messages", "--root", str(farm.root))
    sweep = subprocess.Popen(
        [sys.executable, "-m", "skill_evals", *words],
        env={**clean_environment(), KEY: api.key, BASE_URL: api.url, "TMPDIR": str(rooms)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    deadline = time.monotonic() + 300
    while not list(rooms.glob("skill-evals-*/begun")):
        assert sweep.poll() is None, sweep.communicate()[0]
        assert time.monotonic() < deadline, "the agent never began"
    sweep.send_signal(signal.SIGTERM)
    said, _ = sweep.communicate(timeout=120)
    assert sweep.returncode == 3, said
    assert "stopped by SIGTERM" in said
    assert [path for path in rooms.iterdir() if path.name.startswith("skill-evals-")] == []
    assert not [process for process in Path("/proc").glob("[0-9]*") if _works_in(process, rooms)]


def _works_in(process: Path, folder: Path) -> bool:
    try:
        return (process / "cwd").readlink().is_relative_to(folder)
    except OSError:
        return False
