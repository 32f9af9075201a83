"""YAML text → Document."""

from skill_evals.documents.bounds import MAX_YAML_BYTES
from skill_evals.documents.document import UNREAD, Document, Format, Problem, ProblemKind
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.yaml_compose import compose
from skill_evals.documents.yaml_tree import Source
from skill_evals.model.position import START


def read_yaml(path: str, text: str, problems: tuple[Problem, ...] = ()) -> Document:
    """Read decoded YAML, its first document only; ``problems`` are those of its decoding."""
    if len(text) > MAX_YAML_BYTES:
        problems += (too_large(MAX_YAML_BYTES),)
        return Document(path=path, format=Format.YAML, text=text, value=UNREAD, problems=problems)
    composed = compose(Source(text=text, lines=LineIndex(text), place=lambda offset: offset))
    problems += composed.problems
    root = composed.root
    if composed.value is UNREAD and not composed.problems:
        problems += (_EMPTY,)
    return Document(
        path=path, format=Format.YAML, text=text, value=composed.value, problems=problems, locate=lambda: root
    )


def too_large(bound: int) -> Problem:
    """The problem of text over a bound, in bytes."""
    return Problem(
        kind=ProblemKind.UNREADABLE_SIZE,
        message=f"the file is larger than {bound // 1024:,} KiB, so it is not read",
        span=START,
        cure="split it",
    )


_EMPTY = Problem(
    kind=ProblemKind.INVALID,
    message="not valid YAML for a runner: the file holds no value",
    span=START,
    cure="write a YAML value, or delete the file",
)
