"""Runs of one case in one arm, as they come in: correct, valid, errored."""

from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from skill_evals.model.comparison import Count
from skill_evals.model.evidence import Evidence
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.ports.request import RunRequest

Grade: TypeAlias = Callable[[RunRequest, Evidence], RunVerdict]
"""PASS: the run was correct; FAIL: it was not; ERROR: the harness failed; SKIPPED: nothing in it could be checked."""


@dataclass(slots=True)
class Runs:
    """The runs of one case in one arm and stage so far, in the order of their indices: which of those that go at once
    ends first is chance, and nothing that is told of them may hang on it.
    """

    correct: int = 0
    valid: int = 0
    errored: int = 0
    evidence: list[Evidence] = field(default_factory=list)
    verdicts: list[RunVerdict] = field(default_factory=list)
    unchecked: str | None = None
    """Why its runs say nothing: every check was skipped."""

    def add(self, evidence: Evidence, verdict: RunVerdict) -> None:
        place = bisect(self.evidence, evidence.key.index, key=lambda one: one.key.index)
        self.evidence.insert(place, evidence)
        self.verdicts.insert(place, verdict)
        if verdict.state is State.ERROR:
            self.errored += 1
        elif verdict.state is State.SKIPPED:
            self.unchecked = verdict.reason
        else:
            self.valid += 1
            self.correct += verdict.state is State.PASS

    @property
    def count(self) -> Count:
        return Count(correct=self.correct, valid=self.valid, errored=self.errored)
