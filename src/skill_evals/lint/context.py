"""What rules see: one tree, read; with a base, that one as well."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from skill_evals.documents.document import Document
from skill_evals.lint.groups import TriggerGroup, grouped
from skill_evals.lint.vocabulary import listing
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.freshness import CommittedResults, SkillHashes
from skill_evals.model.light import field, light
from skill_evals.model.skill import Attribution, Project, Skill
from skill_evals.model.suite import Suite

if TYPE_CHECKING:  # few trees have a benchmark, and only a lint with a base has changes
    from skill_evals.model.benchmark import CommittedBenchmark
    from skill_evals.model.changes import ChangeSet


@light(frozen=True, slots=True, kw_only=True)
class Base:
    """The tree at the merge base, and the way from there to here."""

    project: Project
    documents: Mapping[str, Document]
    changes: "ChangeSet"
    hashes: Mapping[str, SkillHashes] = field(default_factory=dict)
    """By skill folder."""
    results: tuple[CommittedResults, ...] = ()
    config: Config | None = None
    """The configuration as it stands in that tree, where the change touches one; None also where it cannot be used."""
    baseline: Document | None = None
    """The file of accepted findings there."""


@light(frozen=True, slots=True, kw_only=True)
class Vouched:
    """What need not be asked about any more, since it was found to be all right before (``engine.Voucher``)."""

    documents: frozenset[str] = frozenset()
    """Paths of documents that were read without a problem; of suites, those about which moreover no rule on single
    suites has anything to say."""
    groups: frozenset[tuple[str, ...]] = frozenset()
    """Trigger groups, by the paths of their files, about which no rule on groups has anything to say."""
    marks: Mapping[tuple[str, ...], list[int]] = field(default_factory=dict)
    """``queries.marks_of`` of trigger groups, by the paths of their files, as far as somebody asked already."""
    results: frozenset[str] = frozenset()
    """Paths of results about which no rule on results has anything to say."""
    rules: frozenset[str] = frozenset()
    """Rules on skills or on the whole project that have nothing to say of either."""


@light(frozen=True, kw_only=True)
class Context:
    """Not slotted: which suites are about which skill is found out once, on demand, and kept."""

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
    benchmarks: "tuple[CommittedBenchmark, ...]" = ()
    vouched: Vouched = field(default_factory=Vouched)

    def suites_of(self, skill_dir: str) -> tuple[Suite, ...]:
        """Every suite that is about a skill."""
        return tuple(self._suites_by_skill.get(skill_dir, ()))

    def skill_at(self, skill_dir: str | None) -> Skill | None:
        """The skill in a folder."""
        return None if skill_dir is None else self._skills.get(skill_dir)

    @cached_property
    def trigger_groups(self) -> tuple[TriggerGroup, ...]:
        """The trigger cases of the project by the skill that they are about."""
        return tuple(grouped(self.project.suites))

    @cached_property
    def staging(self) -> tuple[Attribution, ...]:
        """The suites that list a file for a case."""
        return tuple([about for about in self.project.suites if about.suite.staging])

    @cached_property
    def skill_names(self) -> frozenset[str]:
        return frozenset(skill.name for skill in self.project.skills)

    @cached_property
    def listings(self) -> dict[str, str]:
        """What a model reads of the skills of each plugin, by its folder."""
        found: dict[str, list[str]] = {}
        for skill in self.project.skills:
            found.setdefault(skill.plugin_dir, []).append(listing(skill))
        return {home: "\n".join(texts) for home, texts in found.items()}

    @cached_property
    def _suites_by_skill(self) -> dict[str, list[Suite]]:
        found: dict[str, list[Suite]] = {}
        for about in self.project.suites:
            if about.skill is not None:
                found.setdefault(about.skill.directory, []).append(about.suite)
        return found

    @cached_property
    def _skills(self) -> dict[str, Skill]:
        return {skill.directory: skill for skill in self.project.skills}
