r"""Lines and columns of a text. A line ends at ``\n``, ``\r\n`` or ``\r``, as in editors and annotations.

``str.splitlines`` also breaks at form feeds and U+2028, which no editor counts.
"""

from bisect import bisect_right

from skill_evals.model.position import Span
from skill_evals.model.regex import regex

_BREAK = regex(r"\r\n|\n|\r")


class LineIndex:
    """Turns offsets in code points into 1-based lines and columns."""

    __slots__ = ("_length", "_starts")

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in _BREAK.finditer(text))]
        self._length = len(text)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; one past the end is a place too."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The span from an offset up to another."""
        line, column = self.position(start)
        end_line, end_column = self.position(max(start, end))
        return Span(line=line, column=column, end_line=end_line, end_column=end_column)

    def point(self, offset: int) -> Span:
        """The span of the one character at an offset; empty at the end of the text."""
        return self.span(offset, min(offset + 1, self._length))

    def offset(self, line: int, column: int) -> int:
        """The offset of a 1-based line and column."""
        return self._starts[line - 1] + column - 1

    def line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def line_start(self, offset: int) -> int:
        """The offset at which the line of an offset begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    return _BREAK.split(text)


def line_at(text: str, number: int) -> str:
    """The text of a 1-based line, without its end; empty where there is no such line."""
    lines = lines_of(text)
    return lines[number - 1] if 1 <= number <= len(lines) else ""
