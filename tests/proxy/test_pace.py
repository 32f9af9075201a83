"""How the API answers one agent is heard by whoever starts the next one."""

import asyncio

import pytest

from proxy.visits import visit
from servers.messages_wire import Fault, text
from skill_evals.edges.backends.messages.pace import START, Pace, Patience


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=429, type="rate_limit_error", headers={"retry-after": "1"}),
        Fault(status=529, type="overloaded_error"),
        Fault(status=500),
        Fault(cut=2),
        Fault(event="overloaded_error"),
    ],
    ids=["429", "529", "500", "cut", "overload in mid-stream"],
)
def test_a_call_that_failed_for_now_slows_the_sweep(fault: Fault) -> None:
    async def run() -> None:
        pace = Pace(Patience(), lambda: 0.0)
        async with visit(lambda body: fault, sweep={"pace": pace}) as here:
            asking = asyncio.create_task(here.stream())
            await asyncio.wait([asking])
            assert asking.exception() is not None
            await here.proxy.revoke(here.grant)
        assert pace.limit == START // 2

    asyncio.run(run())


@pytest.mark.parametrize("fault", [Fault(status=400, type="invalid_request_error"), Fault(status=401), Fault(stall=2)])
def test_what_no_wait_helps_against_does_not(fault: Fault) -> None:
    async def run() -> None:
        pace = Pace(Patience(), lambda: None)
        async with visit(lambda body: fault, sweep={"pace": pace}) as here:
            asking = asyncio.create_task(here.stream())
            while not here.api.messages:
                await asyncio.wait([asking], timeout=0.01)
            await here.proxy.revoke(here.grant)
            await asyncio.wait([asking])
            assert asking.exception() is not None
        assert pace.limit == START

    asyncio.run(run())


def test_an_answer_lets_as_many_go_as_the_api_says() -> None:
    async def run() -> None:
        pace = Pace(Patience(), lambda: None)
        async with visit(lambda body: text("Hi."), sweep={"pace": pace}) as here:
            await here.ask()
            half_of_what_is_left = 450
            assert pace.limit == half_of_what_is_left
            await here.stream()
            assert pace.limit == half_of_what_is_left + 1

    asyncio.run(run())


def test_only_an_answer_that_stopped_in_its_midst_was_silent() -> None:
    async def silent(fault: Fault) -> float:
        async with visit(lambda body: fault) as here:
            asking = asyncio.create_task(here.stream())
            while not here.api.messages:
                await asyncio.wait([asking], timeout=0.01)
            if fault.stall is None:
                await asyncio.wait([asking])
            spent = await here.proxy.revoke(here.grant)
            await asyncio.wait([asking])
            assert asking.exception() is not None
            return spent.silent

    assert asyncio.run(silent(Fault(stall=2))) > 0
    assert asyncio.run(silent(Fault(cut=2))) == 0
