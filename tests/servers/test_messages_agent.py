"""The server refuses what the API would refuse of a conversation with tools, so that no test passes with less."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from servers.messages_agent import heard_of, problem_of

ASKED: Mapping[str, Any] = {"role": "user", "content": [{"type": "text", "text": "Add up"}]}
CALL: Mapping[str, Any] = {
    "role": "assistant",
    "content": [{"type": "tool_use", "id": "a", "name": "Bash", "input": {}}],
}
TOLD: Mapping[str, Any] = {
    "role": "user",
    "content": [{"type": "tool_result", "tool_use_id": "a", "content": "3", "is_error": True}],
}
CACHED: Mapping[str, Any] = {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}


def body(*messages: Mapping[str, Any], system: Sequence[Mapping[str, Any]] = ()) -> Mapping[str, Any]:
    return {"messages": messages, "system": system, "tools": []}


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (body(ASKED, CALL), "were followed by tool_result blocks for []"),
        (body(ASKED, CALL, ASKED), "were followed by tool_result blocks for []"),
        (body(ASKED, CALL, TOLD, CALL, {**TOLD, "content": TOLD["content"] * 2}), "blocks for ['a', 'a']"),
        (body(ASKED, system=[CACHED] * 5), "a maximum of 4 blocks with cache_control"),
        (body({"role": "user", "content": [{"type": "text", "text": ""}]}), "text content blocks must be non-empty"),
    ],
)
def test_what_the_api_would_refuse(refused: Mapping[str, Any], words: str) -> None:
    assert words in (problem_of(refused) or "")


def test_what_an_agent_hears() -> None:
    whole = body(ASKED, CALL, TOLD)
    assert problem_of(whole) is None
    heard = heard_of(whole)
    assert (heard.turn, heard.results, heard.errors) == (1, ("3",), (True,))
