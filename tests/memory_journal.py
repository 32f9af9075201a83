"""Journals without a disk, for sweeps in tests."""

from collections.abc import Mapping

from skill_evals.model.evidence import Evidence, RunKey


class DisklessJournal:
    """What a journal does besides holding finished runs, where there is nothing to write."""

    def in_flight(self) -> int:
        return 0

    def begin(self, key: RunKey) -> None:
        pass

    async def on_disk(self) -> None:
        pass

    def batches(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def keep_batch(self, batch: str, names: tuple[str, ...]) -> None:
        pass

    def close(self) -> None:
        pass


class MemoryJournal(DisklessJournal):
    """Begins with what an earlier sweep finished; ``kept`` grows by what this one does."""

    def __init__(self, finished: Mapping[RunKey, Evidence] | None = None) -> None:
        self.kept: dict[RunKey, Evidence] = dict(finished or {})

    def finished(self) -> Mapping[RunKey, Evidence]:
        return dict(self.kept)

    def append(self, found: Evidence) -> None:
        assert found.key not in self.kept, "a finished run was paid for twice"
        self.kept[found.key] = found
