"""A node of a document's tree: its span, its key's span, and its children, repeated keys included."""

from skill_evals.model.light import light
from skill_evals.model.position import Part, Pointer, Span


@light(frozen=True, slots=True, kw_only=True)
class Node:
    """``value`` is set for scalars; ``children`` for mappings (name, node) and arrays (item number, node)."""

    where: Span
    value: object = None
    key: Span | None = None
    """Where the name that introduces this node stands; None for items of arrays and the root."""
    children: tuple[tuple[str | int, "Node"], ...] = ()

    def child(self, step: str | int) -> "Node | None":
        """The member or item of that name or number; of a repeated key the last one, which parsers keep."""
        if isinstance(step, int) and step < len(self.children) and self.children[step][0] == step:
            return self.children[step][1]
        for name, node in reversed(self.children):
            if name == step:
                return node
        return None

    def span(self, at: Pointer, part: Part = Part.VALUE) -> Span:
        """The place of a part of the node at a pointer, or of the deepest node on the way to it."""
        node = self
        for step in at:
            found = node.child(step)
            if found is None:
                part = Part.OPEN
                break
            node = found
        if part is Part.VALUE:
            return node.where
        if node.key is not None:
            return node.key
        if part is Part.KEY:
            return node.where
        return Span(
            line=node.where.line,
            column=node.where.column,
            end_line=node.where.line,
            end_column=node.where.column + 1,
        )
