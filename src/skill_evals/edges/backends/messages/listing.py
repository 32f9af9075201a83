"""The listing of skills as Claude Code writes it: one line each, cut and rationed as it cuts and rations.

The skills stand in the order of their names, so that the same skill stands among the same neighbours in both arms.
Where the room does not suffice for every entry, each name keeps its line and texts are given out in order, to whoever
still fits; the rest are bare names.
"""

from collections.abc import Iterable, Mapping

from skill_evals.edges.backends.messages.profile import Profile
from skill_evals.model.skill import Skill

HEADING = "The following skills are available for use with the Skill tool:"
_CUT = "…"
_JOINT = " - "


def listing(skills: Iterable[Skill], profile: Profile) -> str:
    """The text that the model reads; skills that it may not invoke are not in it."""
    return f"{HEADING}\n\n" + "\n".join(entries(skills, profile).values())


def entries(skills: Iterable[Skill], profile: Profile) -> Mapping[str, str]:
    """The lines by the name under which a skill is called, in order."""
    listed = sorted((skill for skill in skills if skill.surface.model_invocable), key=lambda skill: skill.name)
    room = profile.room - profile.bundled - sum(len(_bare(skill)) + 1 for skill in listed)
    lines = {}
    for skill in listed:
        text = _text(skill, profile.longest)
        line = f"{_bare(skill)}: {text}"
        more = len(line) - len(_bare(skill))
        lines[skill.name] = line if text and more <= room else _bare(skill)
        room -= more if text and more <= room else 0
    return lines


def _bare(skill: Skill) -> str:
    """The folder's name, by which the skill is called, and the frontmatter's where it is another."""
    own = skill.surface.name
    return f"- {skill.name} ({own})" if own and own != skill.name else f"- {skill.name}"


def _text(skill: Skill, longest: int) -> str:
    parts = [" ".join(part.split()) for part in (skill.surface.description, skill.surface.when_to_use)]
    text = _JOINT.join(part for part in parts if part)
    return text if len(text) <= longest else text[: longest - 1] + _CUT
