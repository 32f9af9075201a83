"""Findings: each is the input, in ``fuzz/crashes/``, and what happened with it."""

import hashlib
import json
import traceback
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRASHES = ROOT / "fuzz" / "crashes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    target: str
    what: str
    where: str
    file: str
    """The input, from the root of the project where it lies in it."""


def keep(target: str, data: bytes, what: str, where: str) -> Finding:
    """Write an input down."""
    CRASHES.mkdir(exist_ok=True)
    path = CRASHES / f"{target}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    file = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return Finding(target=target, what=what, where=where, file=file.as_posix())


def place_of(error: BaseException) -> str:
    """The innermost line of ours that an exception went through, by which two of them are the same."""
    ours = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(ROOT)]
    ours = [frame for frame in ours if ".venv" not in frame.filename]
    if not ours:
        return "?"
    return f"{Path(ours[-1].filename).relative_to(ROOT).as_posix()}:{ours[-1].lineno}"


def line_of(finding: Finding) -> str:
    return json.dumps(asdict(finding))


def read(path: Path) -> list[Finding]:
    """The findings of a file of such lines."""
    if not path.exists():
        return []
    return [Finding(**json.loads(line)) for line in path.read_text().splitlines()]
