"""Who is who: skills and suites of the base, and the same ones at the head, followed through renames."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from skill_evals.model.changes import ChangeKind, ChangeSet
from skill_evals.model.skill import Project, Skill
from skill_evals.model.suite import EvalCase, Suite, Tier, TriggerCase

Case = TriggerCase | EvalCase

_LEAVES = (ChangeKind.DELETED, ChangeKind.RENAMED, ChangeKind.RETYPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillPair:
    """One skill in both trees; None where a tree does not have it, never in both."""

    base: Skill | None
    head: Skill | None

    @property
    def skill(self) -> Skill:
        """At the head; at the base where the head has it no longer."""
        found = self.head or self.base
        if found is None:
            raise ValueError("a pair needs at least one skill")
        return found

    @property
    def is_new(self) -> bool:
        return self.base is None

    @property
    def is_removed(self) -> bool:
        return self.head is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePair:
    """One suite in both trees; None where a tree does not have it, never in both."""

    base: Suite | None
    head: Suite | None
    unreadable: bool = False
    """The head still has the file, and no suite can be read from it."""

    @property
    def suite(self) -> Suite:
        """At the head; at the base where the head has it no longer."""
        found = self.head or self.base
        if found is None:
            raise ValueError("a pair needs at least one suite")
        return found


def pair_skills(head: Project, base: Project | None, changes: ChangeSet | None) -> tuple[SkillPair, ...]:
    """Every skill once, those of the head first. Without a base each stands alone: not new, since nothing is known."""
    if base is None:
        return tuple(SkillPair(base=skill, head=skill) for skill in head.skills)
    renames = renamed_paths(changes)
    left = {skill.path: skill for skill in base.skills}
    pairs = [SkillPair(base=left.pop(renames.get(skill.path, skill.path), None), head=skill) for skill in head.skills]
    return (*pairs, *(SkillPair(base=skill, head=None) for skill in left.values()))


SuiteKey = tuple[str, str]
"""Path of a suite and folder of the skill that it is about: one file may be about several."""

SuiteIndex = Mapping[tuple[str, Tier], Mapping[str, Suite]]
"""Skill folder and tier → suites by path."""


def index_suites(project: Project) -> SuiteIndex:
    """The suites about each skill."""
    found: dict[tuple[str, Tier], dict[str, Suite]] = {}
    for one in project.suites:
        if one.skill is not None:
            found.setdefault((one.skill.directory, one.suite.tier), {})[one.suite.path] = one.suite
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePairing:
    """Both trees' suites by skill, and the way from a path at the head to the one at the base."""

    head: SuiteIndex
    base: SuiteIndex | None
    """None: there is no base, so each suite stands for itself."""
    renames: Mapping[str, str]
    gone: frozenset[str] = frozenset()
    """Paths of the base that the head has no longer."""

    def of(self, pair: SkillPair, tier: Tier) -> tuple[SuitePair, ...]:
        """The suites of a skill in a tier. A suite that moved, or was written anew in another format, is the same
        suite where it is the only one that either tree has left over.
        """
        after = {} if pair.head is None else self.head.get((pair.head.directory, tier), {})
        if self.base is None:
            return tuple(SuitePair(base=suite, head=suite) for suite in after.values())
        before = {} if pair.base is None else dict(self.base.get((pair.base.directory, tier), {}))
        matched = {path: before.pop(self.renames.get(path, path), None) for path in after}
        alone = [path for path, found in matched.items() if found is None]
        if len(alone) == 1 and len(before) == 1:
            matched[alone[0]] = before.popitem()[1]
        pairs = [SuitePair(base=matched[path], head=suite) for path, suite in after.items()]
        lost = (
            SuitePair(base=suite, head=None, unreadable=pair.head is not None and path not in self.gone)
            for path, suite in before.items()
        )
        return (*pairs, *lost)


def pairing(head: Project, base: Project | None, changes: ChangeSet | None) -> SuitePairing:
    return SuitePairing(
        head=index_suites(head),
        base=None if base is None else index_suites(base),
        renames=renamed_paths(changes),
        gone=frozenset(one.old_path for one in changes.changes if one.kind in _LEAVES) if changes else frozenset(),
    )


def renamed_suites(head: Project, base: Project, changes: ChangeSet | None) -> Mapping[SuiteKey, SuiteKey]:
    """A suite at the head → the same one at the base, where path or skill folder differ."""
    suites = pairing(head, base, changes)
    found: dict[SuiteKey, SuiteKey] = {}
    for pair in pair_skills(head, base, changes):
        if pair.head is None or pair.base is None:
            continue
        for one in (one for tier in Tier for one in suites.of(pair, tier)):
            # A suite that only the base has goes by its path there, and by the skill as the head has it.
            before = one.base or one.suite
            after, then = (one.suite.path, pair.head.directory), (before.path, pair.base.directory)
            if after != then:
                found[after] = then
    return found


def runnable_cases(suite: Suite | None) -> dict[str, Case]:
    """By key, the first of each; a trigger without a label cannot be run."""
    found: dict[str, Case] = {}
    if suite is not None:
        cases: Iterable[Case] = suite.triggers if suite.tier is Tier.TRIGGERS else suite.evals
        for case in cases:
            if case.should_trigger is not None:
                found.setdefault(case.key, case)
    return found


def renamed_paths(changes: ChangeSet | None) -> Mapping[str, str]:
    """Path at the head → path at the base."""
    if changes is None:
        return {}
    return {change.path: change.old_path for change in changes.changes if change.kind is ChangeKind.RENAMED}
