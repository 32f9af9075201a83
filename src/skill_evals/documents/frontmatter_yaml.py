"""Frontmatter that only the YAML library can read, and what its faults mean in a SKILL.md."""

import re
from bisect import bisect_right
from functools import partial
from operator import itemgetter

from skill_evals.documents.bounds import MAX_YAML_BYTES
from skill_evals.documents.document import UNREAD, Problem, ProblemKind
from skill_evals.documents.frontmatter_block import BREAK, NEVER, Block
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.yaml_compose import Composed, compose
from skill_evals.documents.yaml_read import too_large
from skill_evals.documents.yaml_tree import Source
from skill_evals.model.position import Span

_LINE = re.compile(r"([A-Za-z_][\w-]*:[ \t]+)([^\s\"'>|&*!%@`\[{#][^\n\r]*?)[ \t]*$")
_COLON = re.compile(r":(?:[ \t]|$)")


def read_block(text: str, block: Block) -> Composed:
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
                message=f"the frontmatter is {problem.message}; {NEVER}" if _is_yaml(problem) else problem.message,
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
        message=f"the frontmatter {'is empty' if empty else 'is no mapping of keys to values'}; {NEVER}",
        span=composed.root.where if composed.root and not empty else Span(line=1, column=1, end_line=1, end_column=4),
        cure="write `name: …` and `description: …` between the two lines `---`",
    )
    return Composed(value=UNREAD, root=composed.root, problems=(*composed.problems, problem))


def _is_yaml(problem: Problem) -> bool:
    return problem.kind is ProblemKind.INVALID and problem.message.startswith("not valid YAML")


def _read_leniently(block: Block, lines: LineIndex) -> Composed | None:
    """Read again with every one-line text that holds `: ` quoted; None where there is none."""
    repaired: list[str] = []
    starts: list[tuple[int, int, int]] = []
    problems: list[Problem] = []
    at = written = 0
    for found in [*BREAK.finditer(block.text), None]:
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
