"""``--record DIR``: every run that a backend makes is also written where ``replay`` finds it."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from skill_evals.errors import BackendError, UsageError
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.run.ports import Backend, Harness, Remote, RunRequest, harness_of, installing_tiers
from skill_evals.run.record import encode

FILE = "runs.jsonl"


class Recorder:
    """Implements ``run.ports.Backend``, ``Remote`` and ``Installing`` around another one.

    Runs are appended in the order in which they end; one that was not made, since a budget had ended, is not recorded.

    Raises:
        BackendError: from ``run``, where the record cannot be written.
    """

    def __init__(self, backend: Backend, folder: Path) -> None:
        """Raises UsageError where the folder cannot be made or written."""
        self._backend = backend
        self._path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._append("")
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror}", cure="choose another folder for --record"
            ) from error

    @property
    def name(self) -> str:
        return self._backend.name

    @property
    def deterministic(self) -> bool:
        return self._backend.deterministic

    @property
    def free(self) -> bool:
        return self._backend.free

    @property
    def tiers(self) -> frozenset[str]:
        return self._backend.tiers

    @property
    def installs(self) -> frozenset[str]:
        return installing_tiers(self._backend)

    def model_keys(self) -> tuple[str, ...]:
        return self._backend.model_keys()

    def check(self) -> None:
        if isinstance(self._backend, Remote):
            self._backend.check()

    def prepare(self, models: Sequence[str]) -> None:
        if isinstance(self._backend, Remote):
            self._backend.prepare(models)

    def harness(self, model: str) -> Harness:
        return harness_of(self._backend, model)

    async def close(self) -> None:
        if isinstance(self._backend, Remote):
            await self._backend.close()

    async def run(self, request: RunRequest) -> Evidence:
        made = await self._backend.run(request)
        evidence = replace(made, catalogue=request.catalogue.digest)
        if evidence.outcome is not Outcome.BUDGET:
            self._record(encode(evidence))
        return evidence

    def _record(self, line: str) -> None:
        try:
            self._append(line + "\n")
        except OSError as error:
            raise BackendError(
                f"{self._path} cannot be written: {error.strerror}", cure="make room, then start the sweep again"
            ) from error

    def _append(self, text: str) -> None:
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
