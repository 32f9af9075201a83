"""Nothing goes out that its run or the sweep cannot pay for, and what went out is billed."""

import asyncio

import anthropic
import pytest

from proxy.visits import MODEL, Visit, client_of, visit
from servers.messages_wire import Fault, text
from skill_evals.model.config import Price

TEN_A_MILLION = {MODEL: Price(input=10, output=10, cache_read=10, cache_write=10)}
"""A call of ``ask`` reserves some 130 tokens, of which 100 are the answer's."""
RESERVED = 0.0013


def test_a_run_stops_at_its_cap_and_is_billed_for_what_went_out() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi."), sweep={"prices": TEN_A_MILLION}, max_usd=0.01) as here:
            refusal = await last_of(here)
            assert "the run's cap of $0.01 was reached" in refusal.message
            assert refusal.status_code == 402
            assert refusal.response.headers["x-should-retry"] == "false"
            spent = await here.proxy.revoke(here.grant)
            assert len(here.api.messages) == spent.usage.calls
            assert spent.over == "the run's cap of $0.01 was reached"
            assert spent.usage.usd is not None
            assert 0.01 - RESERVED - 0.001 < spent.usage.usd <= 0.01

    asyncio.run(run())


async def last_of(here: Visit) -> anthropic.APIStatusError:
    """Ask until nothing more goes out."""
    while True:
        try:
            await here.ask()
        except anthropic.APIStatusError as refusal:
            return refusal


def test_calls_at_once_cannot_each_take_the_last_dollar() -> None:
    async def run() -> None:
        caps = {"sweep": {"prices": TEN_A_MILLION}, "max_usd": 2.5 * RESERVED}
        async with visit(lambda body: Fault(stall=3), **caps) as here:  # type: ignore[arg-type] # one dictionary of both
            asking = [asyncio.create_task(here.stream()) for _ in range(8)]
            done, waiting = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            while len(done) < 6:
                more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                done |= more
            assert all(isinstance(one.exception(), anthropic.APIStatusError) for one in done)
            spent = await here.proxy.revoke(here.grant)
            await asyncio.wait(waiting)
            assert len(here.api.messages) <= 2
            assert spent.usage.usd is not None
            assert spent.usage.usd <= 2.5 * RESERVED
            assert spent.estimated == spent.usage.calls == 2

    asyncio.run(run())


def test_the_sweep_has_a_purse_of_its_own() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi."), sweep={"max_calls": 3}) as here:
            async with client_of(here.proxy, here.proxy.grant(models={MODEL}).token) as other:
                for client in (here.client, other, here.client):
                    await client.messages.create(
                        model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "Hi"}]
                    )
                with pytest.raises(anthropic.APIStatusError, match="the sweep's cap of 3 calls was reached"):
                    await other.messages.create(model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "Hi"}])
            spent = await here.proxy.revoke(here.grant)
            assert (spent.usage.calls, spent.over) == (2, None)

    asyncio.run(run())


def test_a_run_may_have_few_calls() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi."), max_calls=1) as here:
            await here.ask()
            with pytest.raises(anthropic.APIStatusError, match="the run's cap of 1 calls"):
                await here.ask()

    asyncio.run(run())


def test_a_model_without_a_price_goes_out_only_where_calls_are_capped() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi."), models={"claude-nine"}, max_usd=1) as here:
            with pytest.raises(anthropic.APIStatusError, match="no price of the model is known"):
                await here.ask(model="claude-nine")
        async with visit(lambda body: text("Hi."), models={"claude-nine"}, max_usd=1, max_calls=1) as here:
            await here.ask(model="claude-nine")
            spent = await here.proxy.revoke(here.grant)
            assert (spent.usage.usd, spent.usage.output_tokens) == (None, 40)

    asyncio.run(run())


@pytest.mark.parametrize("fault", [Fault(cut=2), Fault(stall=2), Fault(event="api_error"), Fault(garbage=True)])
def test_an_answer_that_was_cut_is_billed_as_it_was_reserved(fault: Fault) -> None:
    async def run() -> None:
        async with visit(lambda body: fault, sweep={"prices": TEN_A_MILLION}) as here:
            asking = asyncio.create_task(here.stream())
            while not here.api.messages:
                await asyncio.wait([asking], timeout=0.01)
            if fault.stall is None:
                await asyncio.wait([asking])
            spent = await here.proxy.revoke(here.grant)
            await asyncio.wait([asking])
            assert asking.exception() is not None
            assert (spent.usage.calls, spent.estimated) == (1, 1)
            assert spent.remark == "an answer broke off and is billed at what was reserved"
            assert spent.usage.usd is not None
            assert 0.001 < spent.usage.usd < 0.0015

    asyncio.run(run())


def test_an_agent_that_hangs_up_is_billed_as_well() -> None:
    async def run() -> None:
        async with visit(lambda body: Fault(stall=2), sweep={"prices": TEN_A_MILLION}) as here:
            asking = asyncio.create_task(here.stream())
            while not here.api.messages:
                await asyncio.wait([asking], timeout=0.01)
            asking.cancel()
            await asyncio.wait([asking])
            spent = await here.proxy.revoke(here.grant)
            assert (spent.usage.calls, spent.estimated) == (1, 1)
            assert spent.usage.usd

    asyncio.run(run())


def test_a_call_that_was_refused_by_the_api_costs_nothing() -> None:
    async def run() -> None:
        async with visit(
            lambda body: Fault(status=500), sweep={"prices": TEN_A_MILLION}, max_usd=1.5 * RESERVED
        ) as here:
            for _ in range(5):
                with pytest.raises(anthropic.InternalServerError):
                    await here.ask()
            spent = await here.proxy.revoke(here.grant)
            assert (spent.usage.calls, spent.usage.usd, spent.estimated) == (5, None, 0)

    asyncio.run(run())
