"""The real Claude Code behind the key proxy: what each account sends, where spending ends, and who counts right."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import pytest

from servers.messages_api import MessagesApi, Recorded, Script
from servers.messages_wire import calls, text
from skill_evals.edges.backends.claude_code import process
from skill_evals.edges.backends.claude_code.installed import Cli
from skill_evals.edges.backends.claude_code.invocation import Invocation, arguments, environment
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY, OAUTH, TOKEN, credentials_of
from skill_evals.edges.proxy import KeyProxy, Spent
from skill_evals.edges.workspace import workspace
from skill_evals.model.suite import Tier

MODEL = "claude-sonnet-5-5"
MARKER = "sk-marker-4711"


@dataclass(frozen=True, kw_only=True)
class Seen:
    result: dict[str, Any]
    printed: str
    requests: list[Recorded]
    spent: Spent
    token: str


def play(claude: Cli, script: Script, *, variable: str = KEY, max_usd: float | None = None) -> Seen:
    async def main(api: MessagesApi) -> Seen:
        credentials = credentials_of({variable: MARKER, BASE_URL: api.url}, oauth=True)
        async with KeyProxy(credentials) as proxy:
            grant = proxy.grant(models={MODEL}, max_usd=max_usd)
            with workspace({}) as place:
                task = process.Task(
                    place=place,
                    words=(str(claude.path), *arguments(Invocation(tier=Tier.EVALS, model=MODEL, turns=4))),
                    environment=environment(place.environment, proxy.url),
                    prompt="Say hello.",
                    token=grant.token,
                    port=proxy.port,
                    seconds=60,
                )
                printed, _ = await process.run(task, sandbox=True)
            spent = await proxy.revoke(grant)
        (result,) = [event for line in printed.splitlines() if (event := json.loads(line))["type"] == "result"]
        return Seen(result=result, printed=printed, requests=api.requests, spent=spent, token=grant.token)

    with MessagesApi(script, key=MARKER) as api:
        return asyncio.run(main(api))


@pytest.mark.parametrize("variable", [KEY, OAUTH, TOKEN])
def test_each_account_speaks_for_it(claude: Cli, variable: str) -> None:
    seen = play(claude, lambda body: text("Hello."), variable=variable)
    assert (seen.result["result"], seen.result["is_error"]) == ("Hello.", False)
    assert seen.requests
    for one in seen.requests:
        assert one.authorised
        assert ("oauth-2025-04-20" in one.headers["anthropic-beta"]) == (variable == OAUTH)
        assert seen.token not in f"{one.headers} {one.text} {one.path}"
        assert one.body["max_tokens"] == 32_000
    assert MARKER not in seen.printed


def test_proxy_and_program_count_the_same(claude: Cli) -> None:
    said = iter((calls(("Bash", {"command": "echo hello"})), text("Hello.")))
    seen = play(claude, lambda body: next(said))
    assert seen.spent.usage.calls == len(seen.requests) == 2
    assert seen.spent.usage.usd == pytest.approx(seen.result["total_cost_usd"])
    assert (seen.spent.refused, seen.spent.faults) == ((), ())


def test_at_the_cap_it_ends_after_one_request(claude: Cli) -> None:
    seen = play(claude, lambda body: text("Hello."), max_usd=0.02)
    assert seen.requests == []
    assert (seen.result["is_error"], seen.result["api_error_status"]) == (True, 402)
    assert "the run's cap of $0.02 was reached" in seen.result["result"]
    assert seen.spent.over == "the run's cap of $0.02 was reached"


def test_a_search_that_the_api_would_make_is_refused_and_the_run_goes_on(claude: Cli) -> None:
    said = iter((calls(("WebSearch", {"query": "weather in Paris"})), text("Hello.")))
    seen = play(claude, lambda body: next(said))
    assert (seen.result["result"], seen.result["is_error"]) == ("Hello.", False)
    assert len(seen.requests) == 2
    (words,) = seen.spent.refused
    assert "is carried out by the API" in words
