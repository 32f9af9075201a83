"""``light``: the dataclass of nouns that a large tree has by the ten thousand, frozen for the type checker only.

Making a frozen object costs three times as much as making a plain one, since every field goes through
``object.__setattr__``; over 30,000 cases that was a tenth of a whole lint (docs/decisions/lint-speed.md). Whoever
writes to a field of a light noun is refused by mypy; it compares and hashes as a frozen dataclass does.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as light
else:
    from dataclasses import dataclass

    def light(*, frozen: bool, slots: bool, kw_only: bool):  # noqa: ANN201 -- mypy reads the other branch
        """As ``dataclass``; what is declared frozen keeps its hash."""
        return dataclass(unsafe_hash=frozen, slots=slots, kw_only=kw_only)


__all__ = ["light"]
