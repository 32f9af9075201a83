"""What happened in a task's run, event by event, as evidence keeps it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from skill_evals.grade.excerpt import head, tail
from skill_evals.model.evidence import Message, ToolCall

_HEAD_BYTES, _TAIL_BYTES = 3_000, 1_000


@dataclass(slots=True)
class Record:
    """Calls and words are numbered in one row, in the order in which the model made them."""

    messages: list[Message] = field(default_factory=list)
    activations: list[str] = field(default_factory=list)
    skill_reads: list[str] = field(default_factory=list)
    last_words: str = ""
    """Of the latest answer."""
    _calls: dict[str, ToolCall] = field(default_factory=dict)
    _events: int = 0

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        return tuple(self._calls.values())

    def answered(self, blocks: Iterable[Mapping[str, Any]]) -> list[str]:
        """Keep what an answer holds: a handle for each of its calls, in order."""
        words, handles = [], []
        for block in blocks:
            if block["type"] == "text":
                self.messages.append(Message(text=block["text"], ordinal=self._events))
                words.append(block["text"])
            elif block["type"] == "tool_use":
                handle = str(self._events)
                given = json.dumps(block["input"], ensure_ascii=False, separators=(",", ":"))
                self._calls[handle] = ToolCall(name=block["name"], arguments=given, ordinal=self._events)
                handles.append(handle)
            else:
                continue
            self._events += 1
        self.last_words = "\n".join(words)
        return handles

    def told(self, handle: str, result: str) -> None:
        """What a call gave, cut in its middle where it is long."""
        self._calls[handle] = replace(self._calls[handle], result=_cut(result))


def _cut(text: str) -> str:
    size = len(text.encode("utf-8", "replace"))
    if size <= _HEAD_BYTES + _TAIL_BYTES:
        return text
    left_out = size - _HEAD_BYTES - _TAIL_BYTES
    return f"{head(text, _HEAD_BYTES)}\n[{left_out:,} bytes are left out of the record]\n{tail(text, _TAIL_BYTES)}"
