"""Members and items between brackets: JSON, JSONC, and YAML in flow style."""

from skill_evals.documents.node import Node
from skill_evals.lint.fix_splice import Canvas, Found, Splice


def delete(canvas: Canvas, found: Found) -> list[Splice]:
    """Removes a member or item and one comma. A comment at the end of its last line goes too; others stay."""
    text = canvas.text
    start, end = canvas.extent(found.node)
    comma = canvas.skip(end)
    if text[comma : comma + 1] == ",":
        return [canvas.whole_lines(start, comma + 1)]
    if found.number == 0:
        return [_last_one(canvas, found.parent, start, end)]
    before = canvas.extent(found.parent.children[found.number - 1][1])[1]
    comma = canvas.skip(before)
    if text[before:comma].strip(" \t\r\n") or text[comma + 1 : start].strip(" \t\r\n"):
        return [Splice(start=comma, end=comma + 1), canvas.whole_lines(start, end)]
    return [Splice(start=before, end=_behind_comment(canvas, end))]


def _last_one(canvas: Canvas, parent: Node, start: int, end: int) -> Splice:
    """Leaves brackets with nothing between them, if nothing but this stood there."""
    opened, closed = canvas.offsets(parent.where)
    if canvas.text[opened + 1 : start].strip() or canvas.text[end : closed - 1].strip():
        return canvas.whole_lines(start, end)
    return Splice(start=opened + 1, end=closed - 1)


def _behind_comment(canvas: Canvas, end: int) -> int:
    """Past a comment that ends the line, the line break left out."""
    tail = canvas.line_tail(end)
    return end if tail is None else end + len(canvas.text[end:tail].rstrip())


def insert(canvas: Canvas, parent: Node, member: str) -> list[Splice]:
    """Puts a member before the first one, set off from it as that one is from the bracket."""
    opened = canvas.offsets(parent.where)[0]
    if not parent.children:
        return [Splice(start=opened + 1, end=opened + 1, text=member)]
    first = canvas.extent(parent.children[0][1])[0]
    gap = canvas.text[opened + 1 : first]
    gap = gap if "\n" in gap and not gap.strip() else " "
    return [Splice(start=first, end=first, text=f"{member},{gap}")]
