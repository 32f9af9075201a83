"""Verdicts: four states, from the grader to the exit code."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    """It could not be measured; it is neither a pass nor a fail."""
    SKIPPED = "skipped"
    """It was not tried, and the reason is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckVerdict:
    """The verdict on one check, with the sentence that names it and the evidence for it."""

    state: State
    text: str
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunVerdict:
    """The verdict on one run: ``correct`` is State.PASS."""

    state: State
    reason: str
    checks: tuple[CheckVerdict, ...] = ()
