"""A document: its plain value at once, its positions only when somebody asks."""

from collections.abc import Callable
from enum import StrEnum
from functools import cached_property

from skill_evals.documents.node import Node
from skill_evals.model.light import field, light
from skill_evals.model.position import START, Part, Pointer, Span


class Format(StrEnum):
    JSON = "json"
    JSONC = "jsonc"
    YAML = "yaml"
    FRONTMATTER = "frontmatter"


class ProblemKind(StrEnum):
    INVALID = "invalid"
    DUPLICATE_KEY = "duplicate-key"
    NOT_UTF8 = "not-utf8"
    BYTE_ORDER_MARK = "byte-order-mark"
    UNREADABLE_SIZE = "unreadable-size"
    TRAP = "trap"
    UNQUOTED_COLON = "unquoted-colon"
    """SKILL.md: strict YAML refuses the line, lenient clients read it; the value is the lenient one."""


@light(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong with a document as text; ``cure`` says what to do about it."""

    kind: ProblemKind
    message: str
    span: Span
    cure: str | None = None


class Unread:
    """The value of a document that could not be read at all; ``None`` is a value that people write."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


UNREAD = Unread()


@light(frozen=True, slots=False, kw_only=True)
class Document:
    """One document. ``value`` is dict, list, str, int, float, bool or None, members in authored order, of a repeated
    key the last one; UNREAD where the text is invalid or too large (the tree then holds what was read before the
    fault). ``text`` has no byte-order mark; where the bytes are not UTF-8 it holds U+FFFD for them and is for display.

    Not slotted: the tree of positions is computed once, on demand, and kept.
    """

    path: str
    format: Format
    text: str
    value: object
    problems: tuple[Problem, ...] = ()
    locate: Callable[[], Node | None] = field(repr=False, compare=False, default=lambda: None)
    body_line: int | None = None
    """SKILL.md: the 1-based line at which the text after the frontmatter begins."""

    @cached_property
    def tree(self) -> Node | None:
        """The tree with a span on every key and value; None where the text has none."""
        return self.locate()

    @property
    def readable(self) -> bool:
        return self.value is not UNREAD

    def span(self, at: Pointer, part: Part = Part.VALUE) -> Span:
        """Where a node stands. A pointer that leads past the tree gives its deepest part that exists."""
        return START if self.tree is None else self.tree.span(at, part)
