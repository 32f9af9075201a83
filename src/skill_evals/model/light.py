"""``light``: a dataclass that is made cheaply, as a class and as an object, and is frozen for the type checker only.

``dataclasses`` writes and compiles six methods for every frozen class, which for the nouns of lint was a third of its
start; and every field of a frozen object goes through ``object.__setattr__``, which takes three times as long as making
a plain one. Here only ``__init__`` is compiled; comparing, hashing and printing are shared and work on the same fields.
Whoever writes to a field is refused by mypy, and in Python's development mode (``-X dev``) also at run time.
docs/decisions/lint-speed.md has the numbers.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as light
else:
    from dataclasses import dataclass

    def _cheap(*, frozen: bool, kw_only: bool, slots: bool = False):  # noqa: ANN202 -- mypy reads the other branch
        """As ``dataclass``; what is declared frozen can be hashed."""

        def make(cls: type) -> type:
            made = dataclass(eq=False, repr=False, slots=slots, kw_only=kw_only)(cls)
            made.__eq__ = _equal
            made.__hash__ = _hashed if frozen else None
            made.__repr__ = _printed
            return made

        return make

    def _values(noun):  # noqa: ANN001, ANN202 -- as above
        return tuple([getattr(noun, name) for name, field in type(noun).__dataclass_fields__.items() if field.compare])

    def _equal(noun, other):  # noqa: ANN001, ANN202
        return _values(noun) == _values(other) if type(other) is type(noun) else NotImplemented

    def _hashed(noun):  # noqa: ANN001, ANN202
        return hash(_values(noun))

    def _printed(noun):  # noqa: ANN001, ANN202
        fields = type(noun).__dataclass_fields__.items()
        shown = ", ".join([f"{name}={getattr(noun, name)!r}" for name, field in fields if field.repr])
        return f"{type(noun).__qualname__}({shown})"

    light = dataclass if sys.flags.dev_mode else _cheap


__all__ = ["light"]
