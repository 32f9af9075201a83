"""Edits as stretches of text that are replaced, and the text of a document to cut them from."""

import re
from collections.abc import Iterable

from skill_evals.documents.lines import LineIndex
from skill_evals.documents.node import Node
from skill_evals.model.light import light
from skill_evals.model.position import Pointer, Span

_BREAK_BEFORE = re.compile(r"(?:\r\n|\n|\r)\Z")


@light(frozen=True, slots=True, kw_only=True)
class Splice:
    """``text`` comes in the place of the characters from ``start`` up to ``end``."""

    start: int
    end: int
    text: str = ""

    def touches(self, other: "Splice") -> bool:
        """Whether the two share a character or a border; of neighbours nobody can say who owns the comma between."""
        return self.start <= other.end and other.start <= self.end


def spliced(text: str, splices: Iterable[Splice]) -> str:
    """The text with every splice made; they must not touch."""
    parts, at = [], 0
    for splice in sorted(splices, key=lambda one: one.start):
        parts += [text[at : splice.start], splice.text]
        at = splice.end
    return "".join([*parts, text[at:]])


@light(frozen=True, slots=True, kw_only=True)
class Found:
    """A node, the one that holds it, and its number among that one's children."""

    node: Node
    parent: Node
    number: int


def _number(parent: Node, step: str | int) -> int | None:
    """Of a member that stands twice, the later one's; items are where their number says."""
    children = parent.children
    if isinstance(step, int) and step < len(children) and children[step][0] == step:
        return step
    return next((n for n in range(len(children) - 1, -1, -1) if children[n][0] == step), None)


@light(frozen=True, slots=True, kw_only=True)
class Canvas:
    """The text of a document and its tree. ``comment`` matches one comment of its format."""

    text: str
    lines: LineIndex
    root: Node
    comment: str

    def offsets(self, span: Span) -> tuple[int, int]:
        return self.lines.offset(span.line, span.column), self.lines.offset(span.end_line, span.end_column)

    def extent(self, node: Node) -> tuple[int, int]:
        """Where a member or item stands, its key included."""
        start, end = self.offsets(node.where)
        return (start if node.key is None else self.offsets(node.key)[0]), end

    def find(self, at: Pointer) -> Found | None:
        """The node at a pointer that is not the root; None where the text has no such node of its own."""
        parent, found = self.root, None
        for step in at:
            number = _number(parent, step)
            if number is None:
                return None
            found = Found(node=parent.children[number][1], parent=parent, number=number)
            parent = found.node
        return found

    def bracketed(self, node: Node) -> bool:
        """Whether a mapping or array stands in brackets, and not in lines of a YAML block."""
        return self.text[self.offsets(node.where)[0]] in "[{"

    def skip(self, offset: int) -> int:
        """The first character from an offset on that is neither white space nor comment."""
        found = re.compile(rf"(?:[ \t\n\r]|{self.comment})*+", re.DOTALL).match(self.text, offset)
        return found.end() if found else offset

    def line_tail(self, offset: int) -> int | None:
        """The end of the line of an offset, its break included, if at most a comment stands before it; else None."""
        found = re.compile(rf"[ \t]*(?:{self.comment})?[ \t]*(?:\r\n|\n|\r|\Z)", re.DOTALL).match(self.text, offset)
        return found.end() if found else None

    def whole_lines(self, start: int, end: int) -> Splice:
        """Removes a stretch of text, with its lines where nothing else stands in them, else with the space around."""
        line, tail = self.lines.line_start(start), self.line_tail(end)
        blank = not self.text[line:start].strip(" \t")
        if blank and tail is not None:
            return self.lines_between(line, tail)
        after = end
        while self.text[after : after + 1] in (" ", "\t"):
            after += 1
        if self.text[after : after + 1] not in ("\n", "\r", ""):
            return Splice(start=start, end=after)
        return Splice(start=line + len(self.text[line:start].rstrip(" \t")), end=after)

    def lines_between(self, line: int, tail: int) -> Splice:
        """Removes whole lines; the last one of a text without a final break takes the break before it along."""
        if tail == len(self.text) and self.text[-1:] not in ("\n", "\r"):
            before = _BREAK_BEFORE.search(self.text[:line])
            line = before.start() if before else line
        return Splice(start=line, end=tail)
