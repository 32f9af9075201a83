"""``merge-driver``: what git asks where two branches changed one file of results."""

from dataclasses import dataclass
from pathlib import Path
from posixpath import basename

from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.git import Git
from skill_evals.errors import ResultsError, UsageError
from skill_evals.model.results import SCHEMA
from skill_evals.results.codec import dump, format_of, load
from skill_evals.results.provenance import SIDECAR, read_provenance, write_provenance
from skill_evals.results.three_way import merged_results
from skill_evals.results.three_way_provenance import merged_provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Files that git wrote; ``base`` is an empty one where the branches have none in common."""

    base: Path
    ours: Path
    """The merged file takes its place."""
    theirs: Path
    path: str
    """As it is named in the repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    is_settled: bool
    words: tuple[str, ...] = ()
    """Why it is not, or was merged otherwise."""


def merge_files(versions: Versions, *, at: Path) -> Merged:
    """``at``: any folder of the repository.

    Raises:
        UsageError: a file cannot be read or written, or git cannot merge.
    """
    base, ours, theirs = (_read(path) for path in (versions.base, versions.ours, versions.theirs))
    try:
        merged, conflicts = _merged(versions.path, base, ours, theirs)
    except ResultsError as error:
        words = (f"{versions.path} is merged line by line: {error.message}",)
        return Merged(is_settled=_by_line(versions, at), words=words)
    if conflicts:
        _by_line(versions, at)
        return Merged(is_settled=False, words=tuple(f"{versions.path}: {words}" for words in conflicts))
    write_atomic(versions.ours, merged)
    return Merged(is_settled=True)


def _merged(path: str, base: bytes, ours: bytes, theirs: bytes) -> tuple[bytes, list[str]]:
    """
    Raises:
        ResultsError: a side does not hold results of a form that this version writes.
    """
    if basename(path) == SIDECAR:
        sides = [read_provenance(data) for data in (ours, theirs)]
        mine, other = sides
        if mine is None or other is None:
            raise ResultsError("it is no sidecar that this version reads")
        sidecar, conflicts = merged_provenance(read_provenance(base), mine, other)
        return write_provenance(sidecar), conflicts
    known = [load(path, data) for data in (ours, theirs)]
    before = load(path, base) if base.strip() else None
    if any(one.schema != SCHEMA for one in known):
        raise ResultsError(f"it is not of schema {SCHEMA}")
    file, found = merged_results(before, *known)
    return dump(file, format_of(path)), found


def _by_line(versions: Versions, at: Path) -> bool:
    """As git does without a driver; whether that leaves no conflict."""
    names = ("-L", "ours", "-L", "base", "-L", "theirs")
    files = (str(path.absolute()) for path in (versions.ours, versions.base, versions.theirs))
    code, _ = Git(at).run("merge-file", *names, *files, ok=tuple(range(128)))
    return code == 0


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}", cure="git calls this: skill-evals merge-driver %O %A %B %P"
        ) from error
