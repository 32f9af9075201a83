"""A folder of recorded evidence, and which of its records answers a request (docs/evidence-format.md)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from skill_evals.errors import UsageError
from skill_evals.model.evidence import Evidence, RunKey, Stage, Usage
from skill_evals.model.suite import Tier
from skill_evals.run.ports.journal import NOT_RECORDED
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.record import decode
from skill_evals.run.shared import as_seen_by

_Place: TypeAlias = tuple[Tier, str, str, Stage, str, int]


class Recordings:
    """Records by tier, model, case, stage and index. Of equal records the last one counts: it was made later."""

    def __init__(self, records: Iterable[Evidence]) -> None:
        self._records: dict[_Place, list[Evidence]] = defaultdict(list)
        self.models: tuple[str, ...] = ()
        self.tiers: frozenset[str] = frozenset()
        for record in records:
            self._records[_place(record.key)].insert(0, record)
        self.models = tuple(sorted({model for _, model, *_ in self._records}))
        self.tiers = frozenset(tier.value for tier, *_ in self._records)

    def find(self, request: RunRequest) -> Evidence | str:
        """The record that answers the request, under the request's key; else why there is none, in words."""
        known = self._records.get(_place(request.key), [])
        own = [record for record in known if record.key.suite == request.key.suite]
        record = _of_arm(own, request)
        if record is None and request.trigger is not None:
            # Identical queries of several suites share a run, so it may be recorded under another suite's name.
            record = next((r for r in known if _same_listing(r, request)), None)
        if record is None:
            return _why_not(own, request)
        # The tokens were used when it was recorded, and the money spent: this run spends none.
        judging = None if record.judging is None else replace(record.judging, usage=_paid(record.judging.usage))
        return replace(as_seen_by(request, record), usage=_paid(record.usage), judging=judging)


def _paid(usage: Usage) -> Usage:
    return replace(usage, usd=0.0)


def load_recordings(folder: Path) -> Recordings:
    """Every record of the ``*.jsonl`` files of a folder, files in the order of their names.

    Raises:
        UsageError: there is no such folder, nothing is recorded in it, or a line is not a record.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".jsonl")
        texts = [(path, path.read_text(encoding="utf-8", errors="replace")) for path in files]
    except OSError as error:
        raise UsageError(
            f"the recordings in {folder} cannot be read: {error.strerror or error}",
            cure="name the folder that a run with --record wrote",
        ) from error
    lines = ((path, n, line) for path, text in texts for n, line in enumerate(text.split("\n"), start=1) if line)
    recordings = Recordings(decode(line, f"{path} line {n}") for path, n, line in lines)
    if not recordings.models:
        raise UsageError(f"no run is recorded in {folder}", cure="record some first: run with --record DIR")
    return recordings


def _place(key: RunKey) -> _Place:
    return (key.tier, key.model, key.case, key.stage, key.reverted, key.index)


def _of_arm(records: list[Evidence], request: RunRequest) -> Evidence | None:
    """Tier 1: the record made with the very listing of this arm, of the same arm if there are two; else one that names
    the arm and no listing. Tier 2: the record that names the arm, since no listing tells two contents of a skill apart.
    """
    arm = [record for record in records if record.key.arm == request.key.arm]
    if request.key.tier is Tier.EVALS:
        return arm[0] if arm else None
    listed = [record for record in (*arm, *records) if _same_listing(record, request)]
    unlisted = [record for record in arm if not record.catalogue]
    return next(iter((*listed, *unlisted)), None)


def _same_listing(record: Evidence, request: RunRequest) -> bool:
    return bool(record.catalogue) and record.catalogue == request.catalogue.digest


def _why_not(records: list[Evidence], request: RunRequest) -> str:
    key = request.key
    run = f"run {key.index + 1} of {key.case!r} ({key.stage.value}, {key.arm.value} arm, {key.model})"
    if any(record.key.arm == key.arm for record in records):
        return f"{NOT_RECORDED}: {run}, with the listing as it is now; record again, or drop `catalogue` from the line"
    return f"{NOT_RECORDED}: {run}; record it with --record"
