"""The example's pull request on a GitHub that keeps state, as the step meets it."""

from pathlib import Path

import pytest

from action.conftest import github, waits, world
from action.workflow import Job, opened
from servers.github_api import World

__all__ = ["github", "job", "waits", "world"]


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world)
