"""What a judge is shown of a run: the parts of its record, each and all together bounded in bytes.

What is shown is what quotes are looked for in, so nothing is shown in another form than it is searched: arguments of
tool calls are decoded from their JSON, so that a quote of theirs need not be escaped.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from skill_evals.grade.excerpt import head, tail, without_workspace
from skill_evals.model.evidence import DiffSize, Evidence, ToolCall, WorkspaceFile

PART_BYTES = 24_000
TRACE_BYTES = 160_000
"""About 40,000 tokens: what an agent's run of twenty turns leaves, without the long outputs of its tools."""


class Kind(StrEnum):
    ANSWER = "final answer"
    MESSAGES = "messages"
    CALLS = "tool calls"
    RESULTS = "tool results"
    FILES = "files"
    CHANGE = "size of the change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """``name`` is the run's own word for it: a tool, a path. ``pieces``: one, or two where the middle is left out."""

    kind: Kind
    name: str = ""
    pieces: tuple[str, ...] = ()
    left_out: int = 0
    """Bytes between the two pieces."""
    note: str = ""
    """What is to be said of it in our own words."""

    @property
    def size(self) -> int:
        return sum(len(text.encode()) for text in (self.name, *self.pieces))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """``parts`` in the order in which they are shown."""

    parts: tuple[Part, ...]
    unrecorded: frozenset[Kind] = frozenset()
    """Of these nothing is known, so nothing can be said to be absent there."""
    dropped: Mapping[Kind, int] = field(default_factory=dict)
    """Parts that found no room."""

    def is_whole(self, kind: Kind) -> bool:
        """Whether all there was of it is shown."""
        is_cut = any(part.left_out for part in self.parts if part.kind is kind)
        return kind not in self.unrecorded and not self.dropped.get(kind) and not is_cut

    @property
    def texts(self) -> Iterator[str]:
        """Everything of the run's own that is shown, piece by piece: a quote must stand in one of them."""
        for part in self.parts:
            yield from (text for text in (part.name, *part.pieces) if text)


def trace_of(evidence: Evidence, first: Iterable[str] = ()) -> Trace:
    """The trace of a run; ``first``: the paths that the checks name, which come before other files."""
    unrecorded = {Kind.CALLS, Kind.RESULTS} if evidence.tool_calls is None else set()
    if evidence.messages is None:
        unrecorded.add(Kind.MESSAGES)
    if evidence.tool_calls and all(call.result is None for call in evidence.tool_calls):
        unrecorded.add(Kind.RESULTS)
    if not evidence.files and not evidence.snapshot:
        unrecorded.add(Kind.FILES)
    if evidence.diff is None or evidence.diff.error is not None:
        unrecorded.add(Kind.CHANGE)
    answer = [_part(Kind.ANSWER, "", evidence.final_text, evidence)]
    events = [_clean(part, evidence) for part in _events(evidence)]
    files = [_file(path, evidence.files[path], evidence) for path in _paths(evidence, first)]
    change = [] if Kind.CHANGE in unrecorded or evidence.diff is None else [_change(evidence.diff)]
    shown = [*answer, *events, *files, *change]
    kept = _fitting([*answer, *change, *files, *_from_both_ends(events)])
    dropped: dict[Kind, int] = {}
    for part in shown:
        if id(part) not in kept:
            dropped[part.kind] = dropped.get(part.kind, 0) + 1
    return Trace(
        parts=tuple(part for part in shown if id(part) in kept), unrecorded=frozenset(unrecorded), dropped=dropped
    )


def _events(evidence: Evidence) -> Iterator[Part]:
    """Messages and calls in the order of the transcript; a last message that is the final answer is shown as that."""
    messages = list(evidence.messages or ())
    if messages and messages[-1].text == evidence.final_text:
        messages.pop()
    told = [(message.ordinal, [Part(kind=Kind.MESSAGES, pieces=(message.text,))]) for message in messages]
    called = [(call.ordinal, _call(call)) for call in evidence.tool_calls or ()]
    for _, parts in sorted(told + called, key=lambda event: event[0]):
        yield from parts


def _call(call: ToolCall) -> list[Part]:
    parts = [Part(kind=Kind.CALLS, name=call.name, pieces=(arguments_in_words(call.arguments),))]
    if call.result is not None:
        parts.append(Part(kind=Kind.RESULTS, name=call.name, pieces=(call.result,)))
    return parts


def arguments_in_words(arguments: str | None) -> str:
    """``name: value`` on a line each, texts as they are; what is no JSON object stays as it was emitted."""
    if arguments is None:
        return ""
    try:
        value: object = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    if not isinstance(value, dict):
        return arguments
    return "\n".join(f"{name}: {_plain(member)}" for name, member in value.items())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _paths(evidence: Evidence, first: Iterable[str]) -> list[str]:
    named = [path for path in dict.fromkeys(first) if path in evidence.files]
    return [*named, *sorted(path for path in evidence.files if path not in named)]


def _file(path: str, found: WorkspaceFile, evidence: Evidence) -> Part:
    note = ""
    if found.error is not None:
        note = "it could not be looked at"
    elif found.link:
        note = "a link, which is not followed"
    elif not found.exists:
        note = "it does not exist"
    elif found.text is None:
        note = "it exists; a folder, or its content was not read"
    part = _part(Kind.FILES, path, found.text or "", evidence)
    return Part(kind=part.kind, name=part.name, pieces=part.pieces, left_out=part.left_out, note=note)


def _change(size: DiffSize) -> Part:
    lines = f"{size.added} lines added, {size.removed} removed, in {size.hunks} places"
    return Part(kind=Kind.CHANGE, pieces=(f"{size.files} files changed; {lines}",))


def _clean(part: Part, evidence: Evidence) -> Part:
    return _part(part.kind, part.name, "\n".join(part.pieces), evidence)


def _part(kind: Kind, name: str, text: str, evidence: Evidence) -> Part:
    """Without the workspace's path, without half characters, names on one line, the middle of long texts left out."""
    shown = _sendable(without_workspace(text, evidence.workspace))
    title = head(" ".join(_sendable(name).split()), PART_BYTES // 10)
    size = len(shown.encode())
    if size <= PART_BYTES:
        return Part(kind=kind, name=title, pieces=(shown,) if shown else ())
    pieces = (head(shown, PART_BYTES * 2 // 3), tail(shown, PART_BYTES // 3))
    return Part(kind=kind, name=title, pieces=pieces, left_out=size - sum(len(piece.encode()) for piece in pieces))


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _from_both_ends(parts: list[Part]) -> Iterator[Part]:
    """The first, the last, the second, the last but one …: how it began and how it ended says most."""
    low, high = 0, len(parts) - 1
    while low <= high:
        yield parts[low]
        if low != high:
            yield parts[high]
        low, high = low + 1, high - 1


def _fitting(parts: Iterable[Part]) -> set[int]:
    """The identities of the parts that fit, the more important ones first; a smaller one may fit after a larger."""
    left, kept = TRACE_BYTES, set()
    for part in parts:
        if part.size <= left:
            left -= part.size
            kept.add(id(part))
    return kept
