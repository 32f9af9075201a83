"""Neighbours: a greedy description steals its siblings' prompts, so their triggers run again when one changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from skill_evals.model.skill import Skill
from skill_evals.plan.pairs import SkillPair


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A skill whose entry in the listing changed, and how, in words that follow its name."""

    pair: SkillPair
    what: str

    @property
    def reaches_model(self) -> bool:
        """Whether either tree shows the skill to the model at all."""
        return any(skill.surface.model_invocable for skill in (self.pair.base, self.pair.head) if skill is not None)


def ripple(pairs: Iterable[SkillPair], origins: Iterable[Origin], mode: str) -> Mapping[str, str]:
    """By skill folder at the head: why its triggers run again although the skill itself did not change.

    ``mode``: ``plugin`` (skills that share a plugin; where there is none, all that are in no plugin), ``repo``
    (every skill) or ``off``.
    """
    if mode == "off":
        return {}
    origins = tuple(origin for origin in origins if origin.reaches_model)
    found = {}
    for pair in pairs:
        skill = pair.head
        if skill is None or not skill.surface.model_invocable:
            continue
        near = [origin for origin in origins if origin.pair != pair and (mode == "repo" or _shares(origin, skill))]
        if near:
            found[skill.directory] = _words(near, skill)
    return found


def _shares(origin: Origin, skill: Skill) -> bool:
    return any(one.plugin_dir == skill.plugin_dir for one in (origin.pair.base, origin.pair.head) if one is not None)


def _words(near: list[Origin], skill: Skill) -> str:
    first = near[0]
    others = f" (and of {len(near) - 1} more)" if len(near) > 1 else ""
    inside = f" in plugin `{skill.plugin}`" if skill.plugin and _shares(first, skill) else ""
    return f"neighbour of `{first.pair.skill.name}`{inside}, {first.what}{others}"
