"""Fresh runs in two steps: a few, a look at them, and the rest where that is worth it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Evidence, Outcome, RunKey
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.tally import Grade, Runs


class Stepwise(ABC):
    """A series of the engine: ``confirm_runs`` runs of each request, none of them replaced or shared with anything.

    After ``look`` runs of each it ends where ``goes_on`` does not want the rest.
    """

    def __init__(self, *, policy: TierPolicy, grade: Grade) -> None:
        self.stopped_at_look = False
        self.stopped: str | None = None
        """Why a cap kept it from its end."""
        look = min(policy.look, policy.confirm_runs)
        self._steps = [range(look), range(look, policy.confirm_runs)]
        self._grade = grade
        self._outstanding = 0

    @abstractmethod
    def goes_on(self) -> bool:
        """Whether the runs so far are worth the rest; asked once."""

    @abstractmethod
    def requests(self, indices: range) -> Sequence[RunRequest]:
        """Of one step, in their order."""

    @abstractmethod
    def runs_of(self, key: RunKey) -> Runs:
        """Where a run is counted."""

    def ready(self) -> Sequence[RunRequest]:
        if self._outstanding or self.stopped is not None or not self._steps:
            return ()
        if len(self._steps) == 1 and not self.goes_on():
            self.stopped_at_look = True
            self._steps.clear()
            return ()
        requests = self.requests(self._steps.pop(0))
        self._outstanding = len(requests)
        return requests

    def take(self, request: RunRequest, evidence: Evidence) -> None:
        self._outstanding -= 1
        if evidence.outcome is Outcome.BUDGET:
            self.stopped = evidence.detail
            return
        self.runs_of(request.key).add(evidence, self._grade(request, evidence))
