"""YAML that is surely simple → value, without the YAML library, which takes longer to load than a lint may last.

Mappings and lists in blocks, one entry a line, as suites are written. It answers only where the line forms leave no
room for another reading and hold no trap; for anything else UNREAD sends the caller to the library. A property test
holds both to the same value.
"""

from skill_evals.documents.document import UNREAD
from skill_evals.documents.simple_scalars import BLOCK_HEADER, WORDS, NotSimpleError, block, inline, scalar
from skill_evals.model.regex import regex

_KEY = regex(r"([$A-Za-z][A-Za-z0-9_.-]*):(?: +|$)")
_ITEM = "- "
_DEEPEST = 20
"""Columns; suites are indented by ten at most, and a bound keeps recursion shallow."""


def simple_value(text: str) -> object:
    """The value of YAML text that is surely simple and clean; else UNREAD."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not all(line.isprintable() for line in lines):
        return UNREAD
    reader = _Reader(lines)
    try:
        value = reader.node(0)
        reader.finish()
    except NotSimpleError:
        return UNREAD
    return value


class _Reader:
    """Reads from line to line; ``_at`` is the next one."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def finish(self) -> None:
        if self._column() is not None:
            raise NotSimpleError

    def node(self, column: int) -> object:
        """The mapping or list whose entries begin at a column, from here on."""
        if self._column() != column or column > _DEEPEST:
            raise NotSimpleError
        return self._list(column) if self._begins_item(column) else self._mapping(column)

    def _column(self) -> int | None:
        """Where the next line with content begins, blank lines and comments passed over; None at the end."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            bare = line.lstrip(" ")
            if bare and not bare.startswith("#"):
                return len(line) - len(bare)
            self._at += 1
        return None

    def _begins_item(self, column: int) -> bool:
        return self._lines[self._at].startswith(_ITEM, column)

    def _mapping(self, column: int) -> dict[str, object]:
        members: dict[str, object] = {}
        while self._column() == column and not self._begins_item(column):
            line = self._lines[self._at]
            found = _KEY.match(line, column)
            if found is None or found[1] in members or found[1].lower() in WORDS:
                raise NotSimpleError
            self._at += 1
            members[found[1]] = self._member(line[found.end() :].rstrip(" "), column)
        return members

    def _member(self, rest: str, column: int) -> object:
        """The value of a key: on its line, or beneath it; a list may begin at the column of its key."""
        if BLOCK_HEADER.match(rest):
            return self._text(rest, column)
        if rest:
            return inline(rest)
        inner = self._column()
        if inner is None or inner < column or (inner == column and not self._begins_item(column)):
            raise NotSimpleError
        return self._list(inner) if inner == column else self.node(inner)

    def _list(self, column: int) -> list[object]:
        items: list[object] = []
        while self._column() == column and self._begins_item(column):
            line = self._lines[self._at]
            rest = line[column + len(_ITEM) :].lstrip(" ")
            if _KEY.match(rest):
                inner = len(line) - len(rest)
                self._lines[self._at] = " " * inner + rest
                items.append(self.node(inner))
            else:
                self._at += 1
                items.append(scalar(rest.rstrip(" ")))
        return items

    def _text(self, header: str, column: int) -> str:
        """A block text: the lines beneath that are indented further, none of them behind a blank one."""
        inside = " " * (column + 1)
        begun = end = self._at
        while end < len(self._lines) and self._lines[end].startswith(inside):
            end += 1
        if end == len(self._lines):
            raise NotSimpleError  # the last line break is missing, and with it the text's own
        self._at = end
        while end < len(self._lines) and not self._lines[end]:
            end += 1
        if end < len(self._lines) and self._lines[end].startswith(inside):
            raise NotSimpleError
        return block(header, self._lines[begun : self._at])
