"""Which file of the tree a case's fixture is, and where it lies in the workspace, as far as hashes depend on it."""

from posixpath import basename, dirname, join, normpath

from skill_evals.model.files import FileTree
from skill_evals.model.suite import EvalCase, Suite
from skill_evals.results.beneath import beneath

EVOLVE = "evolve"

Staged = tuple[str, str]
"""Destination in the workspace, source in the tree."""


def staged(case: EvalCase, suite: Suite, skill_dir: str, files: FileTree) -> tuple[Staged, ...] | None:
    """Every fixture of a case; None where one of them cannot be found or leads out of its base.

    A folder stands for the files beneath it, except in evolve, which stages files only.
    """
    found: list[Staged] = []
    for authored in case.files:
        pairs = _evolve(authored, suite) if suite.dialect == EVOLVE else _other(authored, case, suite, skill_dir)
        here = next(filter(None, (_files(pair, files, folders=suite.dialect != EVOLVE) for pair in pairs)), None)
        if here is None:
            return None
        found += here
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
