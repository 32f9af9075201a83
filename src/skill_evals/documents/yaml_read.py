"""YAML text → Document."""

from functools import partial
from typing import TYPE_CHECKING

from skill_evals.documents.bounds import MAX_YAML_BYTES
from skill_evals.documents.document import UNREAD, Document, Format, Problem, ProblemKind
from skill_evals.documents.node import Node
from skill_evals.documents.yaml_simple import simple_value
from skill_evals.model.position import START

if TYPE_CHECKING:
    from skill_evals.documents.yaml_compose import Composed


def read_yaml(path: str, text: str, problems: tuple[Problem, ...] = ()) -> Document:
    """Read decoded YAML, its first document only; ``problems`` are those of its decoding."""
    if len(text) > MAX_YAML_BYTES:
        problems += (too_large(MAX_YAML_BYTES),)
        return Document(path=path, format=Format.YAML, text=text, value=UNREAD, problems=problems)
    value = simple_value(text)
    if value is not UNREAD:
        # Nearly all suites are that simple, and pay for the library only where a finding asks for a place.
        return Document(
            path=path, format=Format.YAML, text=text, value=value, problems=problems, locate=partial(_tree, text)
        )
    composed = _composed(text)
    problems += composed.problems
    root = composed.root
    if composed.value is UNREAD and not composed.problems:
        problems += (_EMPTY,)
    return Document(
        path=path, format=Format.YAML, text=text, value=composed.value, problems=problems, locate=lambda: root
    )


def _composed(text: str) -> "Composed":
    from skill_evals.documents.lines import LineIndex
    from skill_evals.documents.yaml_compose import compose
    from skill_evals.documents.yaml_tree import Source

    return compose(Source(text=text, lines=LineIndex(text), place=lambda offset: offset))


def _tree(text: str) -> Node | None:
    return _composed(text).root


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
