"""A GitHub on loopback, and what asks it."""

from collections.abc import Callable, Iterator

import pytest

from servers.github.judge import judged_world
from servers.github.world import REPOSITORY, World
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Pace, Wire

Ask = Callable[[], GitHub]


@pytest.fixture
def world() -> Iterator[World]:
    with judged_world() as found:
        yield found


@pytest.fixture
def waits() -> list[float]:
    """Seconds that were waited for, in a test without waiting."""
    return []


@pytest.fixture
def github(world: World, waits: list[float]) -> GitHub:
    wire = Wire("token-marker", api_url=world.url, pace=Pace(between_writes=0, backoff=0, sleep=waits.append))
    return GitHub(wire, REPOSITORY)
