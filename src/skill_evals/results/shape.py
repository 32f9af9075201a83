"""How a noun stands in a JSON object: which members, in which order, which of them even when empty.

A shape reads and writes the same noun, so that a round trip cannot disagree with itself. Reading is as tolerant as
Go's decoder where files in the wild need it (order, unknown members, letter case of names, null for a zero), and also
takes a whole number written as ``4.0``. Raises ResultsError for a value of the wrong type, naming the place.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from skill_evals.errors import ResultsError
from skill_evals.model.light import light
from skill_evals.model.regex import regex

Noun = TypeVar("Noun")
Reader = Callable[[object, str], object]
DEFAULT = object()
"""The noun's own default stands where a member is absent."""

_INT64 = 1 << 63
_HALF = regex("[\ud800-\udfff]")
_KINDS = {bool: "a boolean", int: "a number", float: "a number", str: "text", list: "an array", dict: "an object"}
_LARGEST = 1e100
"""No rate, price or duration comes near; sums and scaled sums of it stay finite."""


def same(value: object) -> object:
    return value


@light(frozen=True, slots=True, kw_only=True)
class Member:
    """One member of an object; its name is also the noun's attribute.

    ``absent`` is what the noun gets where the member is absent or null. ``always``: written even when None (as null) or
    empty.
    """

    name: str
    read: Reader
    write: Callable[..., object] = same
    always: bool = False
    absent: object = DEFAULT


class Shape(Generic[Noun]):
    """A noun as an object. ``head``: an attribute whose own members are written first, in the same object."""

    def __init__(
        self,
        make: Callable[..., Noun],
        *members: Member,
        head: "tuple[str, Shape[Any]] | None" = None,
    ) -> None:
        self._make = make
        self._head = head
        self._names = frozenset(m.name for m in members) | (head[1].names if head else frozenset())
        self._writers = [(member.name, member.write, member.always) for member in members]
        self._readers = [(member.name, member.read) for member in members]
        self._absent = {member.name: member.absent for member in members if member.absent is not DEFAULT}

    @property
    def names(self) -> frozenset[str]:
        return self._names

    def read(self, value: object, where: str) -> Noun:
        members = _matched(mapping(value, where), self._names)
        given = self._absent.copy()
        get = members.get
        try:
            for name, read in self._readers:
                if (raw := get(name)) is not None:
                    given[name] = read(raw, name)
        except ResultsError:  # read once more for its words: the full place is put together only for them
            given |= {
                name: read(raw, f"{where}.{name}") for name, read in self._readers if (raw := get(name)) is not None
            }
        if self._head is not None:
            given[self._head[0]] = self._head[1].read(members, where)
        return self._make(**given)

    def write(self, noun: Noun) -> dict[str, object]:
        written: dict[str, object] = {} if self._head is None else self._head[1].write(getattr(noun, self._head[0]))
        for name, write, always in self._writers:
            value = getattr(noun, name)
            if always or not (value is None or value in ((), {})):
                written[name] = value if value is None or write is same else write(value)
        return written


def mapping(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise wrong(value, where, "an object")
    return value


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise wrong(value, where, "text")
    # A lone surrogate can only come from an escape; Go reads it as U+FFFD.
    return value if value.isascii() else _HALF.sub("\ufffd", value)


def filled(value: object, where: str) -> str | None:
    """Text that is absent where it is empty."""
    return text(value, where) or None


def flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(value, where, "true or false")
    return value


def whole(value: object, where: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(value, where, "a whole number")
    if not -_INT64 <= value < _INT64:
        raise ResultsError(f"{where} is out of range")
    return value


def counted(value: object, where: str) -> int | None:
    """A count that is absent where it is zero."""
    return whole(value, where) or None


def real(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong(value, where, "a number")
    if not (math.isfinite(value) and abs(value) < _LARGEST):
        raise ResultsError(f"{where} is out of range")
    return float(value)


def items(read: Reader) -> Reader:
    """An array as a tuple."""

    def read_items(value: object, where: str) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise wrong(value, where, "an array")
        try:
            return tuple([read(item, where) for item in value])
        except ResultsError:  # as above: for the words
            return tuple([read(item, f"{where}[{place}]") for place, item in enumerate(value)])

    return read_items


def by_name(read: Reader) -> Reader:
    """An object whose names are data; a null member stays None."""

    def read_members(value: object, where: str) -> dict[str, object]:
        members = mapping(value, where)
        return {
            text(name, where): None if member is None else read(member, f"{where}[{name}]")
            for name, member in members.items()
        }

    return read_members


def write_items(write: Callable[..., object]) -> Callable[..., object]:
    return lambda values: [write(value) for value in values]


def write_by_name(write: Callable[..., object]) -> Callable[..., object]:
    """Sorted as Go sorts maps."""
    return lambda members: {
        name: None if members[name] is None else write(members[name]) for name in sorted(members, key=in_bytes)
    }


def in_bytes(name: str) -> bytes:
    """Sort key: the order of UTF-8 bytes."""
    return name.encode("utf-8", "surrogatepass")


def wrong(value: object, where: str, wanted: str) -> ResultsError:
    return ResultsError(f"{where} must be {wanted}, and is {_kind(value)}")


def _kind(value: object) -> str:
    if value is None:
        return "null"
    return _KINDS.get(type(value), type(value).__name__)


def _matched(members: Mapping[str, object], names: frozenset[str]) -> Mapping[str, object]:
    """The members, found also under another letter case where the exact name is absent."""
    if members.keys() <= names:
        return members
    others = [name for name in members if name not in names]
    folded = {name.lower(): name for name in names}
    found = {name: value for name, value in members.items() if name in names}
    for other in others:
        name = folded.get(str(other).lower())
        if name is not None:
            found.setdefault(name, members[other])
    return found
