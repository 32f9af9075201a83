"""``results hashes --format json``: the fingerprints as they are now, version 1."""

from collections.abc import Iterable

from skill_evals.model.freshness import SkillHashes, TierHashes

VERSION = 1


def hashes_json(hashes: Iterable[SkillHashes]) -> dict[str, object]:
    """Skills in the order given. A hash is null where some of the bytes are not here, or there is no such suite."""
    return {
        "version": VERSION,
        "skills": [
            {
                "plugin": skill.plugin,
                "skill": skill.skill,
                "surface": skill.surface,
                "triggers": _tier(skill.triggers),
                "evals": _tier(skill.evals),
            }
            for skill in hashes
        ],
    }


def _tier(tier: TierHashes | None) -> dict[str, object]:
    if tier is None:
        return {"content_hash": None, "spec": {}}
    return {"content_hash": tier.content, "spec": dict(tier.specs)}
