"""The inputs of a step, as the runner hands them on: ``INPUT_<NAME>``, upper case, dashes kept.

A left-out input and one that was written empty, such as a secret that is not there, both come as the empty text, which
reads as "use the default" (facts of the runner: https://github.com/actions/runner, Handler.cs and ActionRunner.cs).
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from skill_evals.errors import UsageError

T = TypeVar("T")

_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_LONGEST = 40


def spellings(name: str) -> tuple[str, ...]:
    """The variables that an input may stand in. Other runners, and wrappers in a shell, write an underscore for the
    dash.
    """
    key = f"INPUT_{name.upper()}"
    return key, key.replace("-", "_")


class Inputs:
    """Every method raises UsageError, naming the input, where its value cannot be read as what it should be."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def text(self, name: str, default: str = "") -> str:
        for one in spellings(name):
            value = self._environment.get(one, "").strip()
            if value:
                return value
        return default

    def flag(self, name: str, *, default: bool = False) -> bool:
        """YAML 1.2's words only: "no" and "0" are neither."""
        value = self.text(name)
        if not value:
            return default
        if value in _TRUE or value in _FALSE:
            return value in _TRUE
        raise self.wrong(name, "`true` or `false`")

    def integer(self, name: str) -> int | None:
        value = self.text(name)
        if not value:
            return None
        if value.isascii() and value.isdecimal() and len(value) < 10:
            return int(value)
        raise self.wrong(name, "a whole number, such as 300")

    def number(self, name: str) -> float | None:
        value = self.text(name)
        return None if not value else self._made(name, value, float, "a number, such as 2.50")

    def lines(self, name: str) -> tuple[str, ...]:
        """One item a line; empty lines and those that begin with `#` are none."""
        found = (line.strip() for line in self.text(name).splitlines())
        return tuple(line for line in found if line and not line.startswith("#"))

    def word(self, name: str, known: Mapping[str, T], default: str) -> T:
        """One of a fixed list."""
        value = self.text(name, default)
        if value in known:
            return known[value]
        raise self.wrong(name, f"one of {', '.join(f'`{word}`' for word in known)}")

    def wrong(self, name: str, wanted: str) -> UsageError:
        value = self.text(name)
        shown = value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
        return UsageError(
            f"the input `{name}` is {shown!r}, which is not {wanted}",
            cure=f"write {wanted} under `with:` in the workflow, or leave `{name}` out for its default",
        )

    def _made(self, name: str, value: str, make: Callable[[str], float], wanted: str) -> float:
        try:
            found = make(value)
        except ValueError:
            raise self.wrong(name, wanted) from None
        if not 0 <= found < float("inf"):
            raise self.wrong(name, wanted)
        return found
