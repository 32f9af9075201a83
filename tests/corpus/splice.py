"""Edits of a document's text, made by cutting and pasting at offsets, and the lines at which they then stand.

Nothing here asks the linter where something is in the broken text: lines are counted in it.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from skill_evals.documents.document import Document, Format
from skill_evals.model.position import Part, Pointer, Span


@dataclass(frozen=True, kw_only=True)
class Spliced:
    """A text after an edit, and the 1-based line at which the edit's own part begins in it."""

    text: str
    line: int


@dataclass(frozen=True)
class Page:
    """A sound document's text, with the places of its parts as offsets."""

    document: Document

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def is_json(self) -> bool:
        return self.document.format is Format.JSON

    def value_at(self, at: Pointer) -> Any:
        found: Any = self.document.value
        for step in at:
            found = found[step]
        return found

    def value(self, at: Pointer) -> tuple[int, int]:
        """Start and end of a node's text, which must read as the node's value."""
        start, end = self._range(self.document.span(at))
        assert json.loads(self.text[start:end], strict=False) == self.value_at(at), (self.document.path, at)
        return start, end

    def key(self, at: Pointer) -> tuple[int, int]:
        start, end = self._range(self.document.span(at, Part.KEY))
        assert json.loads(self.text[start:end]) == at[-1], (self.document.path, at)
        return start, end

    def line(self, offset: int) -> int:
        return line_of(self.text, offset)

    def opening(self, at: Pointer) -> int:
        """The line of what introduces a node: its key, else its bracket."""
        return self.line(self._start(at))

    def _start(self, at: Pointer) -> int:
        return (self.key(at) if at and isinstance(at[-1], str) else self.value(at))[0]

    def replaced(self, at: Pointer, value: object) -> Spliced:
        start, end = self.value(at)
        return splice(self.text, start, end, written(value))

    def renamed(self, at: Pointer, name: str) -> Spliced:
        start, end = self.key(at)
        return splice(self.text, start, end, written(name))

    def without(self, *places: Pointer, line: Pointer) -> Spliced:
        """The text without some members or items, none of which lies within another; ``line`` is a place that stays,
        and whose line is asked for: that of its key, else of its start.
        """
        text, offset = self.text, self._start(line)
        for at in sorted(places, key=self.value, reverse=True):
            start, end = self._with_comma(at, text)
            text = text[:start] + text[end:]
            offset -= end - start if start < offset else 0
        return Spliced(text=text, line=line_of(text, offset))

    def _with_comma(self, at: Pointer, text: str) -> tuple[int, int]:
        """A part with the comma behind it, or, of what is the last one by now, with the comma before it."""
        start = self.key(at)[0] if isinstance(at[-1], str) else self.value(at)[0]
        end = self.value(at)[1]
        rest = text[end:].lstrip()
        if rest.startswith(","):
            end = len(text) - len(rest) + 1
            return start, end + (len(text[end:]) - len(text[end:].lstrip(" \t")))
        before = text[:start].rstrip()
        return (len(before) - 1 if before.endswith(",") else start), end

    def appended(self, at: Pointer, value: object) -> Spliced:
        """A list with one more item at its end, on a line of its own."""
        inside = self.value_at(at)
        start, end = self.value(at)
        if not inside:
            return splice(self.text, start, end, f"[{written(value)}]")
        last = self.value((*at, len(inside) - 1))[1]
        new = splice(self.text, last, last, ",\n" + written(value))
        return Spliced(text=new.text, line=new.line + 1)

    def added(self, at: Pointer, name: str, value: object) -> Spliced:
        """An object with one more member, right behind its brace."""
        start, _ = self.value(at)
        comma = "," if self.value_at(at) else ""
        return splice(self.text, start + 1, start + 1, f"{written(name)}: {written(value)}{comma}")

    def _range(self, span: Span) -> tuple[int, int]:
        starts = self._starts
        return starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1

    @cached_property
    def _starts(self) -> list[int]:
        """The offset at which each line begins."""
        return [0, *(place + 1 for place, letter in enumerate(self.text) if letter == "\n")]


def splice(text: str, start: int, end: int, new: str) -> Spliced:
    return Spliced(text=text[:start] + new + text[end:], line=line_of(text, start))


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1
