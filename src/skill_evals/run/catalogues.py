"""What a model is shown in one arm: the skill under test and, for triggers, its siblings."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from skill_evals.model.skill import Skill
from skill_evals.model.suite import Tier
from skill_evals.run.ports.request import Catalogue


def catalogue(skills: Iterable[Skill], target: Skill | None, plugin_dir: str, tier: Tier) -> Catalogue:
    """Tier 1: the model-invocable skills of the plugin and the target, in the order given; Tier 2: the target alone.

    ``target`` is None where the arm does not have the skill.
    """
    if tier is Tier.EVALS:
        return listed((target,) if target is not None else ())
    return listed(
        tuple(
            skill
            for skill in skills
            if (target is not None and skill.directory == target.directory)
            or (skill.plugin_dir == plugin_dir and skill.surface.model_invocable)
        )
    )


def no_skill() -> Catalogue:
    """What the lift arm is shown: nothing."""
    return listed(())


def listed(skills: Sequence[Skill]) -> Catalogue:
    """These skills, in this order."""
    digest = sha256()
    for skill in skills:
        surface = skill.surface
        for part in (skill.name, surface.name, surface.description, surface.when_to_use, surface.digest):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        digest.update(b"\n")
    return Catalogue(skills=tuple(skills), digest=digest.hexdigest())
