"""What is sent: tools besides the skill's, breakpoints, no sampling parameters; and what the answers are read as."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from backends.conftest import Ask, Listing
from backends.messages.conftest import Serve
from backends.messages.model import listing_of, query_of
from servers.messages_api import MessagesApi
from servers.messages_wire import Fault, Reply, calls, skill, text
from skill_evals.edges.backends.messages.create import create
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.errors import UsageError
from skill_evals.model.config import Price
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.run.ports.request import RunRequest

TWO = {"pdf-tools": "Reads PDF files.", "images": "Draws pictures."}


def made(*requests: RunRequest, options: BackendOptions | None = None) -> list[Evidence]:
    """What the backend makes of the requests, all at once."""

    async def main() -> list[Evidence]:
        backend = create(options or BackendOptions())
        try:
            return list(await asyncio.gather(*map(backend.run, requests)))
        finally:
            await backend.close()

    return asyncio.run(main())


@pytest.fixture
def one(ask: Ask, listing: Listing) -> RunRequest:
    return ask(listing(TWO), "Merge these PDF files", model="anthropic/claude-sonnet-5-5")


@pytest.mark.parametrize(
    ("reply", "outcome", "active"),
    [
        (skill("pdf-tools"), Outcome.ACTIVATED, ("pdf-tools",)),
        (skill("office:pdf-tools"), Outcome.ACTIVATED, ("pdf-tools",)),
        (skill("/pdf-tools"), Outcome.ACTIVATED, ("pdf-tools",)),
        (skill("images", "pdf-tools", words="Both are needed."), Outcome.ACTIVATED, ("images", "pdf-tools")),
        (calls(("Glob", {"pattern": "*.pdf"}), ("Skill", {"skill": "pdf-tools"})), Outcome.ACTIVATED, ("pdf-tools",)),
        (skill("images"), Outcome.OTHER_SKILL, ("images",)),
        (skill("unknown"), Outcome.NO_SKILL, ()),
        (calls(("Skill", {})), Outcome.NO_SKILL, ()),
        (calls(("Teleport", {})), Outcome.NO_SKILL, ()),
        (text("Here you are."), Outcome.NO_SKILL, ()),
    ],
)
def test_every_call_of_a_turn_is_looked_at(
    serve: Serve, one: RunRequest, reply: Reply, outcome: Outcome, active: tuple[str, ...]
) -> None:
    serve(lambda body: reply)
    (evidence,) = made(one)
    assert (evidence.outcome, evidence.activations) == (outcome, active)


def test_a_model_that_looks_around_first_gets_a_second_turn(serve: Serve, one: RunRequest) -> None:
    def script(body: Mapping[str, Any]) -> Reply:
        return skill("pdf-tools") if body["messages"][-1]["content"][0]["type"] == "tool_result" else look

    look = calls(("Glob", {"pattern": "*.pdf"}), ("Read", {"file_path": "/a"}), words="Let me look.")
    api = serve(script)
    (evidence,) = made(one)
    assert evidence.outcome is Outcome.ACTIVATED
    assert evidence.usage.calls == len(api.messages) == 2
    assistant, results = api.messages[1]["messages"][-2:]
    assert [block["type"] for block in assistant["content"]] == ["text", "tool_use", "tool_use"]
    assert [block["tool_use_id"] for block in results["content"]] == ["toolu_0", "toolu_1"]
    assert evidence.tool_calls is not None
    assert [(call.name, call.ordinal) for call in evidence.tool_calls] == [("Glob", 1), ("Read", 2), ("Skill", 3)]


@pytest.mark.parametrize(
    ("options", "effort", "thinking"),
    [
        (BackendOptions(), "medium", {"type": "adaptive"}),
        (BackendOptions(effort="xhigh"), "xhigh", {"type": "adaptive"}),
        (BackendOptions(thinking="off"), "medium", {"type": "disabled"}),
        (BackendOptions(effort="low", thinking="adaptive"), "low", {"type": "adaptive"}),
    ],
)
def test_effort_and_thinking_are_sent_as_configured_and_belong_to_the_profile(
    options: BackendOptions, effort: str, thinking: Mapping[str, str], serve: Serve, one: RunRequest
) -> None:
    api = serve(lambda body: text("No."))
    made(one, options=options)
    (body,) = api.messages
    assert (body["output_config"], body["thinking"]) == ({"effort": effort}, thinking)
    harness = create(options).harness("anthropic/claude-sonnet-5-5")
    usual = create(BackendOptions()).harness("anthropic/claude-sonnet-5-5")
    assert harness.effort == effort
    assert (harness.profile == usual.profile) is (options == BackendOptions())


def test_a_configured_price_holds_before_the_known_one(serve: Serve, one: RunRequest) -> None:
    price = Price(input=1.0, output=10.0, cache_read=0.1, cache_write=2.0)
    serve(lambda body: text("No."))
    first, again = (made(one, options=BackendOptions(prices={one.key.model: price}))[0].usage for _ in range(2))
    assert (first.cache_creation_input_tokens, again.cache_read_input_tokens) != (0, 0)
    for usage in (first, again):
        assert usage.usd == pytest.approx(
            (
                (usage.input_tokens or 0)
                + 10 * (usage.output_tokens or 0)
                + 0.1 * (usage.cache_read_input_tokens or 0)
                + 2 * (usage.cache_creation_input_tokens or 0)
            )
            / 1_000_000
        )


def test_a_model_whose_price_is_configured_needs_no_cap_on_calls(serve: Serve) -> None:
    price = Price(input=1.0, output=2.0, cache_read=1.0, cache_write=1.0)
    unknown = "anthropic/claude-of-tomorrow"
    serve(lambda body: text("No."), models=("claude-of-tomorrow",))
    create(BackendOptions(prices={unknown: price})).prepare([unknown])
    with pytest.raises(UsageError, match="no price of anthropic/claude-of-tomorrow is known") as refused:
        create(BackendOptions()).prepare([unknown])
    assert "`prices:`" in str(refused.value.cure)


def test_no_sampling_parameter_and_no_forced_tool(serve: Serve, one: RunRequest) -> None:
    api = serve(lambda body: text("No."))
    made(one)
    (body,) = api.messages
    assert {"temperature", "top_p", "top_k", "tool_choice"}.isdisjoint(body)
    assert [tool["name"] for tool in body["tools"]] == [
        "Bash", "Read", "Write", "Edit", "Glob", "Grep", "Skill", "WebSearch",
    ]  # fmt: skip


def breakpoints(api: MessagesApi) -> list[str]:
    (body,) = api.messages
    found = ["system" for block in body["system"] if "cache_control" in block]
    blocks = [(message["role"], block) for message in body["messages"] for block in message["content"]]
    found += [f"{role}: {block['text'][:17]}" for role, block in blocks if "cache_control" in block]
    return found


def test_tools_and_persona_are_cached_before_the_listing(serve: Serve, ask: Ask, listing: Listing) -> None:
    api = serve(lambda body: text("No."))
    made(ask(listing(TWO), "Merge these PDF files", model="anthropic/claude-sonnet-5-5"))
    assert breakpoints(api) == ["system", "system: The following ski"]
    assert [message["role"] for message in api.messages[0]["messages"]] == ["user", "system"]


def test_in_a_reminder_the_listing_is_cached_before_the_query(serve: Serve, ask: Ask, listing: Listing) -> None:
    api = serve(lambda body: text("No."))
    made(ask(listing(TWO), "Merge these PDF files", model="anthropic/claude-sonnet-4-6"))
    assert breakpoints(api) == ["system", "user: <system-reminder>", "user: Merge these PDF f"]
    assert query_of(api.messages[0]) == "Merge these PDF files"
    assert "- pdf-tools: Reads PDF files." in listing_of(api.messages[0])


def test_one_request_warms_the_cache_and_the_others_read_it(serve: Serve, one: RunRequest) -> None:
    serve(lambda body: skill("pdf-tools"))
    usages = [evidence.usage for evidence in made(one, one, one, one)]
    written = [usage.cache_creation_input_tokens for usage in usages]
    assert sum(1 for tokens in written if tokens) == 1
    assert min(usage.cache_read_input_tokens or 0 for usage in usages) == 0
    assert all(usage.usd is not None and usage.usd > 0 for usage in usages)
    assert max(usage.usd or 0 for usage in usages) > 3 * min(usage.usd or 0 for usage in usages)


def test_a_broken_answer_is_tried_again_and_both_are_paid(serve: Serve, one: RunRequest, hasty: None) -> None:
    answers = iter([Fault(cut=3), skill("pdf-tools")])
    api = serve(lambda body: next(answers))
    (evidence,) = made(one)
    assert evidence.outcome is Outcome.ACTIVATED
    assert evidence.usage.calls == len(api.messages) == 2


def test_a_run_of_nothing_is_an_error(serve: Serve, ask: Ask, listing: Listing) -> None:
    from dataclasses import replace

    request = replace(ask(listing(TWO), "q"), trigger=None)
    (evidence,) = made(request)
    assert evidence.outcome is Outcome.ERROR
    assert evidence.detail == "the run has neither a query nor a task"
