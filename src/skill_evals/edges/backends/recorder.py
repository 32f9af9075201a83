"""``--record DIR``: every run that a sweep makes is also written where ``replay`` finds it."""

import os
from dataclasses import replace
from pathlib import Path

from skill_evals.errors import BackendError, UsageError
from skill_evals.model.evidence import Evidence
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.record import encode

FILE = "runs.jsonl"


class Recorder:
    """Implements ``run.ports.journal.Recording``. Runs are appended as they end, judged where they were."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError where the folder cannot be made or written."""
        self._path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._append("")
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror}", cure="choose another folder for --record"
            ) from error

    def keep(self, request: RunRequest, evidence: Evidence) -> None:
        """Raises BackendError where it cannot be written."""
        line = encode(replace(evidence, catalogue=request.catalogue.digest))
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
