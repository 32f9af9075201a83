"""An agent played by the server: a script of turns, each of which may look at what the tools told the turn before.

agent(
    lambda heard: calls(("Bash", {"command": "ls"})),
    lambda heard: text(f"I saw {heard.results[0]}"),
)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from servers.messages_api import Script
from servers.messages_wire import Fault, Reply

MOST_BREAKPOINTS = 4


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What a model is shown. ``turn`` counts its own earlier answers; ``results`` are those of the latest calls."""

    body: Mapping[str, Any]
    turn: int
    results: tuple[str, ...]
    errors: tuple[bool, ...]

    @property
    def shown(self) -> str:
        """All that is not the model's: reminders, listing, the person's words."""
        return "\n".join(
            block["text"]
            for message in self.body["messages"]
            if message["role"] != "assistant"
            for block in message["content"]
            if block["type"] == "text"
        )

    @property
    def workspace(self) -> str:
        return self.shown.partition("The working directory is ")[2].partition(". It is")[0]


Turn = Callable[[Heard], Reply | Fault]


def heard_of(body: Mapping[str, Any]) -> Heard:
    said = [message for message in body["messages"] if message["role"] == "assistant"]
    last = body["messages"][-1]["content"] if said else []
    results = [block for block in last if block["type"] == "tool_result"]
    return Heard(
        body=body,
        turn=len(said),
        results=tuple(block["content"] for block in results),
        errors=tuple(block.get("is_error", False) for block in results),
    )


def agent(*turns: Turn) -> Script:
    """Each turn in order; after the last one it is repeated. A request that the API would refuse is refused."""

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        problem = problem_of(body)
        if problem is not None:
            return Fault(status=400, type="invalid_request_error", message=problem)
        heard = heard_of(body)
        return numbered(turns[min(heard.turn, len(turns) - 1)](heard), heard.turn)

    return script


def numbered(reply: Reply | Fault, turn: int) -> Reply | Fault:
    """The ids of calls are told apart from those of other turns, as the API's are."""
    if isinstance(reply, Fault):
        return reply
    return replace(
        reply,
        content=tuple({**block, "id": f"{block['id']}_{turn}"} if "id" in block else block for block in reply.content),
    )


def problem_of(body: Mapping[str, Any]) -> str | None:
    """What the API would refuse of a conversation with tools."""
    blocks = [*body.get("system", ()), *body.get("tools", ()), *_blocks(body["messages"])]
    if sum("cache_control" in block for block in blocks) > MOST_BREAKPOINTS:
        return f"a maximum of {MOST_BREAKPOINTS} blocks with cache_control may be provided"
    if any(block.get("type") == "text" and not block["text"] for block in blocks):
        return "text content blocks must be non-empty"
    for message, after in zip(body["messages"], [*body["messages"][1:], None], strict=True):
        asked = [block["id"] for block in message["content"] if block["type"] == "tool_use"]
        given = [] if after is None else [b["tool_use_id"] for b in after["content"] if b["type"] == "tool_result"]
        if asked != given:
            return f"tool_use ids {asked} were followed by tool_result blocks for {given}"
    return None


def _blocks(messages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [block for message in messages for block in message["content"]]
