"""What rules see: one tree, read; with a base, that one as well."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from skill_evals.documents.document import Document
from skill_evals.model.benchmark import CommittedBenchmark
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.freshness import CommittedResults, SkillHashes
from skill_evals.model.skill import Project
from skill_evals.model.suite import Suite


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The tree at the merge base, and the way from there to here."""

    project: Project
    documents: Mapping[str, Document]
    changes: ChangeSet
    hashes: Mapping[str, SkillHashes] = field(default_factory=dict)
    """By skill folder."""
    results: tuple[CommittedResults, ...] = ()
    config: Config | None = None
    """The configuration as it stands in that tree, where the change touches one; None also where it cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    project: Project
    files: FileTree
    document: Callable[[str], Document | None]
    """The document at a path: suites, SKILL.md files, results, and whatever looks like a suite. None: not read."""
    config: Config
    documents: tuple[str, ...] = ()
    """Paths of every document that D rules look at, sorted."""
    results: tuple[CommittedResults, ...] = ()
    hashes: Mapping[str, SkillHashes] = field(default_factory=dict)
    """By skill folder; empty where nothing asked for them."""
    models: tuple[str, ...] | None = None
    """Keys of the models whose results count for freshness; None: every stored one."""
    base: Base | None = None
    own: Config | None = None
    """The configuration as it stands in this tree, without what the command line or the base says; see Base.config."""
    benchmarks: tuple[CommittedBenchmark, ...] = ()

    def suites_of(self, skill_dir: str) -> tuple[Suite, ...]:
        """Every suite that is about a skill."""
        return tuple(a.suite for a in self.project.suites if a.skill is not None and a.skill.directory == skill_dir)
