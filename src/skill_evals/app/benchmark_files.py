"""eval-magic's benchmarks of one tree, each with the gradings and the suite that it is about."""

from dataclasses import replace
from posixpath import dirname, join

from skill_evals.dialects.names import EVAL_MAGIC
from skill_evals.errors import FileUnavailableError
from skill_evals.model.benchmark import CommittedBenchmark, GradingFile
from skill_evals.model.files import FileTree
from skill_evals.model.skill import Project
from skill_evals.results.benchmark import disagreements, read_benchmark, read_grading

GRADINGS = "grading"


def read_benchmark_at(path: str, files: FileTree, project: Project) -> CommittedBenchmark | None:
    """None where the bytes are not here, or are not eval-magic's benchmark: several tools write files of that name.

    Without a grading of the compared conditions nothing can be checked, and nothing is said to disagree.
    """
    data = _bytes(files, path)
    benchmark = None if data is None else read_benchmark(data)
    if benchmark is None:
        return None
    folder = dirname(path)
    found = CommittedBenchmark(
        path=path,
        benchmark=benchmark,
        gradings=_gradings(files, join(folder, GRADINGS)),
        cases=_cases(project, dirname(folder)),
    )
    return replace(found, disagreements=disagreements(benchmark, found.compared) if found.compared else ())


def _gradings(files: FileTree, folder: str) -> tuple[GradingFile, ...]:
    found = []
    for path in files.entries:
        if path.startswith(f"{folder}/") and dirname(path) == folder and path.endswith(".json"):
            data = _bytes(files, path)
            found.append(GradingFile(path=path, grading=None if data is None else read_grading(path, data)))
    return tuple(found)


def _cases(project: Project, folder: str) -> tuple[str, ...] | None:
    """Ids of the eval-magic suite in a folder; None where there is none."""
    suites = [a.suite for a in project.suites if dirname(a.suite.path) == folder]
    own = [suite for suite in suites if suite.dialect == EVAL_MAGIC]
    return tuple(case.key for suite in own for case in suite.evals) if own else None


def _bytes(files: FileTree, path: str) -> bytes | None:
    try:
        return files.read(path)
    except FileUnavailableError:
        return None
