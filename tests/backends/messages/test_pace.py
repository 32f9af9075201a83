"""How many calls go at once, and how long one is tried again."""

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from backends.messages.conftest import Serve
from backends.messages.model import by_words
from command_line import Call, small
from git_repo import Repo
from servers.messages_wire import Fault, Reply
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.backends.messages.faults import Fault as Found
from skill_evals.edges.backends.messages.pace import START, Pace, Patience
from skill_evals.errors import BackendError

BUSY = Found(course=Course.AGAIN, words="busy")
GONE = Found(course=Course.SWEEP, words="no credit", cure="add some")


def test_each_answer_lets_one_more_go_and_the_api_s_own_count_more() -> None:
    pace = Pace(Patience(), lambda: None)
    pace.answered(None)
    assert pace.limit == START + 1
    pace.answered(100)
    assert pace.limit == 50
    pace.answered(2)
    assert pace.limit == 51


def test_an_overload_halves_the_number_down_to_one() -> None:
    pace = Pace(Patience(first=0, longest=0), lambda: None)

    async def thrice() -> list[int]:
        return [pace.limit for _ in range(3) if await pace.failed(BUSY, 0, 0.0) is not None]

    assert asyncio.run(thrice()) == [2, 1, 1]


def test_patience_is_no_longer_than_the_sweep_s_time() -> None:
    late = Pace(Patience(), lambda: 0.2)
    assert asyncio.run(late.failed(BUSY, 0, 0.0)) is None
    with pytest.raises(BackendError, match="busy; the API asks to wait a minute"):
        asyncio.run(late.failed(replace(BUSY, wait=30), 0, 0.0))


def test_calls_begin_one_after_another_and_none_that_waits_for_its_turn_when_all_ends() -> None:
    async def main() -> tuple[list[bool], list[int | BaseException | None]]:
        pace = Pace(Patience(), lambda: None, apart=2.0)
        calls = [asyncio.ensure_future(pace.enter()) for _ in range(START)]
        await calls[0]
        begun = [call.done() for call in calls]
        await pace.halt("enough")
        ended = await asyncio.gather(*calls, return_exceptions=True)
        return begun, list(ended)

    begun, (first, *others) = asyncio.run(main())
    assert begun == [True, False, False, False]
    assert first is None
    assert [str(one) for one in others] == ["enough"] * (START - 1)


def test_a_call_that_is_broken_off_before_its_turn_frees_its_place() -> None:
    async def main() -> None:
        pace = Pace(Patience(), lambda: None)
        calls = [asyncio.ensure_future(pace.enter()) for _ in range(START)]
        await calls[0]
        for call in calls[1:]:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        for _ in calls[1:]:
            await asyncio.wait_for(pace.enter(), 60)

    asyncio.run(main())


def test_where_nothing_can_be_paid_for_nobody_goes_on_waiting() -> None:
    async def main() -> list[float | BaseException | None]:
        pace = Pace(Patience(first=60, longest=60), lambda: None)
        for _ in range(START):
            await pace.enter()
        waiting = [asyncio.ensure_future(pace.failed(BUSY, 0, 0.0)), asyncio.ensure_future(pace.enter())]
        await asyncio.sleep(0)
        with pytest.raises(BackendError):
            await pace.failed(GONE, 0, 0.0)
        return list(await asyncio.gather(*waiting, return_exceptions=True))

    retried, entered = asyncio.run(main())
    assert retried == 0.0
    assert isinstance(entered, BackendError)


def test_who_hears_of_an_overload_slows_the_others_too() -> None:
    pace = Pace(Patience(first=0), lambda: None)
    pace.slowed(GONE)
    assert pace.limit == START
    pace.slowed(BUSY)
    pace.slowed(BUSY)
    assert pace.limit == 1

    async def main() -> bool:
        await pace.enter()
        other = asyncio.ensure_future(pace.enter())
        await asyncio.sleep(0)
        is_waiting = not other.done()
        await pace.leave()
        await other
        return is_waiting

    assert asyncio.run(main())


@pytest.mark.parametrize(
    ("patience", "fault"),
    [(Patience(first=60, longest=60), BUSY), (Patience(first=0), replace(BUSY, wait=60))],
    ids=["our own wait", "the server's"],
)
def test_nobody_enters_before_the_wait_of_an_overload_is_over(patience: Patience, fault: Found) -> None:
    async def main() -> None:
        pace = Pace(patience, lambda: None)
        pace.slowed(fault)
        entering = asyncio.ensure_future(pace.enter())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not entering.done()
        await pace.halt("stopped by a signal")
        with pytest.raises(BackendError, match="stopped by a signal"):
            await entering

    asyncio.run(main())


def test_a_wait_is_no_longer_than_what_is_left_of_the_sweep() -> None:
    async def main() -> None:
        pace = Pace(Patience(), lambda: 0.0)
        pace.slowed(replace(BUSY, wait=60))
        await pace.enter()

    asyncio.run(main())


def test_an_answer_makes_the_next_wait_a_first_one() -> None:
    asked: list[int] = []

    class Watched(Patience):
        def wait(self, attempt: int, fault: Found) -> float:
            asked.append(attempt)
            return 0.0

    pace = Pace(Watched(), lambda: None)
    for _ in range(2):
        pace.slowed(BUSY)
    pace.answered(None)
    pace.slowed(BUSY)
    assert asked == [0, 1, 0]


@pytest.mark.parametrize("jobs", [1, 3])
def test_jobs_are_a_ceiling(serve: Serve, repo: Repo, call: Call, jobs: int) -> None:
    api = serve(by_words(count="sheep"))
    assert call("run", "--all", "--backend", "messages", "--root", small(repo).root, "--jobs", jobs).code == 0
    assert api.most_at_once <= jobs


def test_calls_go_side_by_side(serve: Serve, repo: Repo, call: Call) -> None:
    """Each answer waits for as many calls as go at first: were they made one by one, none would come."""
    together, well = threading.Barrier(START), by_words(count="sheep")

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        if "Roman" not in str(body["messages"]) and not together.broken:
            try:
                together.wait(20)
                together.abort()
            except threading.BrokenBarrierError:
                pass
        return well(body)

    api = serve(script)
    assert call("run", "--all", "--backend", "messages", "--root", small(repo).root, "--jobs", 8).code == 0
    assert api.most_at_once >= START
