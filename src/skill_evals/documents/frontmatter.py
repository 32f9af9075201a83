"""SKILL.md → Document: the mapping between its first line ``---`` and the next such line.

What is wrong here is silent elsewhere: a client that cannot read the frontmatter loads the skill with empty metadata,
and nothing ever triggers it. Claude Code (since 2.1.69) and evolve take an unquoted ``: `` for text, so that it is
read as text here too.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from skill_evals.documents.bounds import MAX_YAML_BYTES
from skill_evals.documents.document import UNREAD, Document, Format, Problem, ProblemKind
from skill_evals.documents.frontmatter_simple import simple_mapping
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.node import Node
from skill_evals.documents.yaml_compose import Composed, compose
from skill_evals.documents.yaml_read import too_large
from skill_evals.documents.yaml_tree import Source
from skill_evals.model.position import START, Span

_BREAK = re.compile(r"\r\n|\n|\r")
_FENCE = re.compile(r"^---[ \t]*$")
_NEXT_FENCE = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_LINE = re.compile(r"([A-Za-z_][\w-]*:[ \t]+)([^\s\"'>|&*!%@`\[{#][^\n\r]*?)[ \t]*$")
_COLON = re.compile(r":(?:[ \t]|$)")
_NEVER = "the client loads the skill with empty metadata, and nothing triggers it"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """The text between the fences, the offset at which it begins, and the line after the closing fence."""

    text: str
    start: int
    body_line: int


def read_frontmatter(path: str, text: str, problems: tuple[Problem, ...] = ()) -> Document:
    """Read a decoded SKILL.md; ``problems`` are those of its decoding."""
    block = _block(text)
    if isinstance(block, Problem):
        return Document(path=path, format=Format.FRONTMATTER, text=text, value=UNREAD, problems=(*problems, block))
    value: object = simple_mapping(block.text)
    if value is not None:
        locate = partial(_tree, text, block)
    else:
        composed = _read_block(text, block)
        root = composed.root
        value, problems = composed.value, problems + composed.problems
        locate = partial(_known, root)
    return Document(
        path=path,
        format=Format.FRONTMATTER,
        text=text,
        value=value,
        problems=problems,
        locate=locate,
        body_line=block.body_line,
    )


def _known(root: Node | None) -> Node | None:
    return root


def _tree(text: str, block: _Block) -> Node | None:
    return _read_block(text, block).root


def _block(text: str) -> _Block | Problem:
    """The block between the fences, or what is wrong with them."""
    first = _BREAK.search(text)
    if not _FENCE.match(text[: first.start()] if first else text):
        return _missing(text)
    at = first.end() if first else len(text)
    number = 2
    start = at
    while at < len(text):
        found = _BREAK.search(text, at)
        end = found.start() if found else len(text)
        if text.startswith("---", at) and _FENCE.match(text[at:end]):
            return _Block(text=text[start:at], start=start, body_line=number + 1)
        at = found.end() if found else len(text)
        number += 1
    return Problem(
        kind=ProblemKind.INVALID,
        message=f"the frontmatter is never closed; {_NEVER}",
        span=Span(line=1, column=1, end_line=1, end_column=4),
        cure="close it with a line `---`",
    )


def _missing(text: str) -> Problem:
    later = _NEXT_FENCE.search(text)
    if later is None:
        return Problem(
            kind=ProblemKind.INVALID,
            message=f"there is no frontmatter; {_NEVER}",
            span=START,
            cure="begin the file with a line `---`, the keys `name` and `description`, and a line `---`",
        )
    line = LineIndex(text).line_of(later.start())
    return Problem(
        kind=ProblemKind.INVALID,
        message=f"the first line is not `---` (one stands on line {line}), so there is no frontmatter; {_NEVER}",
        span=START,
        cure="move everything that stands before the frontmatter to below it",
    )


def _read_block(text: str, block: _Block) -> Composed:
    if len(block.text) > MAX_YAML_BYTES:
        return Composed(value=UNREAD, root=None, problems=(too_large(MAX_YAML_BYTES),))
    lines = LineIndex(text)
    composed = compose(
        Source(text=block.text, lines=lines, place=lambda offset: block.start + offset, dates_matter=False)
    )
    if composed.cause is not None and composed.cause.colon:
        lenient = _read_leniently(block, lines)
        composed = lenient or composed
    return _judge(composed)


def _judge(composed: Composed) -> Composed:
    """Say what faults mean in a SKILL.md, and refuse what is no mapping."""
    if composed.value is UNREAD and composed.problems:
        problems = tuple(
            Problem(
                kind=problem.kind,
                message=f"the frontmatter is {problem.message}; {_NEVER}" if _is_yaml(problem) else problem.message,
                span=problem.span,
                cure=problem.cure,
            )
            for problem in composed.problems
        )
        return Composed(value=UNREAD, root=composed.root, problems=problems)
    if isinstance(composed.value, dict):
        return composed
    empty = composed.value is UNREAD or composed.value is None
    problem = Problem(
        kind=ProblemKind.INVALID,
        message=f"the frontmatter {'is empty' if empty else 'is no mapping of keys to values'}; {_NEVER}",
        span=composed.root.where if composed.root and not empty else Span(line=1, column=1, end_line=1, end_column=4),
        cure="write `name: …` and `description: …` between the two lines `---`",
    )
    return Composed(value=UNREAD, root=composed.root, problems=(*composed.problems, problem))


def _is_yaml(problem: Problem) -> bool:
    return problem.kind is ProblemKind.INVALID and problem.message.startswith("not valid YAML")


def _read_leniently(block: _Block, lines: LineIndex) -> Composed | None:
    """Read again with every one-line text that holds `: ` quoted; None where there is none."""
    repaired: list[str] = []
    starts: list[tuple[int, int, int]] = []
    problems: list[Problem] = []
    at = written = 0
    for found in [*_BREAK.finditer(block.text), None]:
        end, stop = (found.start(), found.end()) if found else (len(block.text), len(block.text))
        line = block.text[at:end]
        quoted = _quoted(line)
        if quoted is not None:
            problems.append(_colon_problem(lines, block.start + at, line))
        new = (quoted or line) + block.text[end:stop]
        starts.append((written, at, end))
        repaired.append(new)
        at, written = stop, written + len(new)
    if not problems:
        return None
    place = partial(_place, starts, block.start)
    composed = compose(Source(text="".join(repaired), lines=lines, place=place, dates_matter=False))
    return Composed(value=composed.value, root=composed.root, problems=(*composed.problems, *problems))


def _place(starts: list[tuple[int, int, int]], base: int, offset: int) -> int:
    """An offset of the repaired text in the original: the same column of the same line, or the line's end."""
    written, at, end = starts[bisect_right(starts, offset, key=itemgetter(0)) - 1]
    return base + min(at + offset - written, end)


def _quoted(line: str) -> str | None:
    """The line with its value quoted, where that is an unquoted text that holds `: `."""
    found = _LINE.match(line)
    if found is None or not _COLON.search(found[2]):
        return None
    return found[1] + "'" + found[2].replace("'", "''") + "'"


def _colon_problem(lines: LineIndex, start: int, line: str) -> Problem:
    found = _LINE.match(line)
    value_start, value_end = found.span(2) if found else (0, len(line))
    return Problem(
        kind=ProblemKind.UNQUOTED_COLON,
        message="`: ` in an unquoted text: YAML refuses it, so that strict clients load the skill with empty metadata; "
        "lenient ones read the text as it stands",
        span=lines.span(start + value_start, start + value_end),
        cure="quote the text",
    )
