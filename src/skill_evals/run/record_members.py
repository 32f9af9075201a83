"""Typed access to the members of a recorded object, with errors that name line, member and cure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from skill_evals.errors import SkillEvalsError, UsageError

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """One object of a recorded line; ``where`` says which, for messages. Members that are not asked for are ignored.

    Every method raises ``error`` where a member has the wrong type, or is absent and has no default.
    """

    where: str
    values: Mapping[str, object]
    cure: str = "correct the line or delete it; docs/evidence-format.md describes every member"
    error: type[SkillEvalsError] = UsageError

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, default)
        if isinstance(value, str):
            return value
        raise self.wrong(name, "a text")

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        value = self.values.get(name, default)
        if isinstance(value, bool):
            return value
        raise self.wrong(name, "true or false")

    def integer(self, name: str, default: int | None = None) -> int:
        value = self.values.get(name, default)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise self.wrong(name, "an integer")

    def number(self, name: str, default: float | None = None) -> float:
        value = self.values.get(name, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        raise self.wrong(name, "a number")

    def absent(self, name: str) -> bool:
        """Whether the member is missing or null, for members that may be either."""
        return self.values.get(name) is None

    def texts(self, name: str) -> tuple[str, ...]:
        """An array of texts; empty where it is absent."""
        found: list[str] = []
        for item in self._array(name):
            if not isinstance(item, str):
                raise self.wrong(name, "an array of texts")
            found.append(item)
        return tuple(found)

    def items(self, name: str) -> "tuple[Members, ...]":
        """An array of objects; empty where it is absent."""
        return tuple(self._members(f"{name}[{n}]", item) for n, item in enumerate(self._array(name)))

    def member(self, name: str) -> "Members":
        """An object; an empty one where it is absent."""
        return self._members(name, self.values.get(name, {}))

    def mapping(self, name: str) -> "dict[str, Members]":
        """Objects by name; none where it is absent."""
        return {key: self._members(f"{name}.{key}", value) for key, value in self.member(name).values.items()}

    def places(self, name: str) -> "dict[int, Members]":
        """Objects by the place of a check; none where it is absent."""
        found = self.mapping(name)
        bad = next((key for key in found if not (key.isascii() and key.isdigit() and len(key) < 10)), None)
        if bad is not None:
            raise self.wrong(f"{name}.{bad}", "named by the place of a check, such as 0")
        return {int(key): value for key, value in found.items()}

    def word(self, name: str, make: Callable[[str], T]) -> T:
        """A word out of a fixed list, ``make`` being the enumeration."""
        try:
            return make(self.text(name))
        except ValueError:
            raise self.wrong(name, "one of the words of docs/evidence-format.md") from None

    def wrong(self, name: str, wanted: str) -> SkillEvalsError:
        return self.error(f"{self.where}: `{name}` must be {wanted}", cure=self.cure)

    def _array(self, name: str) -> list[object]:
        value = self.values.get(name, [])
        if isinstance(value, list):
            return value
        raise self.wrong(name, "an array")

    def _members(self, name: str, value: object) -> "Members":
        if isinstance(value, dict):
            return Members(where=f"{self.where}, {name}", values=value, cure=self.cure, error=self.error)
        raise self.wrong(name, "an object")
