"""The example's pull request on a GitHub that keeps state, as the step meets it."""

from pathlib import Path

import pytest

from action.conftest import github, waits, world
from action.workflow import Job, opened
from command_line import call
from servers.github.world import World

__all__ = ["call", "github", "job", "waits", "world"]


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world)
