"""Workers: order, concurrency, failures."""

import asyncio
from collections.abc import Sequence

import pytest

from skill_evals.errors import BackendError
from skill_evals.model.evidence import Evidence
from skill_evals.run.engine import drive
from skill_evals.run.ports.request import RunRequest

from .scripted import Scripted, evidence, request


class Chain:
    """Asks for one run after the other."""

    def __init__(self, suite: str, length: int) -> None:
        self.done: list[int] = []
        self._suite = suite
        self._length = length
        self._given = 0

    def ready(self) -> Sequence[RunRequest]:
        if self._given > len(self.done) or self._given == self._length:
            return ()
        self._given += 1
        return (request(suite=self._suite, index=self._given - 1),)

    def take(self, request: RunRequest, found: Evidence) -> None:
        assert request.key == found.key
        self.done.append(request.key.index)


@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("pause", [True, False])
def test_every_chain_comes_to_its_end_in_its_order(jobs: int, pause: bool) -> None:
    chains = [Chain(f"suite {n}", n) for n in range(6)]
    backend = Scripted(lambda _: "-", pause=pause)
    asyncio.run(drive(chains, backend.run, jobs=jobs))
    assert [chain.done for chain in chains] == [list(range(n)) for n in range(6)]
    assert backend.most_under_way <= jobs


def test_as_many_run_at_once_as_jobs_allow() -> None:
    backend = Scripted(lambda _: "-", pause=True)
    asyncio.run(drive([Chain(f"suite {n}", 1) for n in range(20)], backend.run, jobs=5))
    assert backend.most_under_way == 5


def test_nothing_to_run_ends_at_once() -> None:
    backend = Scripted(lambda _: "-")
    asyncio.run(drive([], backend.run, jobs=4))
    assert backend.most_under_way == 0


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_backend_that_cannot_run_ends_the_drive_after_the_runs_under_way(jobs: int) -> None:
    ended = []

    async def make(asked: RunRequest) -> Evidence:
        await asyncio.sleep(0)
        if asked.key.suite == "suite 0":
            raise BackendError("the recording is missing")
        await asyncio.sleep(0)
        ended.append(asked.key.suite)
        return evidence(asked.key, "-")

    with pytest.raises(BackendError, match="the recording is missing"):
        asyncio.run(drive([Chain(f"suite {n}", 4) for n in range(9)], make, jobs=jobs))
    assert ended == [f"suite {n}" for n in range(1, jobs)]
