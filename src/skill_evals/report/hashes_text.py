"""Fingerprints for people in a terminal: a block a skill, a line a hash."""

from collections.abc import Iterable

from skill_evals.model.freshness import SkillHashes, TierHashes
from skill_evals.report.escape import terminal
from skill_evals.report.markdown import cut

UNKNOWN = "not here (some of its bytes are only known by name)"


def hashes_text(hashes: Iterable[SkillHashes]) -> str:
    """Lines of text; a hash that cannot be computed says why."""
    lines: list[str] = []
    for skill in hashes:
        name = f"{skill.plugin}/{skill.skill}" if skill.plugin else skill.skill
        lines += [terminal(name), f"  surface   {skill.surface}"]
        lines += _tier("triggers", skill.triggers) + _tier("evals", skill.evals)
    return "".join(f"{line}\n" for line in lines)


def _tier(name: str, tier: TierHashes | None) -> list[str]:
    if tier is None:
        return []
    cases = [f"    {value or UNKNOWN}  {cut(terminal(key), 80)}" for key, value in tier.specs.items()]
    return [f"  {name:<9} {tier.content or UNKNOWN}", *cases]
