"""A YAML tree as it grows: bounds, repeated keys, aliases and merge keys."""

from collections.abc import Callable
from typing import NoReturn

from skill_evals.documents.bounds import MAX_DEPTH, MAX_YAML_NODES
from skill_evals.documents.document import Problem, ProblemKind
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.node import Node
from skill_evals.documents.quoting import shown
from skill_evals.model.light import field, light, replace
from skill_evals.model.position import Span


@light(frozen=True, slots=True, kw_only=True)
class Source:
    """YAML text, and where it stands: ``place`` turns its offsets into those of the text that ``lines`` indexes."""

    text: str
    lines: LineIndex
    place: Callable[[int], int]
    dates_matter: bool = True
    """False where an unquoted date is no trap: frontmatter is full of them and no client reads them."""

    def span(self, start: int, end: int) -> Span:
        return self.lines.span(self.place(start), self.place(end))


class FaultError(Exception):
    """Reading cannot go on; carries the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@light(frozen=True, slots=True, kw_only=True)
class Built:
    """A finished node; ``size`` counts it and the nodes beneath it with aliases expanded, ``height`` its levels."""

    value: object
    node: Node
    size: int = 1
    height: int = 0


@light(frozen=False, slots=True, kw_only=True)
class _Frame:
    """A mapping or sequence that is being read."""

    start: int
    end: int
    mapping: bool
    flow: bool
    anchor: str | None
    key: Span | None
    name: str | None = None
    name_span: Span | None = None
    merging: bool = False
    members: dict[str, object] = field(default_factory=dict)
    items: list[object] = field(default_factory=list)
    children: list[tuple[str | int, Node]] = field(default_factory=list)
    seen: dict[str, Span] = field(default_factory=dict)
    merged: list[Built] = field(default_factory=list)
    size: int = 1
    height: int = 1

    def step(self) -> str | int:
        return (self.name or "") if self.mapping else len(self.children)


class TreeBuilder:
    """Takes the parts of a document in their order; ``root`` is set when they are complete."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Built | None = None
        self.problems: list[Problem] = []
        self._stack: list[_Frame] = []
        self._anchors: dict[str, Built] = {}

    @property
    def wants_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].mapping and self._stack[-1].name is None

    @property
    def pending_key(self) -> Span | None:
        return self._stack[-1].name_span if self._stack else None

    def begin(self, start: int, end: int, *, mapping: bool, flow: bool, anchor: str | None) -> None:
        """A mapping or sequence opens. Raises FaultError beyond MAX_DEPTH, or where a key is expected."""
        if self.wants_key:
            self.invalid("a mapping or a list stands as a key", "write a plain text as the key", start, end)
        if len(self._stack) >= MAX_DEPTH:
            self.too_large(f"the value nests deeper than {MAX_DEPTH} levels", start)
        frame = _Frame(start=start, end=end, mapping=mapping, flow=flow, anchor=anchor, key=self.pending_key)
        self._stack.append(frame)

    def end(self, end: int) -> None:
        """The innermost one closes; a block has no closing sign, so that it ends with its last part."""
        frame = self._stack.pop()
        if not frame.flow:
            end = frame.end
        value: object = frame.items
        children = frame.children
        if frame.mapping:
            value, inherited = _inherit(frame)
            children = inherited + children
        node = Node(where=self.source.span(frame.start, end), key=frame.key, children=tuple(children))
        self.add(Built(value=value, node=node, size=frame.size, height=frame.height), end, frame.anchor)

    def key(self, name: str, start: int, end: int, *, merging: bool = False) -> None:
        """A key; one that its mapping holds already is a problem."""
        frame = self._stack[-1]
        frame.name, frame.name_span, frame.merging = name, self.source.span(start, end), merging
        frame.end = max(frame.end, end)
        earlier = frame.seen.get(name)
        frame.seen[name] = frame.name_span
        if earlier is None:
            return
        message = (
            f"the key `{shown(name)}` stands on line {earlier.line} already; "
            "readers refuse the file, or keep one of the two without a word"
        )
        self._report(ProblemKind.DUPLICATE_KEY, message, "keep one of them, or rename one", frame.name_span)

    def add(self, built: Built, end: int, anchor: str | None) -> None:
        """A finished value, for the pending key or as the next item. Raises FaultError beyond MAX_YAML_NODES."""
        self.remember(built, anchor)
        if not self._stack:
            self.root = built
            return
        frame = self._stack[-1]
        frame.end = max(frame.end, end)
        frame.size += built.size
        frame.height = max(frame.height, built.height + 1)
        if frame.size > MAX_YAML_NODES:
            self.too_large(f"the value has more than {MAX_YAML_NODES:,} parts once its aliases are expanded", end)
        step = frame.step()
        frame.name = None
        if frame.merging:
            frame.merging = False
            self._merge(frame, built, end)
            return
        frame.children.append((step, built.node))
        if isinstance(step, str):
            frame.members[step] = built.value
        else:
            frame.items.append(built.value)

    def remember(self, built: Built, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = built

    def alias(self, anchor: str, start: int, end: int) -> None:
        """A reference to an earlier part. Raises FaultError for none, for a part of itself, and beyond the bounds."""
        built = self._anchors.get(anchor)
        if built is None:
            inside = any(frame.anchor == anchor for frame in self._stack)
            message = "refers to a value that it is part of" if inside else "refers to no anchor before it"
            self.invalid(
                f"the alias `*{shown(anchor)}` {message}", "write the value out, or quote the text", start, end
            )
        if len(self._stack) + built.height > MAX_DEPTH:
            self.too_large(f"the value nests deeper than {MAX_DEPTH} levels once its aliases are expanded", start)
        if self.wants_key:
            if not isinstance(built.value, str):
                self.invalid("an alias to no text stands as a key", "write a plain text as the key", start, end)
            self.key(built.value, start, end)
            return
        node = replace(built.node, where=self.source.span(start, end), key=self.pending_key)
        self.add(replace(built, node=node), end, None)

    def _merge(self, frame: _Frame, built: Built, end: int) -> None:
        sources = [built]
        if isinstance(built.value, list):
            pairs = zip(built.value, built.node.children, strict=True)
            sources = [Built(value=value, node=node) for value, (_, node) in pairs]
        if not all(isinstance(source.value, dict) for source in sources):
            self.invalid("the merge key `<<` takes mappings", "refer to a mapping, or rename the key", end, end)
        frame.merged.extend(sources)

    def unfinished(self) -> Node | None:
        """The tree as far as it was read; the builder is of no use afterwards."""
        node = self.root.node if self.root else None
        while self._stack:
            frame = self._stack.pop()
            if node is not None:
                frame.children.append((frame.step(), node))
            where = self.source.span(frame.start, frame.end)
            node = Node(where=where, key=frame.key, children=tuple(frame.children))
        return node

    def trap(self, message: str, cure: str, start: int, end: int) -> None:
        self._report(ProblemKind.TRAP, message, cure, self.source.span(start, end))

    def invalid(self, message: str, cure: str, start: int, end: int) -> NoReturn:
        self._fail(ProblemKind.INVALID, f"not valid YAML: {message}", cure, self.source.span(start, end))

    def too_large(self, message: str, at: int) -> NoReturn:
        span = self.source.span(at, min(at + 1, len(self.source.text)))
        self._fail(ProblemKind.UNREADABLE_SIZE, f"{message}, so the file is not read", "shorten or split it", span)

    def _report(self, kind: ProblemKind, message: str, cure: str, span: Span) -> None:
        self.problems.append(Problem(kind=kind, message=message, span=span, cure=cure))

    def _fail(self, kind: ProblemKind, message: str, cure: str, span: Span) -> NoReturn:
        raise FaultError(Problem(kind=kind, message=message, span=span, cure=cure))


def _inherit(frame: _Frame) -> tuple[dict[str, object], list[tuple[str | int, Node]]]:
    """A mapping's members with what it merges, of which the first source wins, and the nodes of what was merged."""
    members: dict[str, object] = {}
    nodes: dict[str | int, Node] = {}
    for source in reversed(frame.merged):
        members.update(source.value if isinstance(source.value, dict) else {})
        nodes.update(source.node.children)
    members.update(frame.members)
    return members, [(name, node) for name, node in nodes.items() if name not in frame.members]
