"""Who was called where a skill had to be, and where it had not to be."""

from collections.abc import Mapping
from dataclasses import dataclass

NOBODY = ""
"""The column of runs in which no skill was called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionRow:
    """The screening runs of all queries of a skill that ask for the same."""

    skill: str
    should_trigger: bool
    called: Mapping[str, int]
    """Runs by the first skill that was called, NOBODY where none was. For a query that must not trigger a skill which
    was called later in the turn, by that skill."""
    errored: int = 0

    @property
    def correct(self) -> int:
        hit = self.called.get(self.skill, 0)
        return hit if self.should_trigger else sum(self.called.values()) - hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Tier 1 of one model in one arm."""

    model: str
    arm: str
    rows: tuple[ConfusionRow, ...]
