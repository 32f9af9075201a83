"""The first inputs of a target: our own small documents, and real ones where the corpus lies beside the project."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

from fuzz.findings import ROOT
from fuzz.target import Target

CORPUS = ROOT.parent / "shared" / "corpus"
MOST_WILD = 60
"""Real files a glob."""


def seeds(target: Target, seed: int) -> Iterator[bytes]:
    """Inputs no longer than the target takes; random bytes for a target that makes its own structure of them."""
    chance = random.Random(f"{seed} {target.name}")
    found = [path.read_bytes() for glob in target.seeds for path in sorted(ROOT.glob(glob)) if path.is_file()]
    found += [*target.texts, *(data for glob in target.wild for data in _wild(glob, chance, target.longest))]
    if not found:
        found = [chance.randbytes(chance.choice((64, 256, 1024))) for _ in range(50)]
    for data in found:
        for head in target.heads or (None,):
            seeded = data if head is None else bytes([head]) + data
            if len(seeded) <= target.longest:
                yield seeded


def plant(target: Target, seed: int, folder: Path) -> None:
    """Write the seeds into a folder of their own, beside what earlier runs found there."""
    folder.mkdir(parents=True, exist_ok=True)
    for data in seeds(target, seed):
        (folder / hashlib.sha256(data).hexdigest()).write_bytes(data)


def _wild(glob: str, chance: random.Random, longest: int) -> list[bytes]:
    if not CORPUS.is_dir():
        return []
    paths = [path for path in sorted(CORPUS.rglob(glob)) if path.is_file() and path.stat().st_size < longest]
    return [path.read_bytes() for path in chance.sample(paths, min(MOST_WILD, len(paths)))]
