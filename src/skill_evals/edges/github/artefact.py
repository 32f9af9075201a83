"""The artefact as a folder, from which the runner makes a zip archive; docs/formats.md describes it.

``manifest.json`` names every other file with its size and hash: ``report.json``, and below ``results/`` the results as
they would stand in the tree.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from skill_evals import __version__
from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.github.archive import read_archive
from skill_evals.edges.github.report_read import CURE, read_report
from skill_evals.edges.github.stranger_json import read_object
from skill_evals.errors import ResultsError, UsageError
from skill_evals.model.artefact import Alike, Artefact, Origin
from skill_evals.model.report import Report
from skill_evals.report.commit_mark import mark_in, mark_line
from skill_evals.report.commit_policy import is_results_path
from skill_evals.report.report_json import report_json
from skill_evals.results.codec import load
from skill_evals.results.provenance import read_provenance
from skill_evals.run.record_members import Members

VERSION = 1
FOLDER = "artefact"
"""Below ``--out``."""
_MANIFEST, _REPORT, _RESULTS = "manifest.json", "report.json", "results/"
_SIDECAR = ".provenance.json"
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_MOST_ALIKE = 20
NOBODY = Alike()
"""There is no other head like this one, and nothing to tell the next."""


def write_artefact(
    folder: Path, report: Report, results: Mapping[str, bytes], origin: Origin, alike: Alike = NOBODY
) -> None:
    """Write the files of an artefact into a folder, which is made where it is not there.

    Raises:
        UsageError: it cannot be written.
    """
    kept = {path: data for path, data in results.items() if is_results_path(path)}
    files = {_REPORT: report_json(report).encode(), **{f"{_RESULTS}{path}": data for path, data in kept.items()}}
    manifest = {
        "version": VERSION,
        "product": __version__,
        "repository": origin.repository,
        "run": origin.run,
        "head_sha": origin.head_sha,
        "event": origin.event,
        **({} if alike.mark is None else {"mark": mark_line(alike.mark)}),
        "alike": list(alike.heads),
        "files": [
            {"path": path, "bytes": len(data), "sha256": sha256(data).hexdigest()} for path, data in files.items()
        ],
    }
    for name, data in {_MANIFEST: (json.dumps(manifest, indent=2) + "\n").encode(), **files}.items():
        place = folder / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"{place.parent} cannot be made: {error.strerror}", cure="choose another folder as `out`"
            ) from error
        write_atomic(place, data, beneath=folder)


def read_artefact(archive: bytes) -> Artefact:
    """What an archive holds, every byte of it taken for a stranger's.

    Raises:
        UsageError: it is not what ``write_artefact`` writes.
    """
    files = dict(read_archive(archive))
    found = read_object(files.pop(_MANIFEST, b"null"), _MANIFEST, cure=CURE)
    if found.integer("version") != VERSION:
        raise found.wrong("version", str(VERSION))
    _check_files(found, files)
    report = read_report(files.pop(_REPORT, b"null"))
    results = {path.removeprefix(_RESULTS): data for path, data in files.items()}
    for path, data in results.items():
        _check_results(path, data)
    origin = Origin(
        repository=found.integer("repository"),
        run=found.integer("run"),
        head_sha=found.text("head_sha"),
        event=found.text("event"),
    )
    return Artefact(
        product=found.text("product"),
        origin=origin,
        report=report,
        results=results,
        alike=_alike(found, origin.head_sha),
    )


def _alike(manifest: Members, head: str) -> Alike:
    """Raises UsageError where it is not of the form that we write. A mark is not judged here beyond that."""
    heads = () if manifest.absent("alike") else manifest.texts("alike")
    if len(heads) > _MOST_ALIKE or not all(map(_COMMIT.fullmatch, heads)):
        raise manifest.wrong("alike", f"up to {_MOST_ALIKE} ids of commits")
    if manifest.absent("mark"):
        return Alike(heads=heads)
    mark = mark_in(manifest.text("mark"))
    if mark is None or not mark.seal or mark.judged != head:
        raise manifest.wrong("mark", "the sealed mark of what was measured of the head")
    return Alike(mark=mark, heads=heads)


def _check_files(manifest: Members, files: Mapping[str, bytes]) -> None:
    """That the archive holds exactly the listed files, byte for byte."""
    listed = {one.text("path"): one for one in manifest.items("files")}
    for path in sorted(set(listed) ^ set(files)):
        where = "listed and not there" if path in listed else "there and not listed"
        raise UsageError(f"the artefact's file {path!r} is {where}", cure=CURE)
    for path, data in files.items():
        if path != _REPORT and not (path.startswith(_RESULTS) and is_results_path(path)):
            raise UsageError(f"the artefact's file {path!r} is neither a report nor results", cure=CURE)
        one = listed[path]
        if one.integer("bytes") != len(data) or one.text("sha256") != sha256(data).hexdigest():
            raise UsageError(f"the artefact's file {path!r} is not the one that its manifest lists", cure=CURE)


def _check_results(path: str, data: bytes) -> None:
    """That it is what its name promises: it may be committed."""
    try:
        is_right = read_provenance(data) is not None if path.endswith(_SIDECAR) else load(path, data) is not None
    except ResultsError as error:
        raise UsageError(f"the artefact's results {path!r} cannot be read: {error.message}", cure=CURE) from error
    if not is_right:
        raise UsageError(f"the artefact's file {path!r} holds no provenance", cure=CURE)
