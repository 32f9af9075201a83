"""``skill-evals results``: the canonical form of a file, and the fingerprints of a tree."""

from collections.abc import Iterable

from skill_evals.model.files import FileTree
from skill_evals.model.freshness import SkillHashes
from skill_evals.model.skill import Project
from skill_evals.results.codec import dump, format_of, load
from skill_evals.results.fingerprints import skill_hashes


def normalize(path: str, data: bytes) -> bytes:
    """The bytes that this product and evolve would write, in the file's own format; older schemas are migrated.

    Raises:
        ResultsError: it cannot be read as results.
    """
    return dump(load(path, data), format_of(path))


def hashes(project: Project, files: FileTree, *, skills: Iterable[str] = ()) -> tuple[SkillHashes, ...]:
    """The fingerprints of every skill that has a suite, or of those named, in the project's order."""
    wanted = frozenset(skills)
    found: list[SkillHashes] = []
    for skill in project.skills:
        suites = [a.suite for a in project.suites if a.skill is not None and a.skill.directory == skill.directory]
        if skill.name in wanted or (suites and not wanted):
            found.append(skill_hashes(skill, suites, files))
    return tuple(found)
