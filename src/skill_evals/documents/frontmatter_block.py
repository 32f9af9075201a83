"""The text between the fences of a SKILL.md, or what is wrong with them."""

import re

from skill_evals.documents.document import Problem, ProblemKind
from skill_evals.documents.lines import LineIndex
from skill_evals.model.light import light
from skill_evals.model.position import START, Span
from skill_evals.model.regex import regex

BREAK = regex(r"\r\n|\n|\r")
_FENCE = regex(r"^---[ \t]*$")
_NEXT_FENCE = regex(r"^---[ \t]*\r?$", re.MULTILINE)
NEVER = "the client loads the skill with empty metadata, and nothing triggers it"


@light(frozen=True, slots=True, kw_only=True)
class Block:
    """The text between the fences, the offset at which it begins, and the line after the closing fence."""

    text: str
    start: int
    body_line: int


def block_of(text: str) -> Block | Problem:
    """The block between the fences, or what is wrong with them."""
    if "\r" not in text and text.startswith("---\n"):
        # As nearly all are written: no look at each line.
        end = text.find("\n---", 3)
        if end > 0 and text[end + 4 : end + 5] in ("\n", ""):
            return Block(text=text[4 : end + 1], start=4, body_line=text.count("\n", 0, end + 1) + 2)
    first = BREAK.search(text)
    if not _FENCE.match(text[: first.start()] if first else text):
        return _missing(text)
    at = first.end() if first else len(text)
    number = 2
    start = at
    while at < len(text):
        found = BREAK.search(text, at)
        end = found.start() if found else len(text)
        if text.startswith("---", at) and _FENCE.match(text[at:end]):
            return Block(text=text[start:at], start=start, body_line=number + 1)
        at = found.end() if found else len(text)
        number += 1
    return Problem(
        kind=ProblemKind.INVALID,
        message=f"the frontmatter is never closed; {NEVER}",
        span=Span(line=1, column=1, end_line=1, end_column=4),
        cure="close it with a line `---`",
    )


def _missing(text: str) -> Problem:
    later = _NEXT_FENCE.search(text)
    if later is None:
        return Problem(
            kind=ProblemKind.INVALID,
            message=f"there is no frontmatter; {NEVER}",
            span=START,
            cure="begin the file with a line `---`, the keys `name` and `description`, and a line `---`",
        )
    line = LineIndex(text).line_of(later.start())
    return Problem(
        kind=ProblemKind.INVALID,
        message=f"the first line is not `---` (one stands on line {line}), so there is no frontmatter; {NEVER}",
        span=START,
        cure="move everything that stands before the frontmatter to below it",
    )
