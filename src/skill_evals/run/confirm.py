"""Fresh runs of a set of cases: both arms, alternating, with a look after a few."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.stepwise import Stepwise
from skill_evals.run.tally import Grade, Runs

Pairs: TypeAlias = Sequence[tuple[Runs, Runs]]
"""Base and head of each case, in the order of the set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothArms:
    """A case of a set: the request of a run in either arm; stage and index are the set's to fill in."""

    id: str
    base: RunRequest
    head: RunRequest


class Confirmation(Stepwise):
    """Both arms of every case, alternating; after the look ``goes_on`` says whether the set is worth the rest."""

    def __init__(
        self,
        cases: Sequence[BothArms],
        *,
        stage: Stage,
        policy: TierPolicy,
        goes_on: Callable[[Pairs], bool],
        grade: Grade,
    ) -> None:
        super().__init__(policy=policy, grade=grade)
        self.cases = cases
        self.pairs: list[tuple[Runs, Runs]] = [(Runs(), Runs()) for _ in cases]
        self._stage = stage
        self._goes_on = goes_on
        self._places: dict[tuple[Arm, str], Runs] = {}
        for case, (base, head) in zip(cases, self.pairs, strict=True):
            self._places[Arm.BASE, case.base.key.case] = base
            self._places[Arm.HEAD, case.head.key.case] = head

    def goes_on(self) -> bool:
        return self._goes_on(self.pairs)

    def requests(self, indices: range) -> Sequence[RunRequest]:
        return [
            replace(request, key=replace(request.key, stage=self._stage, index=index))
            for index in indices
            for case in self.cases
            for request in (case.base, case.head)
        ]

    def runs_of(self, key: RunKey) -> Runs:
        return self._places[key.arm, key.case]
