"""Which entries of a listing differ between two trees, and the listing with one of them put back."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from skill_evals.model.light import light
from skill_evals.model.skill import Skill


class Change(StrEnum):
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@light(frozen=True, slots=True, kw_only=True)
class Relisted:
    """An entry that the change wrote anew, added or took away: at least one of the two is there."""

    before: Skill | None
    after: Skill | None

    @property
    def skill(self) -> Skill:
        """As the listing has it now, else as it had it."""
        found = self.after or self.before
        if found is None:
            raise ValueError("an entry of neither listing")
        return found

    @property
    def change(self) -> Change:
        if self.before is None:
            return Change.ADDED
        return Change.CHANGED if self.after is not None else Change.REMOVED


def relisted(before: Iterable[Skill], after: Iterable[Skill], moved: Mapping[str, str]) -> tuple[Relisted, ...]:
    """In the order of the listing after, then what is gone. ``moved``: folders after → folders before.

    A skill is the same by its folder, else by its name. What no model is shown in either listing is left out.
    """
    left = {skill.directory: skill for skill in before}
    now = tuple(after)
    old = {skill.directory: left.pop(moved.get(skill.directory, skill.directory), None) for skill in now}
    for skill in now:
        if old[skill.directory] is None:
            same = next((one for one in left.values() if one.name == skill.name), None)
            old[skill.directory] = None if same is None else left.pop(same.directory)
    pairs = [Relisted(before=old[skill.directory], after=skill) for skill in now]
    pairs += [Relisted(before=skill, after=None) for skill in left.values()]
    return tuple(pair for pair in pairs if _shown(pair.before) != _shown(pair.after))


def put_back(listed: Sequence[Skill], one: Relisted) -> tuple[Skill, ...]:
    """The listing with this entry as it was before, everything else as it is."""
    if one.after is not None:
        kept = (one.before if skill.directory == one.after.directory else skill for skill in listed)
        return tuple(skill for skill in kept if skill is not None)
    if one.before is None:
        return tuple(listed)
    return tuple(sorted((*listed, one.before), key=lambda skill: skill.directory))


def _shown(skill: Skill | None) -> tuple[str, ...] | None:
    """All that a model is shown of it; None where that is nothing."""
    if skill is None or not skill.surface.model_invocable:
        return None
    surface = skill.surface
    return (skill.name, surface.name, surface.description, surface.when_to_use, surface.digest)
