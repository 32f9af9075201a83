"""What the Messages API answers, as JSON and as server-sent events; what it would bill; and how it says no."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MINIMUM = 64
"""Tokens from which this server caches a prefix: the real minima differ by model, and here prompts are short."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What the model says: content blocks, and why it stopped (None: as the blocks imply)."""

    content: tuple[Mapping[str, Any], ...] = ()
    stop: str | None = None
    output_tokens: int = 40


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What goes wrong in place of a reply, or in the midst of one.

    ``cut``: the connection breaks after so many events of a stream. ``stall``: nothing follows them until the server
    is closed. ``event``: an error event of that type follows them. ``garbage``: the body is no JSON.
    """

    status: int | None = None
    type: str = "api_error"
    message: str = "something broke"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    stall: int | None = None
    event: str | None = None
    garbage: bool = False


def text(words: str, **more: Any) -> Reply:
    return Reply(content=({"type": "text", "text": words},), **more)


def calls(*calls: tuple[str, Mapping[str, Any]], words: str = "", **more: Any) -> Reply:
    """A turn that calls tools, after some words."""
    said = ({"type": "text", "text": words},) if words else ()
    used = (
        {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": given} for n, (name, given) in enumerate(calls)
    )
    return Reply(content=(*said, *used), **more)


def skill(*names: str, **more: Any) -> Reply:
    return calls(*(("Skill", {"skill": name}) for name in names), **more)


def error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_test"}


def message(body: Mapping[str, Any], reply: Reply, answered_by: str, usage: Mapping[str, Any]) -> dict[str, Any]:
    is_tool = any(block["type"] == "tool_use" for block in reply.content)
    return {
        "id": "msg_test",
        "type": "message",
        "role": "assistant",
        "model": answered_by,
        "content": list(reply.content),
        "stop_reason": reply.stop or ("tool_use" if is_tool else "end_turn"),
        "stop_sequence": None,
        "usage": {**usage, "output_tokens": reply.output_tokens},
    }


def events(whole: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The stream of a message: start, each block with its pieces, the reason for the stop."""
    usage = {**whole["usage"], "output_tokens": 1}
    yield {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None, "usage": usage}}
    for index, block in enumerate(whole["content"]):
        if block["type"] == "text":
            start: dict[str, Any] = {"type": "text", "text": ""}
            pieces = [{"type": "text_delta", "text": piece} for piece in _cut(block["text"], 40)]
        elif block["type"] == "thinking":
            start = {"type": "thinking", "thinking": "", "signature": ""}
            pieces = [{"type": "thinking_delta", "thinking": piece} for piece in _cut(block["thinking"], 40)]
            pieces.append({"type": "signature_delta", "signature": block["signature"]})
        else:
            start = {**block, "input": {}}
            pieces = [{"type": "input_json_delta", "partial_json": p} for p in _cut(json.dumps(block["input"]), 12)]
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield from ({"type": "content_block_delta", "index": index, "delta": piece} for piece in pieces)
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
        "usage": {"output_tokens": whole["usage"]["output_tokens"]},
    }
    yield {"type": "message_stop"}


def sse(event: Mapping[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _cut(words: str, size: int) -> list[str]:
    return [words[at : at + size] for at in range(0, len(words), size)]


class Cache:
    """Prompt caching: a prefix that ends at a breakpoint is read where it was written before, else written."""

    def __init__(self) -> None:
        self._written: set[str] = set()

    def usage(self, body: Mapping[str, Any]) -> dict[str, int]:
        """The input of a request by how it is billed; a token is four characters."""
        so_far, read, last = "", 0, 0
        for segment, is_breakpoint in _segments(body):
            so_far += segment
            tokens = len(so_far) // 4
            if not is_breakpoint or tokens < MINIMUM:
                continue
            digest = hashlib.sha256(f"{body.get('model')}{so_far}".encode()).hexdigest()
            read = tokens if digest in self._written else read
            self._written.add(digest)
            last = tokens
        return {
            "input_tokens": len(so_far) // 4 - last,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": last - read,
        }


def _segments(body: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """The prompt in the order in which it is cached."""
    yield from (_segment(tool) for tool in body.get("tools", ()))
    yield from _blocks(body.get("system", ""))
    for turn in body.get("messages", ()):
        yield from _blocks(turn["content"])


def _blocks(content: Any) -> Iterator[tuple[str, bool]]:
    if isinstance(content, str):
        yield content, False
    else:
        yield from map(_segment, content)


def _segment(block: Mapping[str, Any]) -> tuple[str, bool]:
    return json.dumps({k: v for k, v in block.items() if k != "cache_control"}), "cache_control" in block
