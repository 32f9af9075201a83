"""Where something stands in a document."""

from enum import StrEnum

from skill_evals.model.light import light

Pointer = tuple[str | int, ...]
"""The way from the root of a document to a node: member names and 0-based item numbers."""


class Part(StrEnum):
    """Which part of the node at a pointer is meant."""

    VALUE = "value"
    KEY = "key"
    OPEN = "open"
    """The key that introduces the node, else its opening bracket: the place of what is missing in it."""


@light(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of text; lines and columns are 1-based, columns count Unicode code points, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


START = Span(line=1, column=1, end_line=1, end_column=1)
