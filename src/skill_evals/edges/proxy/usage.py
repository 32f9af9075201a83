"""What an answer says of its cost: read beside the bytes that pass, whole or as a stream of events."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from skill_evals.edges.backends.messages.money import Tokens

_LONGEST_LINE = 4 * 2**20
_TELLING = (b'"message_start"', b'"message_delta"', b'"message_stop"', b'"error"')


@dataclass(slots=True, kw_only=True)
class Reading:
    """What was read of an answer so far. ``ended``: it came to its end, so its numbers are the last."""

    model: str = ""
    ended: bool = False
    stop: str | None = None
    error: tuple[str, str] | None = None
    """Type and message of an error in the midst of a stream."""
    _usage: dict[str, Any] = field(default_factory=dict)

    @property
    def tokens(self) -> Tokens | None:
        """None: the answer did not say."""
        return _tokens(self._usage) if "output_tokens" in self._usage else None

    def took(self, message: object) -> None:
        """A message or an event's part of it."""
        if not isinstance(message, dict):
            return
        model, stop, usage = message.get("model"), message.get("stop_reason"), message.get("usage")
        self.model = model if isinstance(model, str) else self.model
        self.stop = stop if isinstance(stop, str) else self.stop
        if isinstance(usage, dict):
            # A stream counts up: what an event does not say again stands as it was.
            self._usage |= {name: value for name, value in usage.items() if value is not None}


def read_whole(data: bytes) -> Reading:
    """Of an answer that is one JSON object; any other bytes say nothing."""
    reading = Reading()
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        return reading
    reading.took(message)
    reading.ended = reading.tokens is not None
    return reading


class StreamReader:
    """Of server-sent events, fed as they pass; an event may be cut anywhere."""

    def __init__(self) -> None:
        self.reading = Reading()
        self._rest = b""

    def feed(self, chunk: bytes) -> None:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if line.startswith(b"data:") and any(mark in line for mark in _TELLING):
                self._event(line[5:])
        if len(self._rest) > _LONGEST_LINE:
            self._rest = b""

    def _event(self, data: bytes) -> None:
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            return
        if not isinstance(event, dict):
            return
        kind = event.get("type")
        if kind == "message_start":
            self.reading.took(event.get("message"))
        elif kind == "message_delta":
            self.reading.took(event)
            self.reading.took(event.get("delta"))
        elif kind == "message_stop":
            self.reading.ended = True
        elif kind == "error":
            said = event.get("error")
            said = said if isinstance(said, dict) else {}
            self.reading.error = (str(said.get("type", "")), str(said.get("message", "")))


def _tokens(usage: Mapping[str, Any]) -> Tokens:
    """With the compactions that the API made on the way, which it counts apart."""
    parts = [usage, *(one for one in _listed(usage.get("iterations")) if one.get("type") == "compaction")]
    return Tokens(
        input=sum(_count(one, "input_tokens") for one in parts),
        output=sum(_count(one, "output_tokens") for one in parts),
        cache_read=sum(_count(one, "cache_read_input_tokens") for one in parts),
        cache_write=sum(_count(one, "cache_creation_input_tokens") for one in parts),
        hourly=sum(_count(one.get("cache_creation"), "ephemeral_1h_input_tokens") for one in parts),
    )


def _listed(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _count(usage: object, name: str) -> int:
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and value > 0 else 0
