"""A part of a sweep told again from its runs: nothing is asked, nothing is paid for, and what its budget said then is
what it says now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from skill_evals.errors import UsageError
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.run.budget import Budget, Caps, Kind
from skill_evals.run.meter import RunMeter
from skill_evals.run.ports.backend import Backend, Harness
from skill_evals.run.ports.clock import Clock
from skill_evals.run.ports.journal import NOT_RECORDED
from skill_evals.run.ports.request import RunRequest


class WitnessedBudget(Budget):
    """A budget that notes what it let begin."""

    def __init__(self, caps: Caps, clock: Clock) -> None:
        super().__init__(caps, clock)
        self.fitted: list[bool] = []
        """Its answers to what would fit, in the order of the questions."""

    def fits(self, runs: Mapping[Kind, int]) -> bool:
        self.fitted.append(super().fits(runs))
        return self.fitted[-1]


class RetoldBudget(Budget):
    """Answers as the witness noted; without a cap of its own."""

    def __init__(self, fitted: Sequence[bool], ended: str | None, clock: Clock) -> None:
        super().__init__(Caps(), clock)
        self._fitted = iter(fitted)
        self._ended = ended

    def fits(self, runs: Mapping[Kind, int]) -> bool:  # noqa: ARG002 -- it was decided then
        return next(self._fitted, False)

    def reserve(self, key: RunKey) -> RunMeter | None:
        """A run that is not there was not made, because the budget had ended."""
        if self._ended is not None:
            self.stopped = self._ended
            return None
        return super().reserve(key)


class RetoldRuns:
    """Implements ``run.ports.journal.Journal`` with runs that are all there already."""

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        self._finished = {one.key: one for one in evidence}

    def finished(self) -> Mapping[RunKey, Evidence]:
        return self._finished

    def in_flight(self) -> int:
        return 0

    def begin(self, key: RunKey) -> None:
        """Nothing is noted: it is not made."""

    def append(self, evidence: Evidence) -> None:
        """Nothing is kept twice."""

    async def on_disk(self) -> None:
        """It is."""

    def batches(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def keep_batch(self, batch: str, names: tuple[str, ...]) -> None:
        """There is none."""

    def close(self) -> None:
        """Nothing was opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetoldBackend:
    """Implements ``run.ports.backend.Backend`` and ``Remote`` for runs that another process made with ``backend``."""

    backend: Backend
    harnesses: Mapping[str, Harness] = field(default_factory=dict)
    where: str = ""

    @property
    def name(self) -> str:
        return self.backend.name

    @property
    def deterministic(self) -> bool:
        return self.backend.deterministic

    @property
    def free(self) -> bool:
        return self.backend.free

    @property
    def tiers(self) -> frozenset[str]:
        return self.backend.tiers

    def model_keys(self) -> tuple[str, ...]:
        return self.backend.model_keys()

    def check(self) -> None:
        """Nothing is needed."""

    def prepare(self, models: Sequence[str]) -> None:
        """Nothing is needed."""

    def harness(self, model: str) -> Harness:
        return self.harnesses.get(model, Harness())

    async def close(self) -> None:
        """Nothing was opened."""

    async def run(self, request: RunRequest) -> Evidence:
        """Only what decides nothing may be lacking: its recording did not hold it.

        Raises:
            UsageError: a run is lacking that decides.
        """
        key = request.key
        if key.arm is Arm.LIFT or key.stage is Stage.CULPRIT:
            return Evidence(key=key, outcome=Outcome.ERROR, detail=f"{NOT_RECORDED}: not in {self.where}")
        raise UsageError(
            f"{self.where} lacks run {key.index + 1} of {key.case!r} ({key.stage.value}, {key.arm.value} arm)",
            cure="run the shard again; its runs do not fit its record",
        )
