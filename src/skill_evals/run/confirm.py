"""Fresh runs of a set of cases: both arms, alternating, with a look after a few."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, Evidence, Outcome, Stage
from skill_evals.run.ports import RunRequest
from skill_evals.run.tally import Grade, Runs

Pairs: TypeAlias = Sequence[tuple[Runs, Runs]]
"""Base and head of each case, in the order of the set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothArms:
    """A case of a set: the request of a run in either arm; stage and index are the set's to fill in."""

    id: str
    base: RunRequest
    head: RunRequest


class Confirmation:
    """A series of the engine: ``confirm_runs`` runs a case and arm, none of them replaced or shared with anything.

    After ``look`` runs an arm ``goes_on`` is asked, once, whether the set is worth the rest.
    """

    def __init__(
        self,
        cases: Sequence[BothArms],
        *,
        stage: Stage,
        policy: TierPolicy,
        goes_on: Callable[[Pairs], bool],
        grade: Grade,
    ) -> None:
        self.cases = cases
        self.pairs: list[tuple[Runs, Runs]] = [(Runs(), Runs()) for _ in cases]
        self.stopped_at_look = False
        self.stopped: str | None = None
        """Why a cap kept it from its end."""
        self._stage = stage
        look = min(policy.look, policy.confirm_runs)
        self._steps = [range(look), range(look, policy.confirm_runs)]
        self._goes_on = goes_on
        self._grade = grade
        self._places: dict[tuple[Arm, str], Runs] = {}
        for case, (base, head) in zip(cases, self.pairs, strict=True):
            self._places[Arm.BASE, case.base.key.case] = base
            self._places[Arm.HEAD, case.head.key.case] = head
        self._outstanding = 0

    def ready(self) -> Sequence[RunRequest]:
        if self._outstanding or self.stopped is not None or not self._steps:
            return ()
        if len(self._steps) == 1 and not self._goes_on(self.pairs):
            self.stopped_at_look = True
            self._steps.clear()
            return ()
        requests = [
            replace(request, key=replace(request.key, stage=self._stage, index=index))
            for index in self._steps.pop(0)
            for case in self.cases
            for request in (case.base, case.head)
        ]
        self._outstanding = len(requests)
        return requests

    def take(self, request: RunRequest, evidence: Evidence) -> None:
        self._outstanding -= 1
        if evidence.outcome is Outcome.BUDGET:
            self.stopped = evidence.detail
            return
        self._places[request.key.arm, request.key.case].add(evidence, self._grade(request, evidence))
