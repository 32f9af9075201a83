"""JSON and JSONC text → Document."""

from functools import partial

from skill_evals.documents.document import UNREAD, Document, Format, Problem
from skill_evals.documents.json_value import clean_value
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.node import Node


def read_json(path: str, text: str, format_: Format, problems: tuple[Problem, ...] = ()) -> Document:
    """Read decoded JSON or JSONC; ``problems`` are those of its decoding."""
    plain = text
    if format_ is Format.JSONC:
        from skill_evals.documents.jsonc import blank

        plain = blank(text)
    value = clean_value(plain)
    if value is UNREAD:
        # Clean files, nearly all of them, do not pay for what explains the others.
        from skill_evals.documents.json_faults import read_closely

        return read_closely(path, text, plain, format_, problems)
    return Document(path=path, format=format_, text=text, value=value, problems=problems, locate=partial(_tree, plain))


def _tree(plain: str) -> Node | None:
    from skill_evals.documents.json_scan import scan

    return scan(plain, LineIndex(plain)).root
