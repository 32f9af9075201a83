"""What a case starts from, in the bytes of one arm's tree; or why it cannot be run from there."""

from collections.abc import Callable

from skill_evals.app.reading import Reading, bytes_of
from skill_evals.app.sweep.nouns import Staging
from skill_evals.errors import FileUnavailableError
from skill_evals.model.suite import EvalCase
from skill_evals.results.fixtures import Staged, resolved, resolved_setup, setup_files


def stager(reading: Reading) -> Callable[[str, EvalCase], Staging]:
    """Stages the cases of a tree's suites. A case without all of its fixtures is never run: it would be another one."""
    places = {a.suite.path: (a.suite, a.skill.directory) for a in reading.project.suites if a.skill is not None}

    def stage(path: str, case: EvalCase) -> Staging:
        if path not in places or not (case.files or any(map(setup_files, case.checks))):
            return Staging()
        suite, skill_dir = places[path]
        answers = bytes_of(reading.files, path)
        found = _read(resolved(case, suite, skill_dir, reading.files), reading, answers)
        setup = _read(resolved_setup(case, suite, skill_dir, reading.files), reading, answers)
        return Staging(files=found.files, setup=setup.files, fault=found.fault or setup.fault)

    return stage


def _read(pairs: tuple[Staged, ...] | str, reading: Reading, answers: bytes | None) -> Staging:
    """``answers``: the suite's own bytes, which a copy of it elsewhere in the tree has as well."""
    if isinstance(pairs, str):
        return Staging(fault=pairs)
    found: dict[str, bytes] = {}
    for destination, source in pairs:
        try:
            data = reading.files.read(source)
        except FileUnavailableError as problem:
            return Staging(fault=f"fixture `{source}` cannot be read: {problem.message}; {problem.cure}")
        if data == answers:
            return Staging(fault=f"fixture `{source}` is a copy of the suite, which no agent is handed")
        found[destination] = data
    return Staging(files=found)
