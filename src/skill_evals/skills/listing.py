"""How Claude Code lists skills for a model: one line each, under a bound for the line and one for all of them.

The numbers were seen in the requests of Claude Code 2.1.332: many skills of known lengths, for each model. Lengths are
characters; line feeds count.
"""

from collections.abc import Iterable, Mapping

from skill_evals.model.light import light
from skill_evals.model.skill import Skill

ENTRY = 1_536
"""Of one skill's text (`skillListingMaxDescChars`, since 2.1.105)."""
WIDE = 29_000
"""Of all lines, for models with a context of a million tokens."""
NARROW = 7_000
"""Of all lines, for models with a context of 200,000 tokens."""
BUNDLED = 5_074
"""Of those, what the skills that come with Claude Code take."""


@light(frozen=True, slots=True, kw_only=True)
class Room:
    """What a model's listing has room for."""

    total: int
    """Of all lines."""
    bundled: int = BUNDLED
    longest: int = ENTRY


_CUT = "…"
_JOINT = " - "


def name_line(skill: Skill) -> str:
    """A line without its text: the folder's name, by which the skill is called, and the frontmatter's where it is
    another.
    """
    own = skill.surface.name
    return f"- {skill.name} ({own})" if own and own != skill.name else f"- {skill.name}"


def full_text(skill: Skill) -> str:
    """What stands behind the name, before it is cut: the description and `when_to_use`."""
    parts = [" ".join(part.split()) for part in (skill.surface.description, skill.surface.when_to_use)]
    return _JOINT.join(part for part in parts if part)


def cut(text: str, longest: int = ENTRY) -> str:
    return text if len(text) <= longest else text[: longest - 1] + _CUT


def whole_line(skill: Skill, longest: int = ENTRY) -> str:
    """The line where there is room for all of it."""
    text = cut(full_text(skill), longest)
    return f"{name_line(skill)}: {text}" if text else name_line(skill)


def lines(skills: Iterable[Skill], room: Room) -> Mapping[str, str]:
    """By the name under which a skill is called, in order; skills that the model may not invoke have none.

    The skills stand in the order of their names, so that the same skill stands among the same neighbours in both arms.
    Where the room does not suffice for every entry, each name keeps its line and texts are given out in order, to
    whoever still fits; the rest are bare names.
    """
    listed = sorted((skill for skill in skills if skill.surface.model_invocable), key=lambda skill: skill.name)
    left = room.total - room.bundled - sum(len(name_line(skill)) + 1 for skill in listed)
    found = {}
    for skill in listed:
        bare, line = name_line(skill), whole_line(skill, room.longest)
        more = len(line) - len(bare)
        found[skill.name] = line if more <= left else bare
        left -= more if more <= left else 0
    return found


def untold(skills: Iterable[Skill], room: Room) -> tuple[Skill, ...]:
    """The skills that are listed by their name alone, for want of room."""
    listed = tuple(skill for skill in skills if skill.surface.model_invocable)
    found = lines(listed, room)
    return tuple(skill for skill in listed if full_text(skill) and found[skill.name] == name_line(skill))
