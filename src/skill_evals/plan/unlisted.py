"""Which skills lose their description in a listing because others grew: that breaks triggers that nobody touched."""

from collections.abc import Iterable, Iterator, Mapping

from skill_evals.model.plan import Job, Unlisted
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Tier
from skill_evals.plan.nouns import Side
from skill_evals.skills.listing import Room, untold, whole_line


def unlisted(
    head: Side, base: Side, jobs: Iterable[Job], rooms: Mapping[str, Room], moved: Mapping[str, str]
) -> tuple[Unlisted, ...]:
    """For each model and plugin with triggers to run. ``moved``: folders of skills at the head → at the base."""
    folders = {skill.directory: skill.plugin_dir for skill in head.project.skills}
    places = {
        (job.model, folders[job.skill_dir]): job.plugin
        for job in jobs
        if job.tier is Tier.TRIGGERS and job.model in rooms and job.skill_dir in folders
    }
    found = (_lost(head, base, place, plugin, rooms, moved) for place, plugin in places.items())
    return tuple(sorted((one for one in found if one is not None), key=lambda one: (one.model, one.plugin)))


def _lost(  # noqa: PLR0913, PLR0917 -- the two sides, the place and what is known of it
    head: Side,
    base: Side,
    place: tuple[str, str],
    plugin: str,
    rooms: Mapping[str, Room],
    moved: Mapping[str, str],
) -> Unlisted | None:
    model, folder = place
    room = rooms[model]
    before, after = (tuple(_of(side, folder)) for side in (base, head))
    silent = {skill.directory for skill in untold(before, room)}
    told = {skill.directory: skill for skill in before if skill.directory not in silent}
    lost = [skill for skill in untold(after, room) if moved.get(skill.directory, skill.directory) in told]
    if not lost:
        return None
    lengths = {skill.directory: len(whole_line(skill, room.longest)) for skill in before}
    grown = [
        skill.name
        for skill in after
        if len(whole_line(skill, room.longest)) > lengths.get(moved.get(skill.directory, skill.directory), 0)
    ]
    return Unlisted(model=model, plugin=plugin, skills=tuple(skill.name for skill in lost), grown=tuple(grown))


def _of(side: Side, folder: str) -> Iterator[Skill]:
    return (skill for skill in side.project.skills if skill.plugin_dir == folder and skill.surface.model_invocable)
