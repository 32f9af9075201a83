"""JSON and JSONC that is not surely clean → Document: what is wrong, where, and the tree up to there."""

import json

from skill_evals.documents.bounds import MAX_DEPTH, MAX_NUMBER_LENGTH
from skill_evals.documents.document import UNREAD, Document, Format, Problem, ProblemKind
from skill_evals.documents.json_causes import explain
from skill_evals.documents.json_scan import Expected, Fault, Repeat, scan
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.quoting import shown

_SIZES = {
    Expected.LESS_DEPTH: f"the value nests deeper than {MAX_DEPTH} levels",
    Expected.SHORTER_NUMBER: f"a number is longer than {MAX_NUMBER_LENGTH} characters",
}


def read_closely(path: str, text: str, plain: str, format_: Format, problems: tuple[Problem, ...]) -> Document:
    """Read with the scanner, which names every fault. ``plain`` is the text without comments."""
    lines = LineIndex(text)
    found = scan(plain, lines)
    value: object = UNREAD
    if found.fault is None:
        value = json.loads(plain)
        problems += tuple(_repeat_problem(repeat) for repeat in found.repeats)
    else:
        problems += (_fault_problem(plain, found.fault, lines, format_),)
    root = found.root
    return Document(path=path, format=format_, text=text, value=value, problems=problems, locate=lambda: root)


def _repeat_problem(repeat: Repeat) -> Problem:
    return Problem(
        kind=ProblemKind.DUPLICATE_KEY,
        message=f"the key `{shown(repeat.name)}` stands on line {repeat.earlier.line} already; "
        "readers keep one of the two without a word, most the later one",
        span=repeat.where,
        cure="keep one of them, or rename one",
    )


def _fault_problem(text: str, fault: Fault, lines: LineIndex, format_: Format) -> Problem:
    size = _SIZES.get(fault.expected)
    if size is not None:
        return Problem(
            kind=ProblemKind.UNREADABLE_SIZE,
            message=f"{size}, so the file is not read",
            span=lines.point(fault.offset),
            cure="shorten or split it",
        )
    cause = explain(text, fault, lines, format_)
    return Problem(
        kind=ProblemKind.INVALID,
        message=f"not valid {'JSONC' if format_ is Format.JSONC else 'JSON'}: {cause.message}",
        span=lines.span(cause.start, cause.end),
        cure=cause.cure,
    )
