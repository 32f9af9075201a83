"""What a change does to skills: to their trigger surface, and to their content."""

from collections.abc import Mapping, Sequence
from posixpath import dirname

from skill_evals.model.changes import ChangeSet
from skill_evals.model.skill import Skill
from skill_evals.plan.nouns import Side
from skill_evals.plan.pairs import SkillPair

_SURFACE = {
    "description": "description",
    "when_to_use": "when_to_use",
    "model_invocable": "disable-model-invocation",
    "user_invocable": "user-invocable",
    "paths": "paths",
}
"""Member of Surface → the frontmatter key that people know it by."""

_OWN_EVALS = ("evals/", "eval/")


def changed_surface(pair: SkillPair) -> tuple[str, ...]:
    """What of the trigger surface changed, as the frontmatter calls it; empty where nothing did, and for skills that
    are new or removed.
    """
    before, after = pair.base, pair.head
    if before is None or after is None:
        return ()
    found = [key for member, key in _SURFACE.items() if _member(before, member) != _member(after, member)]
    if before.name != after.name or before.surface.name != after.surface.name:
        found.append("name")
    if not found and before.surface.digest != after.surface.digest:
        found.append("trigger surface")
    return tuple(found)


def _member(skill: Skill, member: str) -> object:
    found: object = getattr(skill.surface, member)
    return found


def changed_content(
    head: Side, base: Side, changes: ChangeSet, pairs: Sequence[SkillPair]
) -> Mapping[str, tuple[str, ...]]:
    """By skill folder at the head: which of the skill's files changed, sorted.

    A file belongs to the innermost skill around it. A skill's ``evals/``, suites, results, benchmarks and hidden files
    are not its content. Where evolve's content hash is known on both sides and equal, nothing changed but names.
    """
    apart = _not_content(head) | _not_content(base)
    after, before = _folders(head), _folders(base)
    heads = {pair.base.directory: pair.head.directory for pair in pairs if pair.base and pair.head}
    touched: dict[str, set[str]] = {}
    for change in changes.changes:
        owner = _owner(change.path, after)
        if owner is not None and _is_content(change.path, owner, apart):
            touched.setdefault(owner, set()).add(change.path)
        old_owner = _owner(change.old_path, before)
        if old_owner in heads and _is_content(change.old_path, old_owner, apart):
            touched.setdefault(heads[old_owner], set()).add(change.path)
    same = {after_dir for before_dir, after_dir in heads.items() if _same_content(base, before_dir, head, after_dir)}
    return {folder: tuple(sorted(paths)) for folder, paths in touched.items() if folder not in same}


def _same_content(base: Side, base_dir: str, head: Side, head_dir: str) -> bool:
    before, after = base.hashes.get(base_dir), head.hashes.get(head_dir)
    if before is None or after is None or before.evals is None or after.evals is None:
        return False
    return after.evals.content is not None and before.evals.content == after.evals.content


def _not_content(side: Side) -> frozenset[str]:
    project = side.project
    return frozenset((*(a.suite.path for a in project.suites), *project.results, *project.benchmarks))


def _folders(side: Side) -> frozenset[str]:
    return frozenset(skill.directory for skill in side.project.skills)


def _owner(path: str, folders: frozenset[str]) -> str | None:
    """The innermost skill folder around a path."""
    here = path
    while here:
        here = dirname(here)
        if here in folders:
            return here
    return None


def _is_content(path: str, folder: str, apart: frozenset[str]) -> bool:
    inner = path[len(folder) + 1 :] if folder else path
    hidden = any(step.startswith(".") for step in inner.split("/"))
    return path not in apart and not hidden and not inner.startswith(_OWN_EVALS)
