"""What an agent may ask for: pure decisions on a request line, its headers and its body.

Everything is allowed by name. The target is compared as it came, byte for byte, so no way of writing a path leads
anywhere else. The body is read here and written anew for the API, so that what was looked at is what is sent, also
where a key stands in it twice.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

MESSAGES = "/v1/messages"
COUNT = "/v1/messages/count_tokens"
_TARGETS = {path + query: path + query for path in (MESSAGES, COUNT) for query in ("", "?beta=true")}

LONGEST_BODY = 32 * 2**20
"""Bytes: the API takes no more."""

_KEYS = frozenset({
    "cache_control", "context_management", "max_tokens", "messages", "metadata", "model", "output_config",
    "stop_sequences", "stream", "system", "temperature", "thinking", "tool_choice", "tools", "top_k", "top_p",
})  # fmt: skip
"""Nothing among them costs more than tokens do, takes another model, or makes the API fetch something."""
_TOOLS = ("bash_", "text_editor_", "memory_", "computer_")
"""Tools that the agent itself carries out, by how their type begins; a tool without type is its own, too."""
_SOURCES = frozenset({"base64", "text", "content"})
_HOUR = b'"1h"'
_IMAGE_TOKENS = 5_000
"""More than any image takes."""
_BYTES_A_TOKEN = 2.5
"""Fewer than any text has on the average, so that a reservation is rather too large than too small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A request that does not go out. ``kind`` is the API's name for such an error."""

    status: int
    kind: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a grant allows."""

    models: frozenset[str]
    max_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request that may go out."""

    target: str
    body: Mapping[str, Any]
    model: str
    max_tokens: int
    """0 where tokens are only counted."""
    input_tokens: int
    """An upper estimate."""
    hourly: bool = False
    """Whether something of it may be written to the cache for an hour."""
    lowered: bool = False

    @property
    def is_paid(self) -> bool:
        return self.target.partition("?")[0] == MESSAGES


def is_probe(method: bytes, target: bytes) -> bool:
    """Whether somebody only looks if there is a server; he is told so, and nobody is asked."""
    return target == b"/" and method in (b"HEAD", b"GET")


def target_of(method: str, target: str) -> str | Refusal:
    """The API's path for a request line."""
    known = _TARGETS.get(target)
    if known is None:
        return Refusal(
            status=404, kind="not_found_error", words="only messages and the counting of their tokens go through here"
        )
    if method != "POST":
        return Refusal(status=405, kind="invalid_request_error", words=f"{target} takes POST alone")
    return known


def asked_of(target: str, raw: bytes, terms: Terms) -> Asked | Refusal:
    """The request that goes out in the place of the one that came."""
    body = _read(raw)
    if isinstance(body, Refusal):
        return body
    refusal = _refusal(body, terms)
    if refusal is not None:
        return refusal
    tokens = _tokens(raw, body)
    if target.partition("?")[0] == COUNT:
        return Asked(target=target, body=body, model=body["model"], max_tokens=0, input_tokens=tokens)
    wanted = body.get("max_tokens")
    if type(wanted) is not int or wanted < 1:
        return _bad("`max_tokens` is no positive integer")
    most = min(wanted, terms.max_tokens)
    return Asked(
        target=target,
        body=body if most == wanted else _lowered(body, most),
        model=body["model"],
        max_tokens=most,
        input_tokens=tokens,
        hourly=_HOUR in raw,
        lowered=most < wanted,
    )


def _read(raw: bytes) -> dict[str, Any] | Refusal:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return _bad("the body is no JSON")
    return body if isinstance(body, dict) else _bad("the body is no JSON object")


def _refusal(body: Mapping[str, Any], terms: Terms) -> Refusal | None:
    model = body.get("model")
    if not isinstance(model, str) or model not in terms.models:
        return _denied(f"this run may not use the model {_quoted(model)}; it may use {', '.join(sorted(terms.models))}")
    why = next(_not_allowed(body), None)
    return None if why is None else _denied(why)


def _tokens(raw: bytes, body: Mapping[str, Any]) -> int:
    images = list(_images(body))
    return int((len(raw) - sum(images)) / _BYTES_A_TOKEN) + _IMAGE_TOKENS * len(images)


def _lowered(body: Mapping[str, Any], most: int) -> dict[str, Any]:
    """With ``max_tokens`` of ``most``; what is given to thinking has to be less than that."""
    thinking = body.get("thinking")
    if isinstance(thinking, dict) and isinstance(given := thinking.get("budget_tokens"), int) and given >= most:
        return {**body, "max_tokens": most, "thinking": {**thinking, "budget_tokens": most - 1}}
    return {**body, "max_tokens": most}


def _not_allowed(body: Mapping[str, Any]) -> Iterator[str]:
    for key in body:
        if key not in _KEYS:
            yield f"`{_quoted(key)}` is no part of a request that goes through here"
    for tool in _dicts(body.get("tools")):
        kind = tool.get("type")
        if kind not in (None, "custom") and not str(kind).startswith(_TOOLS):
            yield f"the tool {_quoted(kind)} is carried out by the API, not by the agent"
    for block in _blocks(body):
        source = block.get("source")
        if isinstance(source, dict) and source.get("type") not in _SOURCES:
            yield f"a block whose source is {_quoted(source.get('type'))} makes the API fetch something"


def _images(body: Mapping[str, Any]) -> Iterator[int]:
    """The lengths of the images in the body."""
    for block in _blocks(body):
        source = block.get("source")
        if block.get("type") == "image" and isinstance(source, dict):
            yield len(str(source.get("data", "")))


def _blocks(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every object within messages and system prompt, however deep."""
    waiting: list[object] = [body.get("messages"), body.get("system")]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def _dicts(value: object) -> Iterator[Mapping[str, Any]]:
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())


def _bad(words: str) -> Refusal:
    return Refusal(status=400, kind="invalid_request_error", words=words)


def _denied(words: str) -> Refusal:
    return Refusal(status=403, kind="permission_error", words=words)


def _quoted(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:80] + "…"
