"""The one module that knows the YAML library: text → events with offsets."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from skill_evals.model.light import light


class Kind(StrEnum):
    """What an event is; the values are the library's names."""

    DOCUMENT_START = "DocumentStartEvent"
    DOCUMENT_END = "DocumentEndEvent"
    SCALAR = "ScalarEvent"
    ALIAS = "AliasEvent"
    MAPPING_START = "MappingStartEvent"
    MAPPING_END = "MappingEndEvent"
    SEQUENCE_START = "SequenceStartEvent"
    SEQUENCE_END = "SequenceEndEvent"


class LibraryError(Exception):
    """The library's error, whatever it was: ``error`` holds it."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


_KINDS = {kind.value: kind for kind in Kind}


@light(frozen=True, slots=True, kw_only=True)
class Event:
    """``start`` and ``end`` are offsets in code points; ``style`` is a scalar's indicator, None for a plain one."""

    kind: Kind
    start: int
    end: int
    anchor: str | None
    tag: str | None
    style: str | None
    value: str
    flow: bool

    @property
    def plain(self) -> bool:
        """An unquoted scalar whose type its text decides."""
        return self.style is None and self.tag is None

    @property
    def block(self) -> bool:
        return self.style in ("|", ">")


def events(text: str) -> Iterator[Event]:
    """The events of YAML text, of all its documents. Raises LibraryError at the first fault."""
    for event in _library_events(text):
        kind = _KINDS.get(type(event).__name__)
        if kind is None:
            continue
        yield Event(
            kind=kind,
            start=event.start_mark.index,
            end=event.end_mark.index,
            anchor=getattr(event, "anchor", None),
            tag=getattr(event, "tag", None),
            style=getattr(event, "style", None),
            value=getattr(event, "value", None) or "",
            flow=bool(getattr(event, "flow_style", False)),
        )


def _library_events(text: str) -> Iterator[Any]:
    from ruamel.yaml import YAML

    try:
        yield from YAML(typ="safe", pure=True, plug_ins=[]).parse(text)
    except Exception as error:  # besides its YAMLError the library lets ValueError and others escape on odd input
        raise LibraryError(error) from error
