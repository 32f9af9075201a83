"""What an answer says: which skills it activated, what else it called, and whether it can be counted."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from skill_evals.edges.backends.messages.connection import Answer
from skill_evals.edges.backends.messages.tools import SKILL, result
from skill_evals.model.evidence import Message, ToolCall

_UNCOUNTED = {
    "refusal": "the model refused to answer, so nothing was measured",
    "max_tokens": "the answer was cut at the limit of tokens before its end",
    "model_context_window_exceeded": "the conversation does not fit the model's context",
    "pause_turn": "the API paused the turn before its end",
}


def uncounted(answer: Answer) -> str | None:
    """Why a whole answer is no measurement: the activations of a cut turn may not be all."""
    if answer.stop in ("end_turn", "tool_use"):
        return None
    return _UNCOUNTED.get(answer.stop or "", f"the answer stopped for a reason that is not known here: {answer.stop}")


def activations(answer: Answer, names: Iterable[str]) -> tuple[str, ...]:
    """The skills of the listing that the turn's calls name, in order; a plugin's prefix is left away."""
    listed = frozenset(names)
    found = (named(block["input"], listed) for block in _calls(answer) if block["name"] == SKILL)
    return tuple(name for name in found if name is not None)


def named(given: object, listed: frozenset[str]) -> str | None:
    """The skill of the listing that a call's input names."""
    asked = given.get("skill") if isinstance(given, Mapping) else None
    if not isinstance(asked, str):
        return None
    name = asked.strip().removeprefix("/")
    bare = name.rpartition(":")[2]
    return next((one for one in (name, bare) if one in listed), None)


def results(answer: Answer) -> list[dict[str, Any]]:
    """What every call of the turn gets back."""
    return [result(block["id"], block["name"]) for block in _calls(answer)]


def said(answer: Answer) -> str:
    return "\n".join(block["text"] for block in answer.content if block["type"] == "text")


def transcript(answers: Iterable[Answer]) -> tuple[tuple[ToolCall, ...], tuple[Message, ...]]:
    """Calls and words of all turns, numbered in one row."""
    blocks = [block for answer in answers for block in answer.content if block["type"] in ("text", "tool_use")]
    calls = tuple(
        ToolCall(name=block["name"], arguments=json.dumps(block["input"]), ordinal=n)
        for n, block in enumerate(blocks)
        if block["type"] == "tool_use"
    )
    words = (Message(text=block["text"], ordinal=n) for n, block in enumerate(blocks) if block["type"] == "text")
    return calls, tuple(words)


def _calls(answer: Answer) -> list[Mapping[str, Any]]:
    return [block for block in answer.content if block["type"] == "tool_use"]
