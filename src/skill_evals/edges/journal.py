"""The journal of a sweep: every finished run is on disk before the next is counted, so a killed sweep resumes.

One JSON object a line. The first names the sweep (``{"journal": 1, "fingerprint": "…"}``); ``{"begun": "…"}`` says that
a run was begun, by a digest of its key; ``{"batch": "…", "names": […]}`` that a batch was handed over; each other is
a run's record (docs/evidence-format.md). A line without its line feed is what a kill left of a write; it was never
counted.
"""

import asyncio
import fcntl
import hashlib
import json
import os
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

from skill_evals.errors import IncompleteError, UsageError
from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.run.controls import went_wrong
from skill_evals.run.record import decode, encode

VERSION = 1
_TO_DISK = getattr(os, "fdatasync", os.fsync)
"""The data and the size of the file, which is all that is read again; macOS has the dearer one only."""
_BEGUN = b'{"begun": "'
_BATCH = b'{"batch": '


class FileJournal:
    """A journal in one file, held by one process at a time; it implements ``run.ports.journal.Journal`` and ``Ledger``.

    ``fingerprint`` says which sweep it is: plan, models, backend, whatever makes runs comparable. A journal of another
    sweep is kept beside it under a numbered name, and a new one is begun.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        """Open, lock and read it.

        Raises:
            UsageError: another process holds it, it cannot be opened, or a line in its middle is not a record.
        """
        self.path = path
        self.set_aside: Path | None = None
        """Where the journal of another sweep was moved to, if there was one."""
        self._handle = _open(path)
        self._in_flight = 0
        self._batches: dict[str, tuple[str, ...]] = {}
        self._disk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        self._next: asyncio.Future[None] | None = None
        """Of those who wait for the disk to be done with what was written before, and then with theirs."""
        self._syncing: asyncio.Task[None] | None = None
        try:
            content = _read(self._handle)
            if content and _fingerprint(content) != fingerprint:
                self._start_afresh()
                content = b""
            self._finished = self._resume(content) if content else {}
            if not content:
                self._write(json.dumps({"journal": VERSION, "fingerprint": fingerprint}))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finished(self) -> Mapping[RunKey, Evidence]:
        """What an earlier sweep with the same fingerprint already paid for; an error that cost nothing is none of it,
        since the outage may be over by now, nor is a control that went wrong.
        """
        return self._finished

    def in_flight(self) -> int:
        """Runs that were begun and never came to an end."""
        return self._in_flight

    def begin(self, key: RunKey) -> None:
        """Raises IncompleteError, as ``append``."""
        self._write(f'{{"begun": "{_digest(key)}"}}')

    def batches(self) -> Mapping[str, tuple[str, ...]]:
        return self._batches

    def keep_batch(self, batch: str, names: tuple[str, ...]) -> None:
        """Raises IncompleteError, as ``append``."""
        self._write(json.dumps({"batch": batch, "names": names}))

    def append(self, evidence: Evidence) -> None:
        """A kill of this process leaves the record there.

        Raises:
            IncompleteError: it cannot be written; what was there before is whole.
        """
        self._write(encode(evidence))

    async def on_disk(self) -> None:
        """All who wait while the disk is busy are served by one more turn of it.

        Raises:
            IncompleteError: the disk did not take it.
        """
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
            if self._syncing is None:
                self._syncing = asyncio.ensure_future(self._sync())
        try:
            await asyncio.shield(self._next)
        except OSError as error:
            raise self._unwritable(error) from error

    async def _sync(self) -> None:
        while self._next is not None:
            waiting, self._next = self._next, None
            try:
                await asyncio.get_running_loop().run_in_executor(self._disk, _TO_DISK, self._handle)
            except OSError as error:
                waiting.set_exception(error)
            else:
                waiting.set_result(None)
        self._syncing = None

    def close(self) -> None:
        """Let another process have it; twice does no harm."""
        self._disk.shutdown()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def _resume(self, content: bytes) -> dict[RunKey, Evidence]:
        whole = content.rpartition(b"\n")[0] + b"\n"
        os.ftruncate(self._handle, len(whole))
        os.lseek(self._handle, 0, os.SEEK_END)
        lines = list(enumerate(whole.split(b"\n")[1:-1], start=2))
        begun = Counter(
            line[len(_BEGUN) : -2].decode("utf-8", "replace") for _, line in lines if line.startswith(_BEGUN)
        )
        found = [
            decode(line.decode("utf-8", "replace"), f"{self.path} line {n}")
            for n, line in lines
            if not line.startswith((_BEGUN, _BATCH))
        ]
        self._batches = dict(_batch(line, f"{self.path} line {n}") for n, line in lines if line.startswith(_BATCH))
        self._in_flight = (begun - Counter(_digest(one.key) for one in found)).total()
        return {one.key: one for one in found if (one.outcome.measured or one.usage.calls) and not went_wrong(one)}

    def _start_afresh(self) -> None:
        self.set_aside = _free_name(self.path)
        self.path.rename(self.set_aside)
        stale, self._handle = self._handle, _open(self.path)
        os.close(stale)

    def _write(self, line: str) -> None:
        before = os.lseek(self._handle, 0, os.SEEK_END)
        rest = memoryview(line.encode() + b"\n")
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
        except OSError as error:
            os.ftruncate(self._handle, before)
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> IncompleteError:
        return IncompleteError(
            f"the journal {self.path} cannot be written: {error.strerror}",
            cure="make room or choose another folder, then start the sweep again: it resumes",
        )


def _open(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UsageError(
            f"the journal {path} cannot be opened: {error.strerror}", cure="choose another folder for it"
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise UsageError(
            f"another sweep is writing the journal {path}", cure="wait for it, or stop it, then start this one again"
        ) from None
    return handle


def _read(handle: int) -> bytes:
    """Everything up to the end, or nothing where not even the first line was written whole."""
    with os.fdopen(os.dup(handle), "rb") as stream:
        stream.seek(0)
        content = stream.read()
    if b"\n" not in content:
        os.ftruncate(handle, 0)
        return b""
    return content


def _fingerprint(content: bytes) -> str | None:
    """The sweep that the first line names; None where it names none that this version knows."""
    try:
        header = json.loads(content.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return None
    if not isinstance(header, dict) or header.get("journal") != VERSION:
        return None
    named = header.get("fingerprint")
    return named if isinstance(named, str) else None


def _batch(line: bytes, where: str) -> tuple[str, tuple[str, ...]]:
    """A batch and what it holds; raises UsageError where the line was not written here."""
    try:
        found = json.loads(line)
        name, names = found["batch"], found["names"]
    except (ValueError, RecursionError, TypeError, KeyError):
        name, names = None, None
    if not isinstance(name, str) or not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise UsageError(f"{where} tells of no batch", cure="delete the journal, or the line, and start again")
    return name, tuple(names)


def _digest(key: RunKey) -> str:
    return hashlib.sha256(repr(key).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.{number}")).exists():
        number += 1
    return aside
