"""The listing of skills as Claude Code writes it: one line each, cut and rationed as it cuts and rations.

The skills stand in the order of their names, so that the same skill stands among the same neighbours in both arms.
Where the room does not suffice for every entry, each name keeps its line and texts are given out in order, to whoever
still fits; the rest are bare names.
"""

from collections.abc import Iterable, Mapping

from skill_evals.edges.backends.messages.profile import Profile
from skill_evals.model.skill import Skill
from skill_evals.skills.listing import name_line, whole_line

HEADING = "The following skills are available for use with the Skill tool:"


def listing(skills: Iterable[Skill], profile: Profile) -> str:
    """The text that the model reads; skills that it may not invoke are not in it."""
    return f"{HEADING}\n\n" + "\n".join(entries(skills, profile).values())


def entries(skills: Iterable[Skill], profile: Profile) -> Mapping[str, str]:
    """The lines by the name under which a skill is called, in order."""
    listed = sorted((skill for skill in skills if skill.surface.model_invocable), key=lambda skill: skill.name)
    room = profile.room - profile.bundled - sum(len(name_line(skill)) + 1 for skill in listed)
    lines = {}
    for skill in listed:
        bare, line = name_line(skill), whole_line(skill, profile.longest)
        more = len(line) - len(bare)
        lines[skill.name] = line if more <= room else bare
        room -= more if more <= room else 0
    return lines
