"""One tree, read: documents on demand, the project in it, and what its committed results are worth."""

from collections.abc import Callable, Collection, Iterable, Mapping
from posixpath import dirname, join
from typing import TYPE_CHECKING, TypeAlias

from skill_evals.documents.document import UNREAD, Document, Format, Problem, ProblemKind
from skill_evals.documents.read import format_of, read_document
from skill_evals.errors import FileUnavailableError
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.freshness import CommittedResults, SkillHashes
from skill_evals.model.light import field, light, replace
from skill_evals.model.position import START
from skill_evals.model.skill import Project, Skill
from skill_evals.model.suite import Suite
from skill_evals.skills.discover import discover

if TYPE_CHECKING:  # few trees hold a benchmark
    from skill_evals.model.benchmark import CommittedBenchmark

SIDECAR = "results.provenance.json"


@light(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one tree holds. ``hashes`` are of the skills that were asked for, by skill folder."""

    files: FileTree
    document: Callable[[str], Document | None]
    project: Project
    results: tuple[CommittedResults, ...] = ()
    hashes: Mapping[str, SkillHashes] = field(default_factory=dict)
    benchmarks: "tuple[CommittedBenchmark, ...]" = ()

    def document_paths(self) -> tuple[str, ...]:
        """Every document that rules about documents look at."""
        return tuple(sorted({*self.project.documents, *self.project.results, *self.project.benchmarks}))


class Reader:
    """Reads each document once; None for what has no bytes here or no format of ours."""

    def __init__(self, files: FileTree) -> None:
        self._files = files
        self._known: dict[str, Document | None] = {}

    def __call__(self, path: str) -> Document | None:
        if path not in self._known:
            self._known[path] = _read(self._files, path)
        return self._known[path]

    def keep(self, document: Document) -> None:
        """A document that another process has read."""
        self._known[document.path] = document


def _read(files: FileTree, path: str) -> Document | None:
    entry = files.entries.get(path)
    format_ = format_of(path)
    if entry is None or not entry.present or not entry.kind.is_file or format_ is None:
        return None
    try:
        return read_document(path, files.read(path), format_)
    except FileUnavailableError as error:
        return _refused(path, format_, error)


def _refused(path: str, format_: Format, error: FileUnavailableError) -> Document | None:
    """A file that is here, and that this user may not read or the disk does not give, is a fault like another: what is
    elsewhere, behind a link, or gone since the tree was listed, is not.
    """
    if not isinstance(error.__cause__, OSError) or isinstance(error.__cause__, FileNotFoundError):
        return None
    reason = f"the file cannot be read: {error.__cause__.strerror}"
    problem = Problem(kind=ProblemKind.INVALID, message=reason, span=START, cure=error.cure)
    return Document(path=path, format=format_, text="", value=UNREAD, problems=(problem,))


def bytes_of(files: FileTree, path: str) -> bytes | None:
    """The bytes of a path, or None where they are not here."""
    try:
        return files.read(path)
    except FileUnavailableError:
        return None


def read_tree(
    files: FileTree, config: Config, *, named: Iterable[str] = (), every_hash: bool = False, judge: bool = True
) -> Reading:
    """Find skills and suites, and judge the committed results.

    ``named`` paths are read although they are excluded. Fingerprints cost a read of every file of a skill, so they are
    made where results are to be judged by them, or for every skill with a suite where asked.
    """
    document = Reader(files)
    project = discover(files, config, document, frozenset(named))
    return judged(Reading(files=files, document=document, project=project), every_hash=every_hash, judge=judge)


def judged(
    reading: Reading, *, every_hash: bool = False, judge: bool = True, earlier: Reading | None = None
) -> Reading:
    """A tree with what its committed results are worth; see ``read_tree``.

    ``earlier`` is the same tree, judged when not all of its suites were known: what has not changed since is taken
    from there.
    """
    project = reading.project
    if judge and project.benchmarks:
        reading = _with_benchmarks(reading)
    return (
        _with_results(reading, earlier, every_hash=every_hash) if judge and (project.results or every_hash) else reading
    )


def _with_benchmarks(reading: Reading) -> Reading:
    # Few trees hold a benchmark, and the others need not pay for its reader.
    from skill_evals.app.benchmark_files import read_benchmark_at

    found = (read_benchmark_at(path, reading.files, reading.project) for path in reading.project.benchmarks)
    return replace(reading, benchmarks=tuple(one for one in found if one is not None))


BySkill: TypeAlias = dict[str, tuple[Skill, tuple[Suite, ...]]]


def suites_by_skill(project: Project) -> BySkill:
    """Each skill that has suites, with them, by its folder."""
    found: BySkill = {}
    for attribution in project.suites:
        if attribution.skill is not None:
            _, before = found.get(attribution.skill.directory, (None, ()))
            found[attribution.skill.directory] = (attribution.skill, (*before, attribution.suite))
    return found


def suites_by_folder(project: Project, among: Collection[str] | None = None) -> BySkill:
    """Each folder (``among`` some) whose suites are all about one skill, with them: where that skill's results lie."""
    found: BySkill = {}
    shared: set[str] = set()
    for attribution in project.suites:
        folder = attribution.suite.path.rpartition("/")[0]
        if (among is None or folder in among) and attribution.skill is not None:
            skill, before = found.get(folder, (attribution.skill, ()))
            found[folder] = (skill, (*before, attribution.suite))
            if skill.directory != attribution.skill.directory:
                shared.add(folder)
    return {folder: owned for folder, owned in found.items() if folder not in shared}


def _with_results(reading: Reading, earlier: Reading | None, *, every_hash: bool) -> Reading:
    # What this needs is a tenth of the start-up, and a tree without results need not pay for it.
    from skill_evals.results.committed import read_committed
    from skill_evals.results.fingerprints import skill_hashes

    by_skill = suites_by_skill(reading.project)
    beside = {dirname(path) for path in reading.project.results}
    by_folder = suites_by_folder(reading.project, beside)
    judged = {by_folder[dirname(p)][0].directory for p in reading.project.results if dirname(p) in by_folder}
    hashes, known = ({}, {}) if earlier is None else _still_right(earlier, by_skill, by_folder)
    for folder in sorted((by_skill.keys() if every_hash else judged) - hashes.keys()):
        hashes[folder] = skill_hashes(*by_skill[folder], reading.files)
    results = []
    for path in reading.project.results:
        data = None if path in known else bytes_of(reading.files, path)
        if data is not None:
            skill, suites = by_folder.get(dirname(path), (None, ()))
            sidecar = bytes_of(reading.files, join(dirname(path), SIDECAR))
            held = None if skill is None else hashes.get(skill.directory)
            document = reading.document(path)  # which rules about documents look at as well
            known[path] = read_committed(
                path, data, skill=skill, suites=suites, hashes=held, sidecar=sidecar, document=document
            )
        if path in known:
            results.append(known[path])
    return replace(reading, results=tuple(results), hashes=hashes)


def _still_right(
    earlier: Reading, by_skill: BySkill, by_folder: BySkill
) -> tuple[dict[str, SkillHashes], dict[str, CommittedResults]]:
    """Of an earlier judgement what other suites cannot have changed: hashes by skill folder, and results by path."""
    skills = suites_by_skill(earlier.project)
    folders = suites_by_folder(earlier.project, {dirname(found.path) for found in earlier.results})
    hashes = {folder: found for folder, found in earlier.hashes.items() if skills[folder] == by_skill.get(folder)}
    results = {
        found.path: found
        for found in earlier.results
        if found.skill_dir in hashes and folders.get(dirname(found.path)) == by_folder.get(dirname(found.path))
    }
    return hashes, results
