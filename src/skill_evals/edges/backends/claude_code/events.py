"""The events that Claude Code prints (``--output-format stream-json``, one JSON object a line) → what they say.

Seen in the streams of Claude Code 2.1.332. A stream may hold several ``init`` and ``result`` events, since an agent
goes on when one of its subagents ends; the first ``init`` and the last ``result`` count. Each block of an answer is an
event of its own, with the answer's id. Events that are not known here are left out.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from skill_evals.model.evidence import Message, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class Init:
    """What Claude Code says of itself before it asks a model. ``skills``: every name that its ``Skill`` tool takes."""

    version: str
    model: str
    tools: tuple[str, ...]
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a tool; ``agent`` is empty for the main agent, else the id of the call that started the subagent."""

    id: str
    name: str
    given: Mapping[str, Any]
    agent: str
    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The last word. ``is_error`` decides: a failure of the API comes with the subtype ``success``."""

    subtype: str
    is_error: bool
    text: str
    reason: str
    """Why it ended, in Claude Code's word, such as ``api_error`` or ``max_turns``."""
    api_kind: str
    """Its error type, or what went wrong with the connection."""
    stop: str
    """Why the last answer stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    init: Init | None = None
    calls: tuple[Call, ...] = ()
    messages: tuple[Message, ...] = ()
    results: Mapping[str, str] = field(default_factory=dict)
    """What each call was answered, by its id; calls of subagents are not always there."""
    refused: frozenset[str] = frozenset()
    """Ids of calls that named a skill which Claude Code does not know."""
    turns: int = 0
    """Answers to the main agent."""
    answers: int = 0
    """Answers to all agents."""
    is_retrying: bool = False
    """The last that is known of the API is a call that failed."""
    result: Result | None = None
    strange: int = 0
    """Lines that are no JSON object."""

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        return tuple(
            ToolCall(name=c.name, arguments=json.dumps(c.given), ordinal=c.ordinal, result=self.results.get(c.id))
            for c in self.calls
        )


SYNTHETIC = "<synthetic>"
"""The model of what Claude Code itself put in the place of an answer."""
LONGEST_RESULT = 4_000
"""Characters of a tool's result that are kept."""
_UNKNOWN_SKILL = "Unknown skill"


def read(lines: Iterable[str]) -> Stream:
    reading = _Reading()
    for line in lines:
        if line.strip():
            reading.take(line)
    return reading.stream()


@dataclass(slots=True)
class _Reading:
    init: Init | None = None
    calls: list[Call] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    results: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    ids: list[tuple[str, str]] = field(default_factory=list)
    """Agent and id of every answer."""
    is_retrying: bool = False
    result: Result | None = None
    strange: int = 0
    ordinal: int = 0

    def stream(self) -> Stream:
        return Stream(
            init=self.init,
            calls=tuple(self.calls),
            messages=tuple(self.messages),
            results=dict(self.results),
            refused=frozenset(self.refused),
            turns=sum(not agent for agent, _ in self.ids),
            answers=len(self.ids),
            is_retrying=self.is_retrying,
            result=self.result,
            strange=self.strange,
        )

    def take(self, line: str) -> None:
        event = _object(line)
        if event is None:
            self.strange += 1
            return
        kind = event.get("type")
        if kind == "system":
            self._system(event)
        elif kind == "assistant":
            self._answer(event)
        elif kind == "user":
            for block in _blocks(event):
                self._answered(block)
        elif kind == "result":
            self.result = _result(event)

    def _system(self, event: Mapping[str, Any]) -> None:
        if event.get("subtype") == "init" and self.init is None:
            self.init = _init(event)
        self.is_retrying |= event.get("subtype") == "api_retry"

    def _answer(self, event: Mapping[str, Any]) -> None:
        message = _mapping(event.get("message"))
        if message.get("model") == SYNTHETIC:
            return
        agent = _text(event.get("parent_tool_use_id"))
        name = (agent, _text(message.get("id")))
        if name not in self.ids:
            self.ids.append(name)
        self.is_retrying = False
        for block in _blocks(event):
            self._block(block, agent)

    def _answered(self, block: Mapping[str, Any]) -> None:
        if block.get("type") != "tool_result":
            return
        name, text = _text(block.get("tool_use_id")), _content(block.get("content"))
        self.results[name] = text if len(text) <= LONGEST_RESULT else text[:LONGEST_RESULT] + "…"
        if block.get("is_error") is True and _UNKNOWN_SKILL in text:
            self.refused.add(name)

    def _block(self, block: Mapping[str, Any], agent: str) -> None:
        if block.get("type") == "tool_use":
            call = Call(
                id=_text(block.get("id")),
                name=_text(block.get("name")),
                given=_mapping(block.get("input")),
                agent=agent,
                ordinal=self.ordinal,
            )
            self.calls.append(call)
        elif block.get("type") == "text":
            self.messages.append(Message(text=_text(block.get("text")), ordinal=self.ordinal))
        else:
            return
        self.ordinal += 1


def _object(line: str) -> Mapping[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _init(event: Mapping[str, Any]) -> Init:
    return Init(
        version=_text(event.get("claude_code_version")),
        model=_text(event.get("model")),
        tools=_texts(event.get("tools")),
        skills=_texts(event.get("skills")),
    )


def _result(event: Mapping[str, Any]) -> Result:
    errors = "; ".join(_texts(event.get("errors")))
    return Result(
        subtype=_text(event.get("subtype")),
        is_error=event.get("is_error") is True,
        text=_text(event.get("result")) or errors,
        reason=_text(event.get("terminal_reason")),
        stop=_text(event.get("stop_reason")),
        api_kind=_text(event.get("api_error_type")) or _text(event.get("api_error")),
    )


def _content(content: object) -> str:
    """Text of a tool's result, which is a text or a list of blocks."""
    if isinstance(content, list):
        return "\n".join(_text(block.get("text")) for block in content if isinstance(block, dict))
    return _text(content)


def _blocks(event: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = _mapping(event.get("message")).get("content")
    return (block for block in content if isinstance(block, dict)) if isinstance(content, list) else iter(())


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
