"""Edits of JSON and JSONC as splices of the text."""

import json

from skill_evals.lint import fix_bracketed
from skill_evals.lint.fix_splice import Canvas, Splice
from skill_evals.model.fix import Delete, Insert, RenameKey, Replace, Scalar

COMMENT = r"//[^\n\r]*+|/\*.*?\*/"


def splices(canvas: Canvas, edit: Replace | Delete | Insert | RenameKey) -> list[Splice] | None:
    """None where the edit cannot be made here."""
    if isinstance(edit, Insert):
        return _insert(canvas, edit)
    found = canvas.find(edit.at)
    if found is None:
        return None
    if isinstance(edit, Delete):
        return fix_bracketed.delete(canvas, found)
    if isinstance(edit, Replace):
        start, end = canvas.offsets(found.node.where)
        return None if found.node.children else [Splice(start=start, end=end, text=_written(edit.value))]
    if found.node.key is None:
        return None
    start, end = canvas.offsets(found.node.key)
    return [Splice(start=start, end=end, text=_written(edit.name))]


def _insert(canvas: Canvas, edit: Insert) -> list[Splice] | None:
    found = canvas.find(edit.at[:-1])
    parent = canvas.root if found is None else found.node
    if (found is None and len(edit.at) > 1) or not canvas.bracketed(parent):
        return None
    return fix_bracketed.insert(canvas, parent, f"{_written(str(edit.at[-1]))}: {_written(edit.value)}")


def _written(value: Scalar) -> str:
    return json.dumps(value, ensure_ascii=False)
