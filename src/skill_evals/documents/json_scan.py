"""JSON → tree with spans, up to the first fault. Strict RFC 8259, iterative; what stands before a fault is kept.

The reader of clean files never comes here: it asks for a tree when a finding needs a place or a fault needs a name.
"""

import math
import re
from enum import StrEnum
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out
from typing import NoReturn

from skill_evals.documents.bounds import MAX_DEPTH, MAX_NUMBER_LENGTH
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.node import Node
from skill_evals.model.light import field, light
from skill_evals.model.position import Span

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING_START = re.compile(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+',
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_NUMBER_GOES_ON = re.compile(r"[0-9A-Za-z_.]")
_WORD = re.compile(r"(?:true|false|null)(?![0-9A-Za-z_])")
_WORDS = {"true": True, "false": False, "null": None}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)


class Expected(StrEnum):
    """What the scanner wanted, or would not take, at the place of a fault."""

    VALUE = "a value"
    KEY = "a key"
    COLON = "a colon"
    COMMA = "a comma or the closing bracket"
    END = "the end of the text"
    STRING_END = "the closing quote"
    ESCAPE = "an escape"
    WHOLE_CHARACTER = "both halves of a surrogate pair"
    NUMBER = "a number as JSON writes it"
    SMALLER_NUMBER = "a number that a double holds"
    SHORTER_NUMBER = "a shorter number"
    LESS_DEPTH = "less nesting"


@light(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first fault: its offset, what was expected, and the offset of the innermost open bracket or quote."""

    offset: int
    expected: Expected
    opened: int | None


@light(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A key that its object already holds; ``earlier`` is the span of the occurrence before it."""

    name: str
    where: Span
    earlier: Span


@light(frozen=True, slots=True, kw_only=True)
class Scan:
    root: Node | None
    fault: Fault | None
    repeats: tuple[Repeat, ...]


class _StopError(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.expected)
        self.fault = fault


@light(frozen=False, slots=True, kw_only=True)
class _Open:
    """An object or array that is being read."""

    start: int
    closer: str
    key: Span | None
    name: str | None = None
    name_span: Span | None = None
    children: list[tuple[str | int, Node]] = field(default_factory=list)
    seen: dict[str, Span] = field(default_factory=dict)


def scan(text: str, lines: LineIndex) -> Scan:
    """Read JSON text. ``root`` is the tree as far as it was read; without a fault it is whole."""
    scanner = _Scanner(text, lines)
    fault = None
    try:
        scanner.read()
    except _StopError as stop:
        fault = stop.fault
        scanner.close_all()
    return Scan(root=scanner.root, fault=fault, repeats=tuple(scanner.repeats))


class _Scanner:
    def __init__(self, text: str, lines: LineIndex) -> None:
        self._text = text
        self._lines = lines
        self._at = 0
        self._stack: list[_Open] = []
        self.root: Node | None = None
        self.repeats: list[Repeat] = []

    def read(self) -> None:
        self._value()
        while self._stack:
            self._step(self._stack[-1])
        if self._peek():
            self._stop(Expected.END)

    def close_all(self) -> None:
        """Close what a fault left open, at the place of the fault."""
        while self._stack:
            self._close()

    def _peek(self) -> str:
        """The next character that is no white space; empty at the end."""
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._text[self._at : self._at + 1]

    def _stop(self, expected: Expected, *, at: int | None = None, opened: int | None = None) -> NoReturn:
        if at is not None:
            self._at = at
        if opened is None and self._stack:
            opened = self._stack[-1].start
        raise _StopError(Fault(offset=self._at, expected=expected, opened=opened))

    def _step(self, frame: _Open) -> None:
        """The end of the innermost object or array, or its next member."""
        char = self._peek()
        if char == frame.closer:
            self._at += 1
            self._close()
            return
        if frame.children:
            if char != ",":
                self._stop(Expected.COMMA)
            self._at += 1
            if self._peek() == frame.closer:
                self._stop(Expected.KEY if frame.closer == "}" else Expected.VALUE)
        if frame.closer == "}":
            self._key(frame)
        self._value()

    def _key(self, frame: _Open) -> None:
        if self._peek() != '"':
            self._stop(Expected.KEY)
        start = self._at
        frame.name = self._string()
        frame.name_span = self._lines.span(start, self._at)
        earlier = frame.seen.get(frame.name)
        if earlier is not None:
            self.repeats.append(Repeat(name=frame.name, where=frame.name_span, earlier=earlier))
        frame.seen[frame.name] = frame.name_span
        if self._peek() != ":":
            self._stop(Expected.COLON)
        self._at += 1

    def _value(self) -> None:
        char = self._peek()
        start = self._at
        value: object
        if char in ("{", "["):
            self._open(char)
            return
        if char == '"':
            value = self._string()
        elif char == "-" or (char.isdigit() and char.isascii()):
            value = self._number()
        elif found := _WORD.match(self._text, start):
            value = _WORDS[found[0]]
            self._at = found.end()
        else:
            self._stop(Expected.VALUE)
        self._emit(Node(where=self._lines.span(start, self._at), value=value, key=self._pending_key()))

    def _pending_key(self) -> Span | None:
        return self._stack[-1].name_span if self._stack else None

    def _open(self, char: str) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._stop(Expected.LESS_DEPTH)
        closer = "}" if char == "{" else "]"
        self._stack.append(_Open(start=self._at, closer=closer, key=self._pending_key()))
        self._at += 1

    def _close(self) -> None:
        frame = self._stack.pop()
        where = self._lines.span(frame.start, self._at)
        self._emit(Node(where=where, key=frame.key, children=tuple(frame.children)))

    def _emit(self, node: Node) -> None:
        if not self._stack:
            self.root = node
            return
        frame = self._stack[-1]
        frame.children.append((len(frame.children) if frame.closer == "]" else frame.name or "", node))

    def _string(self) -> str:
        start = self._at
        found = _STRING_START.match(self._text, start)
        end = found.end() if found else start
        if self._text[end : end + 1] != '"':
            escape = self._text[end : end + 1] == "\\"
            self._stop(Expected.ESCAPE if escape else Expected.STRING_END, at=end, opened=start)
        if "\\" not in self._text[start:end]:
            self._at = end + 1
            return self._text[start + 1 : end]
        half = _half_pair(self._text, start, end)
        if half is not None:
            self._stop(Expected.WHOLE_CHARACTER, at=half)
        self._at = end + 1
        value: str = scanstring(self._text, start + 1)[0]
        return value

    def _number(self) -> int | float:
        start = self._at
        found = _NUMBER.match(self._text, start)
        if found is None or _NUMBER_GOES_ON.match(self._text, found.end()):
            self._stop(Expected.NUMBER)
        token = found[0]
        if len(token) > MAX_NUMBER_LENGTH:
            self._stop(Expected.SHORTER_NUMBER)
        self._at = found.end()
        if token.lstrip("-").isdigit():
            return int(token)
        value = float(token)
        if math.isinf(value):
            self._stop(Expected.SMALLER_NUMBER, at=start)
        return value


def _half_pair(text: str, start: int, end: int) -> int | None:
    """The offset of the first escape in a string that is half of a surrogate pair, if any."""
    high: int | None = None
    for found in _ESCAPE.finditer(text, start, end):
        code = int(found[1], 16) if found[1] else 0
        if high is not None:
            if not (0xDC00 <= code < 0xE000 and found.start() == high + 6):
                return high
            high = None
        elif 0xD800 <= code < 0xDC00:
            high = found.start()
        elif 0xDC00 <= code < 0xE000:
            return found.start()
    return high
