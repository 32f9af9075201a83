"""Why all cases of a skill's tier run: it is new, it changed, a neighbour changed, or everything was asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import AcceptStale, Config
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Tier
from skill_evals.plan.affected import changed_content, changed_surface
from skill_evals.plan.most_cases import Rank
from skill_evals.plan.nouns import Side
from skill_evals.plan.pairs import SkillPair
from skill_evals.plan.ripple import Origin, ripple
from skill_evals.plan.select import Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What the change does to skills, by skill folder at the head."""

    surface: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Which frontmatter keys of the trigger surface changed."""
    content: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Which files changed."""
    moved: Mapping[str, str] = field(default_factory=dict)
    """Which plugins the skill left and joined, in words."""
    ripple: Mapping[str, str] = field(default_factory=dict)
    """Which neighbour changed, in words."""


def effects_of(head: Side, base: Side, changes: ChangeSet, pairs: Sequence[SkillPair], config: Config) -> Effects:
    """A change of the surface that the configuration accepts moves no neighbour."""
    surface = {pair.head.directory: keys for pair in pairs if pair.head is not None and (keys := changed_surface(pair))}
    moved = _moved(pairs)
    origins = [origin for pair in pairs if (origin := _origin(pair, surface, moved, config.accept_stale)) is not None]
    return Effects(
        surface=surface,
        moved=moved,
        content=changed_content(head, base, changes, pairs),
        ripple=ripple(pairs, origins, config.run.ripple),
    )


def _origin(
    pair: SkillPair,
    surface: Mapping[str, tuple[str, ...]],
    moved: Mapping[str, str],
    accepted: Sequence[AcceptStale],
) -> Origin | None:
    if pair.head is None:
        return Origin(pair=pair, what="which was removed")
    if pair.base is None:
        return Origin(pair=pair, what="which is new")
    if pair.head.directory in moved:
        return Origin(pair=pair, what=f"which moved {moved[pair.head.directory]}")
    keys = surface.get(pair.head.directory)
    if keys is None or acceptance(pair.head, Tier.TRIGGERS, accepted) is not None:
        return None
    return Origin(pair=pair, what=f"whose {_listed(keys)} changed")


def _moved(pairs: Sequence[SkillPair]) -> Mapping[str, str]:
    """Skills that left the plugin they were in for another, which changes both listings. That a plugin's own folder
    was renamed moves nobody.
    """
    before = {pair.base.plugin_dir for pair in pairs if pair.base is not None}
    after = {pair.head.plugin_dir for pair in pairs if pair.head is not None}
    return {
        pair.head.directory: f"from plugin `{pair.base.plugin}` to plugin `{pair.head.plugin}`"
        for pair in pairs
        if pair.base is not None
        and pair.head is not None
        and pair.base.plugin_dir != pair.head.plugin_dir
        and (pair.base.plugin_dir in after or pair.head.plugin_dir in before)
    }


def cause_of(skill: Skill, tier: Tier, *, is_new: bool, effects: Effects, accepted: str | None) -> Cause:
    """``accepted``: why the configuration lets a change of the skill itself stand."""
    if is_new:
        return Cause(tier=tier, compared=True, whole=(f"`{skill.name}` is new",), rank=Rank.SKILL)
    near = effects.ripple.get(skill.directory) if tier is Tier.TRIGGERS else None
    own = _own_reason(skill, tier, effects)
    moved = effects.moved.get(skill.directory) if tier is Tier.TRIGGERS else None
    listing = [reason for reason in (moved and f"`{skill.name}` moved {moved}", near) if reason]
    whole = [own] if own is not None and accepted is None else []
    rank = Rank.SKILL if whole or moved else Rank.NEIGHBOUR if near else Rank.REST
    return Cause(
        tier=tier,
        compared=True,
        whole=(*whole, *listing),
        unconditional=bool(listing),
        accepted=accepted,
        rank=rank,
    )


def _own_reason(skill: Skill, tier: Tier, effects: Effects) -> str | None:
    if tier is Tier.TRIGGERS:
        keys = effects.surface.get(skill.directory)
        return None if keys is None else f"{_listed(keys)} of `{skill.name}` changed"
    paths = effects.content.get(skill.directory)
    if paths is None:
        return None
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"content of `{skill.name}` changed: {paths[0]}{more}"


def acceptance(skill: Skill, tier: Tier, accepted: Sequence[AcceptStale]) -> str | None:
    """The reason that the configuration gives for leaving this very surface unmeasured; None: it gives none."""
    return next(
        (
            entry.reason
            for entry in accepted
            if entry.tier is tier and entry.surface == skill.surface.digest and entry.skill in names_of(skill)
        ),
        None,
    )


def names_of(skill: Skill) -> frozenset[str]:
    """What people may call it: its name, ``plugin/name``, or its folder."""
    return frozenset((skill.name, f"{skill.plugin}/{skill.name}", skill.directory)) - {""}


def _listed(keys: Sequence[str]) -> str:
    quoted = [key if " " in key else f"`{key}`" for key in keys]
    return " and ".join((", ".join(quoted[:-1]), quoted[-1])) if len(quoted) > 1 else quoted[0]
