"""What a shard left in its folder, read as a stranger's: within bounds, through no link, and as its digest says."""

import hashlib
import os
import stat
from pathlib import Path

from skill_evals.edges.backends.recorder import FILE
from skill_evals.edges.unlinked import file_flags
from skill_evals.errors import UsageError
from skill_evals.run.record import decode
from skill_evals.run.shard_record import NAME, ShardFiles, decode_shard

_RECORD = 16 * 2**20
_RUNS = 2**30
"""Bytes of the largest file of each kind that is read."""


def read_shard(folder: Path) -> ShardFiles:
    """Raises UsageError where a file is not there, too large, a link, or not as it must be."""
    record = decode_shard(_read(folder / NAME, _RECORD), str(folder / NAME))
    path = folder / "recordings" / FILE
    runs = _read(path, _RUNS)
    if hashlib.sha256(runs).hexdigest() != record.runs:
        raise UsageError(f"{path} is not the file that {NAME} beside it tells of", cure="fetch the shard's folder anew")
    lines = runs.decode("utf-8", "replace").splitlines()
    evidence = tuple(decode(line, f"{path} line {n}") for n, line in enumerate(lines, start=1))
    return ShardFiles(where=str(folder), record=record, evidence=evidence)


def _read(path: Path, most: int) -> bytes:
    cure = "name the folder that `skill-evals pr --shard … --out DIR` wrote"
    try:
        handle = os.open(path, file_flags())
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or found.st_size > most:
                raise UsageError(f"{path} is no file of at most {most:,} bytes", cure=cure)
            return file.read(most)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", cure=cure) from error
