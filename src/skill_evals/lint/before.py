"""A skill and its cases at base and head, followed through renames and through copies that were folded into one."""

from collections.abc import Iterator

from skill_evals.lint.context import Base, Context
from skill_evals.lint.surface_change import skill_before
from skill_evals.model.changes import Change, ChangeKind
from skill_evals.model.light import light
from skill_evals.model.skill import Project, Skill
from skill_evals.model.suite import Suite, Tier

_EVAL_FOLDERS = frozenset({"eval", "evals", "evaluation", "evaluations", "test", "tests"})
_PARTS = frozenset({"SKILL.md", "assets", "examples", "references", "resources", "scripts", "templates"})
"""What belongs to a skill at the root of the repository, where everything else lies beneath it too."""


@light(frozen=True, slots=True, kw_only=True)
class SkillSides:
    """One skill in both trees, with its suites of one tier."""

    base: Skill
    head: Skill
    tier: Tier
    before: tuple[Suite, ...]
    after: tuple[Suite, ...]


def skill_sides(context: Context, base: Base) -> Iterator[SkillSides]:
    """Every skill of both trees whose folder the change touches, and tier in which the base had a suite about it."""
    touched = _folders(base)
    for head in context.project.skills:
        if head.directory not in touched:
            continue
        old = skill_before(head, context)
        if old is None:
            continue
        for tier in Tier:
            before = _suites(base.project, old, tier)
            if before:
                yield SkillSides(
                    base=old, head=head, tier=tier, before=before, after=_suites(context.project, head, tier)
                )


def skill_changes(head: Skill, old: Skill, base: Base) -> tuple[Change, ...]:
    """What the change does to the files of a skill, its evals apart; that its folder moved is nothing."""
    return tuple(change for change in base.changes.changes if _concerns(change, head, old))


def path_now(path: str, base: Base) -> str:
    """Where a path of the base is at the head."""
    return next((c.path for c in base.changes.changes if c.old_path == path and c.kind is ChangeKind.RENAMED), path)


def path_then(path: str, base: Base) -> str:
    """Where a path of the head was at the base."""
    return next((c.old_path for c in base.changes.changes if c.path == path and c.kind is ChangeKind.RENAMED), path)


def _folders(base: Base) -> frozenset[str]:
    """Every folder around a path at the head that changed."""
    found = {""}
    for change in base.changes.changes:
        folder = change.path.rpartition("/")[0]
        while folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(found)


def _suites(project: Project, skill: Skill, tier: Tier) -> tuple[Suite, ...]:
    return tuple(
        a.suite
        for a in project.suites
        if a.skill is not None and a.skill.directory == skill.directory and a.suite.tier is tier
    )


def _concerns(change: Change, head: Skill, old: Skill) -> bool:
    now, then = _part(change.path, head), _part(change.old_path, old)
    moved_only = change.kind is ChangeKind.RENAMED and now == then
    return (now is not None or then is not None) and not moved_only


def _part(path: str, skill: Skill) -> str | None:
    """A path relative to a skill that it is a part of; None: it is not, or it belongs to its evals."""
    if not skill.directory:
        return path if path.partition("/")[0] in _PARTS else None
    inside = path.removeprefix(f"{skill.directory}/")
    return None if inside == path or inside.partition("/")[0] in _EVAL_FOLDERS else inside
