"""What an agent may ask for, decided without a network."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.edges.proxy.requests import COUNT, MESSAGES, Asked, Refusal, Terms, asked_of, is_probe, target_of

TERMS = Terms(models=frozenset({"claude-sonnet-5-5", "claude-haiku-5-5"}), max_tokens=1_000)
BODY: dict[str, Any] = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 500,
    "messages": [{"role": "user", "content": "Hello"}],
}


def decided(target: str = MESSAGES, **more: Any) -> Asked | Refusal:
    return asked_of(target, json.dumps({**BODY, **more}).encode(), TERMS)


@pytest.mark.parametrize("target", [MESSAGES, MESSAGES + "?beta=true", COUNT, COUNT + "?beta=true"])
def test_four_targets_are_known(target: str) -> None:
    assert target_of("POST", target) == target


@pytest.mark.parametrize(
    "target",
    [
        "/", "/v1", "/v1/messages/", "//v1/messages", "/v1//messages", "/v1/messages/../files", "/v1/./messages",
        "/v1/%6dessages", "/v1/messages%2fbatches", "/v1/messages%00", "/V1/messages", "/v1/messages#x", "/v1/messages;x",
        "/v1/messages?beta=false", "/v1/messages?beta=true&x=1", "/v1/messages?", "/v1/messages/batches", "/v1/models",
        "/v1/files", "/v1/oauth/token", "/v1/organizations/me", "http://api.anthropic.com/v1/messages", "*",
        "api.anthropic.com:443", "\\v1\\messages",
    ],
)  # fmt: skip
def test_no_other_way_of_writing_a_path_leads_anywhere(target: str) -> None:
    refusal = target_of("POST", target)
    assert isinstance(refusal, Refusal)
    assert refusal.status == 404


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "CONNECT", "post", "HEAD", "OPTIONS"])
def test_post_alone(method: str) -> None:
    refusal = target_of(method, MESSAGES)
    assert isinstance(refusal, Refusal)
    assert refusal.status == 405


def test_somebody_may_look_whether_there_is_a_server() -> None:
    assert is_probe(b"HEAD", b"/")
    assert is_probe(b"GET", b"/")
    assert not is_probe(b"POST", b"/")
    assert not is_probe(b"HEAD", b"/v1/models")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"model": "claude-opus-5-5"}, "may not use the model claude-opus-5-5; it may use claude-haiku-5-5, claude-sonnet"),
        ({"model": "claude-sonnet-5-5 "}, "may not use the model"),
        ({"model": ["claude-sonnet-5-5"]}, "may not use the model"),
        ({"model": None}, "may not use the model"),
        ({"mcp_servers": [{"type": "url", "url": "https://x"}]}, "`mcp_servers` is no part"),
        ({"container": "c"}, "`container` is no part"),
        ({"speed": "fast"}, "`speed` is no part"),
        ({"service_tier": "auto"}, "`service_tier` is no part"),
        ({"inference_geo": "us"}, "`inference_geo` is no part"),
        ({"fallbacks": [{"model": "claude-opus-5-5"}]}, "`fallbacks` is no part"),
        ({"x" * 200: 1}, "…` is no part"),
        ({"tools": [{"type": "web_search_20250305", "name": "web_search"}]}, "web_search_20250305 is carried out by the API"),
        ({"tools": [{"type": "code_execution_20250825", "name": "code"}]}, "is carried out by the API"),
        ({"tools": [{"type": "advisor_20260301", "model": "claude-opus-5-5", "name": "advisor"}]}, "is carried out"),
        ({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "http://x"}}]}]},
         "whose source is url makes the API fetch"),
        ({"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [
            {"type": "document", "source": {"type": "file", "file_id": "file_1"}}]}]}]}, "whose source is file"),
    ],
)  # fmt: skip
def test_what_would_cost_more_or_lead_out_is_denied(more: dict[str, Any], words: str) -> None:
    for target in (MESSAGES, COUNT):
        refusal = decided(target, **more)
        assert isinstance(refusal, Refusal), refusal
        assert (refusal.status, refusal.kind) == (403, "permission_error")
        assert words in refusal.words


@pytest.mark.parametrize(
    "more",
    [
        {"tools": [{"name": "Bash", "input_schema": {}}, {"type": "custom", "name": "x"}, {"type": "bash_20250124"}]},
        {"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "data": "aGk="}}]}]},
        {"thinking": {"type": "adaptive"}, "output_config": {"effort": "medium"}, "metadata": {"user_id": "u"}},
        {"context_management": {"edits": []}, "stream": True, "system": [{"type": "text", "text": "You help."}]},
    ],
)
def test_what_an_agent_needs_is_allowed(more: dict[str, Any]) -> None:
    asked = decided(**more)
    assert isinstance(asked, Asked), asked
    assert asked.body == {**BODY, **more}
    assert not asked.lowered


def test_the_limit_of_tokens_is_lowered_and_never_raised() -> None:
    assert getattr(decided(max_tokens=999), "max_tokens", None) == 999
    asked = decided(max_tokens=128_000, thinking={"type": "enabled", "budget_tokens": 64_000})
    assert isinstance(asked, Asked)
    assert asked.lowered
    assert asked.max_tokens == asked.body["max_tokens"] == 1_000
    assert asked.body["thinking"] == {"type": "enabled", "budget_tokens": 999}


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "9", True, None, [9]])
def test_a_limit_that_is_none(wrong: object) -> None:
    refusal = decided(max_tokens=wrong)
    assert isinstance(refusal, Refusal)
    assert refusal.status == 400


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'"model"', b"1" * 5_000])
def test_a_body_that_is_none(raw: bytes) -> None:
    refusal = asked_of(MESSAGES, raw, TERMS)
    assert isinstance(refusal, Refusal)
    assert refusal.status == 400


def test_a_key_that_stands_twice_is_sent_once_as_it_was_looked_at() -> None:
    raw = json.dumps(BODY).encode()[:-1] + b', "model": "claude-haiku-5-5"}'
    asked = asked_of(MESSAGES, raw, TERMS)
    assert isinstance(asked, Asked)
    assert asked.body["model"] == asked.model == "claude-haiku-5-5"
    raw = b'{"model": "claude-haiku-5-5", ' + json.dumps({**BODY, "model": "claude-opus-5-5"}).encode()[1:]
    assert isinstance(asked_of(MESSAGES, raw, TERMS), Refusal)


def test_counting_needs_no_limit_and_costs_nothing() -> None:
    asked = asked_of(COUNT, json.dumps({key: BODY[key] for key in ("model", "messages")}).encode(), TERMS)
    assert isinstance(asked, Asked)
    assert (asked.max_tokens, asked.is_paid) == (0, False)


def test_a_cache_of_an_hour_is_seen() -> None:
    block = {"type": "text", "text": "Hi", "cache_control": {"type": "ephemeral", "ttl": "1h"}}
    assert getattr(decided(system=[block]), "hourly", None) is True
    assert getattr(decided(), "hourly", None) is False


def test_an_image_is_not_estimated_by_its_bytes() -> None:
    block = {"type": "image", "source": {"type": "base64", "data": "A" * 1_000_000}}
    asked = decided(messages=[{"role": "user", "content": [block]}])
    assert isinstance(asked, Asked)
    assert 5_000 < asked.input_tokens < 6_000


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*BODY, "tools", "thinking", "system", "stream"]), _JSON))
def test_whatever_comes_is_decided_and_keeps_to_the_terms(more: dict[str, Any]) -> None:
    asked = decided(**more)
    if isinstance(asked, Asked):
        assert asked.body["model"] in TERMS.models
        assert 1 <= asked.body["max_tokens"] <= TERMS.max_tokens
