"""Whoever is told how far a sweep is."""

from typing import Protocol

from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.model.verdict import State


class Progress(Protocol):
    """Told of what happens in a sweep, for a bar or a log line."""

    def started(self, total: int, *, cases: int, cap_usd: float | None) -> None:
        """``total``: runs that are foreseen at most; ``cases``: to be screened, each counted once an arm."""
        ...

    def finished(self, evidence: Evidence) -> None: ...

    def decided(self, skill: str, key: RunKey, state: State) -> None:
        """The screening of a case came to its verdict; ``key``: of its last run."""
        ...

    def note(self, words: str) -> None: ...
