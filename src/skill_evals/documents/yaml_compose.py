"""Events of the YAML library → value and tree, with spans, traps and problems.

The library's own composer recurses, drops repeated keys and expands without a bound; its scanner and parser do not, so
that only they are used.
"""

from collections.abc import Iterator

from skill_evals.documents.bounds import MAX_NUMBER_LENGTH
from skill_evals.documents.document import UNREAD, Problem, ProblemKind
from skill_evals.documents.node import Node
from skill_evals.documents.quoting import shown
from skill_evals.documents.yaml_events import Event, Kind, LibraryError, events
from skill_evals.documents.yaml_faults import YamlCause, cause_of
from skill_evals.documents.yaml_scalars import TooLongError, disagreement, is_date, plain_value, tagged_value
from skill_evals.documents.yaml_traps import cut_by_hash, place_of_nothing, tab_in_indentation
from skill_evals.documents.yaml_tree import Built, FaultError, Source, TreeBuilder
from skill_evals.model.light import light, replace

_CORE = "tag:yaml.org,2002:"
_HARMLESS_TAGS = (None, "!", f"{_CORE}map", f"{_CORE}seq")
_CONTENT = (Kind.SCALAR, Kind.ALIAS, Kind.MAPPING_START, Kind.SEQUENCE_START)


@light(frozen=True, slots=True, kw_only=True)
class Composed:
    """``value`` is UNREAD where there is a fault, or nothing; ``cause`` is the fault that the library found."""

    value: object
    root: Node | None
    problems: tuple[Problem, ...]
    cause: YamlCause | None = None


def compose(source: Source) -> Composed:
    """Read the first document of YAML text."""
    builder = TreeBuilder(source)
    try:
        _Composer(builder).document()
    except FaultError as fault:
        return _broken(builder, fault.problem, None)
    except LibraryError as library:
        cause = cause_of(library.error, source.text)
        problem = Problem(
            kind=ProblemKind.INVALID,
            message=f"not valid YAML: {cause.message}",
            span=source.lines.point(source.place(cause.offset)),
            cure=cause.cure,
        )
        return _broken(builder, problem, cause)
    if builder.root is None:
        return Composed(value=UNREAD, root=None, problems=())
    return Composed(value=builder.root.value, root=builder.root.node, problems=tuple(builder.problems))


def _broken(builder: TreeBuilder, problem: Problem, cause: YamlCause | None) -> Composed:
    root = builder.unfinished()
    return Composed(value=UNREAD, root=root, problems=(*builder.problems, problem), cause=cause)


class _Composer:
    def __init__(self, builder: TreeBuilder) -> None:
        self._builder = builder
        self._text = builder.source.text
        self._tabs = "\t" in self._text
        self._last = 0

    def document(self) -> None:
        """Build the first document. Raises FaultError and LibraryError."""
        stream = events(self._text)
        for event in stream:
            if event.kind is Kind.DOCUMENT_END:
                break
            self._take(event)
            self._last = event.end
        self._second_document(stream)

    def _take(self, event: Event) -> None:
        if event.kind is Kind.SCALAR:
            self._scalar(event)
        elif event.kind in (Kind.MAPPING_START, Kind.SEQUENCE_START):
            self._look_for_tab(event.start)
            self._look_at_tag(event)
            self._builder.begin(
                event.start,
                event.end,
                mapping=event.kind is Kind.MAPPING_START,
                flow=event.flow,
                anchor=event.anchor,
            )
        elif event.kind in (Kind.MAPPING_END, Kind.SEQUENCE_END):
            self._builder.end(event.end)
        elif event.kind is Kind.ALIAS:
            self._builder.alias(event.anchor or "", event.start, event.end)

    def _second_document(self, stream: Iterator[Event]) -> None:
        """Go's decoder, evolve's, stops after the first document; Python's refuses a second. Either way it is lost.

        It is an invalid document whose first part has a value all the same, since evolve runs that part.
        """
        start = next(stream, None)
        content = next(stream, None)
        if start is None or content is None or content.kind not in _CONTENT:
            return
        self._builder.problems.append(
            Problem(
                kind=ProblemKind.INVALID,
                message="a second YAML document begins here; readers refuse the file or drop what follows",
                span=self._builder.source.span(start.start, start.end),
                cure="keep one document in the file",
            )
        )

    def _scalar(self, event: Event) -> None:
        if event.plain and not event.value:
            place = place_of_nothing(self._text, self._last, event.start)
            event = replace(event, start=place, end=place)
        start, end = event.start, self._end_of(event)
        self._look_for_tab(start)
        value = self._value(event)
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            self._builder.invalid("an escape gives half of a surrogate pair", "write the character itself", start, end)
        if self._builder.wants_key:
            self._key(event, value)
            return
        if event.style is None:
            self._look_at_plain(event, value)
        where = self._builder.source.span(start, end)
        node = Node(where=where, value=value, key=self._builder.pending_key)
        self._builder.add(Built(value=value, node=node), end, event.anchor)

    def _end_of(self, event: Event) -> int:
        """A block scalar's end mark lies behind the blank lines and comments that follow it."""
        if not event.block:
            return event.end
        return event.start + len(self._text[event.start : event.end].rstrip())

    def _value(self, event: Event) -> object:
        try:
            if event.tag is None:
                return plain_value(event.value) if event.style is None else event.value
            fits, value = tagged_value(event.tag.removeprefix(_CORE), event.value)
        except TooLongError:
            self._builder.too_large(f"a number is longer than {MAX_NUMBER_LENGTH} characters", event.start)
        if fits:
            return value
        self._look_at_tag(event)
        return event.value

    def _key(self, event: Event, value: object) -> None:
        builder, start, end = self._builder, event.start, event.end
        builder.remember(
            Built(value=value, node=Node(where=builder.source.span(start, end), value=value)), event.anchor
        )
        merging = event.plain and event.value == "<<"
        says = disagreement(event.value) if event.plain and not merging else None
        cure = f'quote it: `"{shown(event.value)}":`'
        if not isinstance(value, str):
            builder.trap(f"the key `{shown(event.value)}` is no text, and evolve refuses such a file", cure, start, end)
        elif says is not None:
            builder.trap(f"the key `{shown(event.value)}` without quotes is {says}", cure, start, end)
        builder.key(event.value, start, end, merging=merging)

    def _look_at_plain(self, event: Event, value: object) -> None:
        cut = cut_by_hash(self._text, event.end, value)
        if cut is not None:
            left = f"cuts the text to `{shown(event.value)}`" if event.value else "leaves no value"
            self._builder.trap(
                f"` #` begins a comment and {left}",
                "quote the text if the `#` belongs to it, else write the comment as `  # …`",
                *cut,
            )
        says = disagreement(event.value) if event.plain else None
        if says is None or (is_date(event.value) and not self._builder.source.dates_matter):
            return
        message = f"`{shown(event.value)}` without quotes is {says}"
        self._builder.trap(message, "quote it if it is text, else write it plainly", event.start, event.end)

    def _look_at_tag(self, event: Event) -> None:
        if event.tag not in _HARMLESS_TAGS:
            message = f"the tag `{shown(event.tag or '')}` is refused by some readers and ignored by others"
            self._builder.trap(message, "remove the tag", event.start, event.end)

    def _look_for_tab(self, start: int) -> None:
        tab = tab_in_indentation(self._text, start) if self._tabs else None
        if tab is not None:
            message = "a tab indents this line, which some readers refuse"
            self._builder.trap(message, "indent with spaces", tab, tab + 1)
