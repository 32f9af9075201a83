"""The real SDK through the proxy: what it asks and hears is what it would without, but for the key."""

import asyncio
from collections.abc import Mapping
from typing import Any

import anthropic
import pytest

from proxy.visits import HELLO, MODEL, client_of, visit
from servers.messages_api import MessagesApi
from servers.messages_wire import Fault, Reply, calls, text
from skill_evals.edges.backends.messages.credentials import BASE_URL, OAUTH, TOKEN, credentials_of
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.proxy import KeyProxy
from skill_evals.edges.proxy.headers import downwards, upwards

KEY_MARKER = "sk-marker-4711"
SKILL = calls(("Skill", {"skill": "sheep"}), words="Let me count them, one after the other, until I sleep.")


def test_messages_streams_and_counts_pass_as_they_are() -> None:
    async def run() -> None:
        async with visit(lambda body: SKILL) as here:
            whole = await here.ask(tools=[{"name": "Skill", "input_schema": {"type": "object"}}])
            streamed = await here.stream()
            counted = await here.client.messages.count_tokens(
                model=MODEL, messages=[{"role": "user", "content": "Hi, how are you?"}]
            )
            async with anthropic.AsyncAnthropic(api_key=here.api.key, base_url=here.api.url) as direct:
                given = await direct.messages.create(
                    model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "Hi"}]
                )
            assert whole.content == given.content
            assert [block.type for block in streamed.content] == [block.type for block in given.content]
            assert streamed.usage.output_tokens == given.usage.output_tokens
            assert counted.input_tokens > 0
            assert all(one.authorised for one in here.api.requests)
            spent = await here.proxy.revoke(here.grant)
            assert spent.usage.calls == 2
            assert spent.usage.output_tokens == 2 * given.usage.output_tokens
            assert (spent.faults, spent.refused, spent.estimated) == ((), (), 0)

    asyncio.run(run())


def test_a_stream_passes_as_it_comes() -> None:
    async def run() -> None:
        async with (
            visit(lambda body: Fault(stall=3)) as here,
            here.client.messages.stream(
                model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "Hi"}]
            ) as stream,
        ):
            # The server says nothing more until it is closed, and this has arrived all the same.
            event = await anext(aiter(stream))
            assert event.type == "message_start"

    asyncio.run(run())


def test_the_limit_of_tokens_is_lowered_on_the_way() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi."), max_tokens=300) as here:
            await here.stream(max_tokens=64_000)
            await here.ask(max_tokens=20)
            assert [body["max_tokens"] for body in here.api.messages] == [300, 20]

    asyncio.run(run())


def test_an_answer_that_ends_at_a_lowered_limit_is_told() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi.", stop="max_tokens"), max_tokens=300) as here:
            await here.stream(max_tokens=64_000)
            await here.stream(max_tokens=20)
            assert (await here.proxy.revoke(here.grant)).shortened == 1

    asyncio.run(run())


def test_another_model_does_not_go_out() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi.")) as here:
            with pytest.raises(anthropic.PermissionDeniedError, match="may not use the model claude-opus-5-5"):
                await here.ask(model="claude-opus-5-5")
            spent = await here.proxy.revoke(here.grant)
            assert here.api.requests == []
            assert spent.usage.calls == 0
            assert [words[:40] for words in spent.refused] == ["this run may not use the model claude-op"]
            assert spent.over is None

    asyncio.run(run())


def test_a_token_is_good_for_its_own_run_and_while_that_lives() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi.")) as here:
            other = here.proxy.grant(models={"claude-haiku-5-5"})
            assert other.token != here.grant.token
            assert here.grant.token not in repr(here.grant)
            await here.ask()
            async with client_of(here.proxy, other.token) as theirs:
                with pytest.raises(anthropic.PermissionDeniedError):
                    await theirs.messages.create(
                        model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "Hi"}]
                    )
            await here.proxy.revoke(here.grant)
            with pytest.raises(anthropic.AuthenticationError, match="not good for any run"):
                await here.ask()
            for wrong in ("", "x", other.token[:-1], other.token + "x", here.api.key, "é"):
                with pytest.raises((anthropic.APIError, UnicodeEncodeError)):
                    await client_of(here.proxy, wrong).messages.create(model=MODEL, max_tokens=9, messages=HELLO)  # type: ignore[arg-type] # as an agent writes it
            assert len(here.api.requests) == 1
            with pytest.raises(KeyError):
                await here.proxy.revoke(here.grant)

    asyncio.run(run())


def test_faults_reach_the_agent_as_they_are_and_the_runner_hears_of_them() -> None:
    said: list[Reply | Fault] = [
        Fault(status=529, type="overloaded_error", headers={"retry-after": "7"}),
        Fault(status=429, type="rate_limit_error", headers={"retry-after": "3600"}),
        Fault(status=401, type="authentication_error"),
        Fault(event="overloaded_error", message="too much"),
        Fault(cut=2),
    ]

    async def run() -> None:
        async with visit(lambda body: said[len(here.api.messages) - 1]) as here:
            with pytest.raises(anthropic.OverloadedError) as overloaded:
                await here.ask()
            assert overloaded.value.response.headers["retry-after"] == "7"
            assert "x-should-retry" not in overloaded.value.response.headers
            with pytest.raises(anthropic.RateLimitError):
                await here.stream()
            with pytest.raises(anthropic.AuthenticationError, match="something broke"):
                await here.ask()
            with pytest.raises(anthropic.APIStatusError, match="too much"):
                await here.stream()
            with pytest.raises(Exception, match="closed connection"):
                await here.stream()
            spent = await here.proxy.revoke(here.grant)
            assert [fault.course for fault in spent.faults] == [
                Course.AGAIN, Course.AGAIN, Course.SWEEP, Course.AGAIN, Course.AGAIN,
            ]  # fmt: skip
            assert [fault.wait for fault in spent.faults[:2]] == [7, 3600]
            assert spent.standing == spent.faults[-1]
            assert (spent.usage.calls, spent.estimated) == (5, 2)

    asyncio.run(run())


def test_a_fault_that_the_agent_got_over_does_not_stand() -> None:
    async def run() -> None:
        said: list[Reply | Fault] = [Fault(status=529, type="overloaded_error"), text("Hi.")]
        async with visit(lambda body: said[len(here.api.messages) - 1]) as here:
            with pytest.raises(anthropic.OverloadedError):
                await here.ask()
            await here.ask()
            spent = await here.proxy.revoke(here.grant)
            assert len(spent.faults) == 1
            assert spent.standing is None

    asyncio.run(run())


def test_an_api_that_is_not_there_is_a_bad_gateway() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi.")) as here:
            here.api._server.server_close()
            with pytest.raises(anthropic.InternalServerError, match="connection to the API was lost") as caught:
                await here.ask()
            assert caught.value.status_code == 502
            spent = await here.proxy.revoke(here.grant)
            assert (spent.standing is not None, spent.usage.usd) == (True, None)

    asyncio.run(run())


def test_nothing_of_the_account_comes_down() -> None:
    leaks = {"anthropic-organization-id": "org-marker", "set-cookie": "s=marker", "x-api-key": KEY_MARKER, "via": "me"}

    async def run() -> None:
        fault = Fault(status=400, type="invalid_request_error", message=f"no key {KEY_MARKER}", headers=leaks)
        async with visit(lambda body: fault, key=KEY_MARKER) as here:
            with pytest.raises(anthropic.BadRequestError, match=r"no key \*\*\*") as caught:
                await here.ask()
            shown = f"{caught.value.response.headers} {caught.value.response.text}"
            assert "marker" not in shown
            spent = await here.proxy.revoke(here.grant)
            assert "marker" not in repr(spent)

    asyncio.run(run())


def test_nothing_of_the_agent_goes_up_but_what_it_asks() -> None:
    async def run() -> None:
        async with visit(lambda body: text("Hi."), key=KEY_MARKER) as here:
            more = {
                "cookie": "c=my-own",
                "x-forwarded-for": "agent",
                "x-secret": "agent",
                "anthropic-beta": "context-1m",
            }
            async with here.client.with_options(default_headers=more) as noisy:
                await noisy.messages.create(
                    model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "Hi, how are you?"}]
                )
            (got,) = here.api.requests
            assert got.authorised
            assert here.grant.token not in f"{got.headers} {got.text} {got.path}"
            assert "my-own" not in str(got.headers)
            assert got.headers["anthropic-beta"] == "context-1m"

    asyncio.run(run())


def test_headers_pass_by_name() -> None:
    up = [("anthropic-beta", "a"), ("anthropic-beta", "b"), ("authorization", "x"), ("anthropic-version", "1")]
    assert upwards(up) == {"anthropic-beta": "a,b", "anthropic-version": "1"}
    down: Mapping[str, str] = {
        "Content-Type": "text/event-stream",
        "anthropic-ratelimit-requests-remaining": "9",
        "anthropic-organization-id": "o",
        "content-encoding": "gzip",
        "transfer-encoding": "chunked",
    }
    assert dict(downwards(down)).keys() == {"content-type", "anthropic-ratelimit-requests-remaining"}


@pytest.mark.parametrize("variable", [OAUTH, TOKEN])
def test_other_accounts_speak_for_the_agent_as_well(variable: str) -> None:
    async def run() -> None:
        with MessagesApi(lambda body: text("Hi.")) as api:
            credentials = credentials_of({variable: api.key, BASE_URL: api.url}, oauth=True)
            async with KeyProxy(credentials) as proxy, client_of(proxy, proxy.grant(models={MODEL}).token) as client:
                given: dict[str, Any] = {"model": MODEL, "max_tokens": 9, "messages": HELLO}
                await client.messages.create(**given, extra_headers={"anthropic-beta": "one,two"})
            (got,) = api.requests
            assert got.authorised
            betas = got.headers["anthropic-beta"].split(",")
            assert betas == (["one", "two", "oauth-2025-04-20"] if variable == OAUTH else ["one", "two"])

    asyncio.run(run())
