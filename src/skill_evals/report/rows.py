"""How many rows each part of a text in Markdown may have."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    moved: int
    """Cases that moved, over all suites."""
    findings: int
    skips: int
    cases: int
    turns: int = 0
    """Folds that show what decided a case."""
    suites: int = 6
    """Suites whose moved cases are shown."""
    tabled: bool = False
    """Whether findings stand in a table, with those that merely inform."""
