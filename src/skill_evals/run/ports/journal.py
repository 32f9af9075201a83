"""What keeps runs: for a sweep that was killed, and for replay."""

from collections.abc import Mapping
from typing import Protocol

from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.run.ports.request import RunRequest

NOT_RECORDED = "not recorded"
"""How the ``detail`` of an error begins where a replay holds no such run: nobody's fault, and nothing was measured."""


class Ledger(Protocol):
    """Keeps which batches were handed over, so that they are looked for again and never handed over twice."""

    def batches(self) -> Mapping[str, tuple[str, ...]]:
        """Those of an earlier sweep with the same fingerprint: the names in each."""
        ...

    def keep_batch(self, batch: str, names: tuple[str, ...]) -> None: ...


class Journal(Ledger, Protocol):
    """Keeps every finished run on disk before the next is counted."""

    def finished(self) -> Mapping[RunKey, Evidence]:
        """What an earlier, killed sweep with the same fingerprint already paid for."""
        ...

    def in_flight(self) -> int:
        """How many runs an earlier sweep began that never came to an end: they were perhaps paid for."""
        ...

    def begin(self, key: RunKey) -> None:
        """Called before a run is made; it need not be on disk yet when the call returns."""
        ...

    def append(self, evidence: Evidence) -> None:
        """Written, so that a kill of this process loses nothing."""
        ...

    async def on_disk(self) -> None:
        """Returns once all that was appended would outlive a kill of the machine too; many may wait at once."""
        ...

    def close(self) -> None:
        """Called at the end of the sweep: another may have it."""
        ...


class Recording(Protocol):
    """Keeps the runs that a sweep makes where ``replay`` finds them."""

    def keep(self, request: RunRequest, evidence: Evidence) -> None:
        """Raises BackendError where it cannot be written."""
        ...
