"""The listing of skills as Claude Code writes it (skills/listing.py), under its heading."""

from collections.abc import Iterable, Mapping

from skill_evals.edges.backends.messages.profile import Profile
from skill_evals.model.skill import Skill
from skill_evals.skills.listing import Room, lines

HEADING = "The following skills are available for use with the Skill tool:"


def listing(skills: Iterable[Skill], profile: Profile) -> str:
    """The text that the model reads; skills that it may not invoke are not in it."""
    return f"{HEADING}\n\n" + "\n".join(entries(skills, profile).values())


def entries(skills: Iterable[Skill], profile: Profile) -> Mapping[str, str]:
    """The lines by the name under which a skill is called, in order."""
    return lines(skills, room_of(profile))


def room_of(profile: Profile) -> Room:
    return Room(total=profile.room, bundled=profile.bundled, longest=profile.longest)
