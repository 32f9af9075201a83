"""Which file of the tree a case's fixture is, and where it lies in the workspace, as far as hashes depend on it.

What the agent is graded by is never a fixture: a suite or its results are refused where a case names them, and left
out of a folder that it names.
"""

from collections.abc import Iterable
from posixpath import basename, dirname, join, normpath

from skill_evals.model.files import FileTree
from skill_evals.model.suite import Check, EvalCase, Suite
from skill_evals.results.beneath import beneath

EVOLVE = "evolve"

Staged = tuple[str, str]
"""Destination in the workspace, source in the tree."""

_COMMAND = "command_check"
_ANSWERS = frozenset({"results", "benchmark", "baseline"})
"""Names, up to their first dot, of files and folders beside a suite that hold what it was measured to be."""


def staged(case: EvalCase, suite: Suite, skill_dir: str, files: FileTree) -> tuple[Staged, ...] | None:
    """Every fixture of a case; None where one of them cannot be staged."""
    found = resolved(case, suite, skill_dir, files)
    return None if isinstance(found, str) else found


def resolved(case: EvalCase, suite: Suite, skill_dir: str, files: FileTree) -> tuple[Staged, ...] | str:
    """Every fixture of a case; else why one of them cannot be staged, in words.

    A folder stands for the files beneath it, except in evolve, which stages files only.
    """
    return _resolved(case.files, case, suite, skill_dir, files)


def resolved_setup(case: EvalCase, suite: Suite, skill_dir: str, files: FileTree) -> tuple[Staged, ...] | str:
    """As ``resolved``, of what commands of checks find beside the agent's work (eval-magic's ``setup_files``)."""
    named = [name for check in case.checks if check.kind == _COMMAND for name in setup_files(check)]
    return _resolved(tuple(dict.fromkeys(named)), case, suite, skill_dir, files)


def setup_files(check: Check) -> tuple[str, ...]:
    """The files that a check names for its command; those of a wrong type are the linter's to report."""
    named = check.fields.get("setup_files") if check.kind == _COMMAND else None
    return tuple(name for name in named if isinstance(name, str)) if isinstance(named, (list, tuple)) else ()


def _resolved(
    named: tuple[str, ...], case: EvalCase, suite: Suite, skill_dir: str, files: FileTree
) -> tuple[Staged, ...] | str:
    found: list[Staged] = []
    folders = suite.dialect != EVOLVE
    for authored in named:
        pairs = _other(authored, case, suite, skill_dir) if folders else _evolve(authored, suite)
        if not pairs:
            return f"fixture `{authored}` leads out of the folder that fixtures come from"
        here = next(filter(None, (_files(pair, files, folders=folders) for pair in pairs)), None)
        if here is None:
            return f"fixture `{authored}` is missing: there is no {_places(pairs)}"
        kept = [pair for pair in here if not _is_answer(pair[1], suite)]
        if not kept:
            return f"fixture `{authored}` is the suite or its results, which no agent is handed: it is graded by them"
        found += kept
    return tuple(found)


def _evolve(authored: str, suite: Suite) -> tuple[Staged, ...]:
    """Relative to the suite, one leading ``evals/`` dropped; kept below ``files/``, else by its base name."""
    relative = _inside(normpath(authored or ".").removeprefix("evals/"))
    if relative is None:
        return ()
    kept = relative.removeprefix("files/") if relative.startswith("files/") else basename(relative)
    return ((kept, join(dirname(suite.path), relative)),)


def _other(authored: str, case: EvalCase, suite: Suite, skill_dir: str) -> tuple[Staged, ...]:
    """Relative to the suite (and its ``files_root``), else to the skill, else to the root; under its own path."""
    relative = _inside(normpath(authored or "."))
    if relative is None:
        return ()
    root = case.fields.get("files_root")
    bases = [join(dirname(suite.path), root)] if isinstance(root, str) and _inside(normpath(root)) else []
    return tuple((relative, normpath(join(base, relative))) for base in (*bases, dirname(suite.path), skill_dir, ""))


def _inside(path: str) -> str | None:
    """The path, unless it is absolute or climbs."""
    return None if path.startswith(("/", "../")) or path == ".." else path


def _files(pair: Staged, files: FileTree, *, folders: bool) -> tuple[Staged, ...]:
    destination, source = pair
    if source in files.entries:
        return (pair,)
    if not folders:
        return ()
    below = f"{source}/"
    return tuple((f"{destination}/{p[len(below) :]}", p) for p in beneath(files, below))


def _places(pairs: Iterable[Staged]) -> str:
    return " and no ".join(f"`{source}`" for source in dict.fromkeys(source for _, source in pairs))


def _is_answer(path: str, suite: Suite) -> bool:
    """Whether a path is the suite itself, or lies with what it was measured to be."""
    folder = dirname(suite.path)
    inner = path.removeprefix(f"{folder}/") if folder else path
    beside = not folder or inner != path
    return path == suite.path or (beside and inner.partition("/")[0].partition(".")[0] in _ANSWERS)
