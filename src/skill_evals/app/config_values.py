"""Values of the configuration file: what each may be, and a complaint with place and cure where it is not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from skill_evals.documents.document import Document
from skill_evals.errors import ConfigError
from skill_evals.lint.suggest import nearest
from skill_evals.model.position import Part, Pointer


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value of the file with its place, so that every complaint can point at it."""

    document: Document
    at: Pointer
    value: object

    def refuse(self, expected: str, *, part: Part = Part.VALUE) -> ConfigError:
        span = self.document.span(self.at, part)
        name = ".".join(str(step) for step in self.at) or "the configuration"
        return ConfigError(
            f"{self.document.path}:{span.line}:{span.column}: {name} is {self.value!r}, expected {expected}",
            cure=f"write {expected}, or leave the key out for its default (docs/configuration.md)",
        )

    def step(self, name: str | int, value: object) -> "Value":
        return replace(self, at=(*self.at, name), value=value)


def text(value: Value) -> str:
    if not isinstance(value.value, str) or not value.value.strip():
        raise value.refuse("a text")
    return value.value


def one_of(*allowed: str) -> Callable[[Value], str]:
    def read(value: Value) -> str:
        word = "off" if value.value is False else value.value
        if word not in allowed:
            raise value.refuse("one of " + ", ".join(allowed))
        return str(word)

    return read


def texts(value: Value) -> tuple[str, ...]:
    if not isinstance(value.value, list):
        raise value.refuse("a list of texts")
    return tuple(text(value.step(index, item)) for index, item in enumerate(value.value))


def number(value: Value) -> float:
    if isinstance(value.value, bool) or not isinstance(value.value, int | float) or value.value < 0:
        raise value.refuse("a number that is not negative")
    return float(value.value)


def share(value: Value) -> float:
    found = number(value)
    if found > 1:
        raise value.refuse("a share between 0 and 1")
    return found


def count(value: Value) -> int:
    if isinstance(value.value, bool) or not isinstance(value.value, int) or value.value < 1:
        raise value.refuse("a positive whole number")
    return value.value


def flag(value: Value) -> bool:
    if not isinstance(value.value, bool):
        raise value.refuse("true or false")
    return value.value


def balance(value: Value) -> tuple[float, float]:
    pair = value.value
    if not isinstance(pair, list) or len(pair) != 2:
        raise value.refuse("two shares, such as [0.3, 0.7]")
    low, high = (share(value.step(index, item)) for index, item in enumerate(pair))
    if low > high:
        raise value.refuse("two shares, the smaller one first")
    return low, high


def mapping(value: Value, known: tuple[str, ...] | None = None) -> Mapping[str, Value]:
    """The members by name; with ``known``, any other name is refused with the nearest one."""
    if not isinstance(value.value, dict):
        raise value.refuse("keys and values")
    members = {str(name): value.step(name, member) for name, member in value.value.items()}
    for name, member in members.items():
        if known is not None and name not in known:
            raise _unknown(member, name, known)
    return members


def _unknown(member: Value, name: str, known: tuple[str, ...]) -> ConfigError:
    span = member.document.span(member.at, Part.KEY)
    near = nearest(name, known)
    return ConfigError(
        f"{member.document.path}:{span.line}:{span.column}: unknown key {name!r}",
        cure=f"did you mean {near!r}?" if near else "the keys are " + ", ".join(sorted(known)),
    )


def record(value: Value, required: tuple[str, ...]) -> dict[str, Value]:
    members = dict(mapping(value, required))
    missing = [name for name in required if name not in members]
    if missing:
        raise value.refuse("an entry with " + ", ".join(required), part=Part.OPEN)
    return members


def items(value: Value) -> list[Value]:
    if not isinstance(value.value, list):
        raise value.refuse("a list")
    return [value.step(index, item) for index, item in enumerate(value.value)]
