"""Edits of YAML and of frontmatter as splices of the text; whatever stands in other lines stays byte for byte."""

import json
import re

from skill_evals.documents.node import Node
from skill_evals.lint import fix_bracketed
from skill_evals.lint.fix_splice import Canvas, Found, Splice
from skill_evals.model.fix import Delete, Insert, RenameKey, Replace, Scalar

COMMENT = r"#[^\n\r]*+"

_PLAIN = re.compile(r"[A-Za-z][\w./-]*(?: [\w./-]+)*", re.ASCII)
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
_DASH = re.compile(r"[ \t]*-[ \t]+")


def splices(canvas: Canvas, edit: Replace | Delete | Insert | RenameKey) -> list[Splice] | None:
    """None where the edit cannot be made here, or not without touching other lines."""
    if isinstance(edit, Insert):
        return _insert(canvas, edit)
    found = canvas.find(edit.at)
    if found is None:
        return None
    if isinstance(edit, Delete):
        return fix_bracketed.delete(canvas, found) if canvas.bracketed(found.parent) else _delete(canvas, found)
    if isinstance(edit, RenameKey):
        return None if found.node.key is None else _scalar(canvas, canvas.offsets(found.node.key), edit.name)
    return None if found.node.children else _scalar(canvas, canvas.offsets(found.node.where), edit.value)


def _scalar(canvas: Canvas, place: tuple[int, int], value: Scalar) -> list[Splice] | None:
    start, end = place
    old = canvas.text[start:end]
    if not old or old[0] in "|>*&!":
        return None
    return [Splice(start=start, end=end, text=_written(value, old[0]))]


def _written(value: Scalar, quote: str = "") -> str:
    """A scalar as text; a string takes the quotes that it had, and has none where it needs none."""
    if not isinstance(value, str):
        return json.dumps(value)
    if quote == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if quote != '"' and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)


def _delete(canvas: Canvas, found: Found) -> list[Splice] | None:
    """Removes the lines of a member or item of a block; the first member behind a dash leaves its place to the next."""
    siblings = found.parent.children
    if len(siblings) == 1:
        return None
    start, end = canvas.extent(found.node)
    line, tail = canvas.lines.line_start(start), canvas.line_tail(end)
    head = canvas.text[line:start]
    alone = _DASH.fullmatch(head) if found.node.key is None else not head.strip(" \t")
    if alone and tail is not None:
        return [canvas.lines_between(line, tail)]
    following = canvas.extent(siblings[found.number + 1][1])[0] if found.number + 1 < len(siblings) else start
    if following <= start or tail is None or canvas.text[tail:following].strip():
        return None
    return [Splice(start=start, end=following)]


def _insert(canvas: Canvas, edit: Insert) -> list[Splice] | None:
    found = canvas.find(edit.at[:-1])
    parent = canvas.root if found is None else found.node
    if found is None and len(edit.at) > 1:
        return None
    member = f"{_written(str(edit.at[-1]))}: {_written(edit.value)}"
    if canvas.bracketed(parent):
        return fix_bracketed.insert(canvas, parent, member)
    return _before_first(canvas, parent, member)


def _before_first(canvas: Canvas, parent: Node, member: str) -> list[Splice] | None:
    if not parent.children or parent.children[0][1].key is None:
        return None
    first = canvas.extent(parent.children[0][1])[0]
    margin = " " * (first - canvas.lines.line_start(first))
    ending = "\r\n" if "\r\n" in canvas.text else "\n"
    return [Splice(start=first, end=first, text=f"{member}{ending}{margin}")]
