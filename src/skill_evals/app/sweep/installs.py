"""A skill's files as a client would install them, in the bytes of one arm's tree; or why they cannot be had."""

from collections.abc import Callable
from functools import cache
from posixpath import basename, dirname

from skill_evals.app.reading import SIDECAR, Reading, bytes_of
from skill_evals.errors import FileUnavailableError
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.model.skill import Skill
from skill_evals.results.beneath import beneath
from skill_evals.run.links import leads_out
from skill_evals.run.ports.request import Install, TreeFile

_SUITES = "evals"


def installer(reading: Reading) -> Callable[[Skill], Install | str]:
    """Gives each skill of a tree, read once.

    What agents are graded by is left out: ``evals/`` beneath the skill, every other folder in it that holds a suite,
    and suites, results and copies of suites wherever they lie.
    """
    answers = _Answers(reading)

    @cache
    def install(directory: str, name: str) -> Install | str:
        top = f"{directory}/" if directory else ""
        files: dict[str, TreeFile] = {}
        for path in beneath(reading.files, top):
            if answers.holds(path, top):
                continue
            found = _file(path[len(top) :], reading.files.entries[path], reading)
            if isinstance(found, str):
                return f"the skill {name} cannot be installed: {found}"
            if found.data not in answers.suites:
                files[path[len(top) :]] = found
        return Install(name=basename(directory) or name, files=files)

    return lambda skill: install(skill.directory, skill.name)


class _Answers:
    """What no agent is handed."""

    def __init__(self, reading: Reading) -> None:
        project = reading.project
        suites = {found.suite.path for found in project.suites} | {found.path for found in project.unchecked}
        self._folders = frozenset(map(dirname, suites))
        sidecars = {f"{dirname(path)}/{SIDECAR}".lstrip("/") for path in project.results}
        self._files = suites | sidecars | {*project.results, *project.benchmarks}
        self.suites = frozenset(data for path in suites if (data := bytes_of(reading.files, path)))
        """The bytes of every suite of the tree."""

    def holds(self, path: str, top: str) -> bool:
        """``top``: the skill's folder with its final ``/``, or empty."""
        if path in self._files or path[len(top) :].startswith(f"{_SUITES}/"):
            return True
        folder = dirname(path)
        while len(folder) >= len(top) and folder:
            if folder in self._folders:
                return True
            folder = dirname(folder)
        return False


def _file(inside: str, entry: FileEntry, reading: Reading) -> TreeFile | str:
    if entry.kind is FileKind.LINK:
        if entry.target is None:
            return f"where its link {inside} leads is not known"
        if leads_out(inside, entry.target):
            return f"its link {inside} leads out of it, and no link is followed there; put a copy of the file there"
        return TreeFile(data=b"", link=entry.target)
    try:
        data = reading.files.read(entry.path)
    except FileUnavailableError as problem:
        return f"{problem.message}; {problem.cure}"
    return TreeFile(data=data, executable=entry.kind is FileKind.EXECUTABLE)
