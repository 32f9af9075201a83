"""What a night's sweep left in its folder: ``report.json``, and below ``results/`` the sidecars of its results."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skill_evals.edges.github.report_read import read_report
from skill_evals.errors import UsageError
from skill_evals.model.provenance import Provenance
from skill_evals.model.report import Report
from skill_evals.results.provenance import read_provenance

REPORT = "report.json"
_MOST_BYTES = 2**26
_MOST_SIDECARS = 2_000
_CURE = "name the report.json of a sweep, the folder that it lies in, or the one above"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightReport:
    path: Path
    report: Report
    provenance: tuple[Provenance, ...]


def night_reports(place: Path) -> Iterator[NightReport]:
    """Of a file that one; of a folder the report in it and those one below, in the order of their names.

    Raises:
        UsageError: there is nothing of that name, or a report is none, too large, or a link.
    """
    below = (*place.glob(REPORT), *place.glob(f"*/{REPORT}"))
    paths = sorted(below) if place.is_dir() else [place]
    for path in paths:
        data = _read(path)
        yield NightReport(path=path, report=read_report(data), provenance=tuple(_sidecars(path.parent / "results")))


def _sidecars(folder: Path) -> Iterator[Provenance]:
    """Those that can be read: the others leave unknown what they would tell."""
    if folder.is_symlink():
        return
    for path in sorted(folder.rglob("*.provenance.json"))[:_MOST_SIDECARS]:
        found = read_provenance(_read(path))
        if found is not None:
            yield found


def _read(path: Path) -> bytes:
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            raise UsageError(f"{path} is no file of at most {_MOST_BYTES:,} bytes", cure=_CURE)
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", cure=_CURE) from error
