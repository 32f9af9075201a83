"""Screening of one case in one arm: runs until the majority is decided, replacing what errored."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from skill_evals.model.evidence import Evidence, Outcome, RunKey
from skill_evals.model.verdict import State
from skill_evals.run.curtail import least_outstanding, verdict
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.tally import Grade, Runs


class Screening:
    """A series of the engine. ``first`` is the request of its run 0; the others differ in their index only.

    Errored runs are replaced, at most ``runs`` times. Without a verdict after that the case is ERROR; where a cap
    stopped it, or nothing in it could be checked, SKIPPED.
    """

    def __init__(
        self,
        first: RunRequest,
        *,
        runs: int,
        expects_use: bool,
        grade: Grade,
        told: Callable[[RunKey, State], None] | None = None,
    ) -> None:
        """``told`` hears of the end: the key of the last run, and the verdict."""
        self.first = first
        self.runs = Runs()
        self.stopped: str | None = None
        """Why a cap kept it from its end."""
        self._planned = runs
        self._expects_use = expects_use
        self._grade = grade
        self._told = told
        self._given = 0
        self._taken = 0

    @property
    def state(self) -> State:
        reached = verdict(self.runs.correct, self.runs.valid, self._planned, expects_use=self._expects_use)
        if reached is not None:
            return reached
        return State.SKIPPED if self.stopped is not None or self.runs.unchecked is not None else State.ERROR

    def ready(self) -> Sequence[RunRequest]:
        start, self._given = self._given, self._given + self._wanted()
        return tuple(self._request(index) for index in range(start, self._given))

    def _wanted(self) -> int:
        """How many more runs may start now."""
        if self.stopped is not None or self.runs.unchecked is not None:
            return 0
        outstanding = least_outstanding(
            self.runs.correct, self.runs.valid, self._planned, expects_use=self._expects_use
        ) - (self._given - self._taken)
        return max(0, min(outstanding, 2 * self._planned - self._given))

    def take(self, request: RunRequest, evidence: Evidence) -> None:
        self._taken += 1
        if evidence.outcome is Outcome.BUDGET:
            self.stopped = evidence.detail
            return
        self.runs.add(evidence, self._grade(request, evidence))
        if self._told is not None and self._taken == self._given and not self._wanted():
            self._told(request.key, self.state)

    def _request(self, index: int) -> RunRequest:
        if index == 0:
            return self.first
        return replace(self.first, key=replace(self.first.key, index=index))
