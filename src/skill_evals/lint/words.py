"""An author's words inside a message, and ours."""

from skill_evals.model.suite import Tier

_LONGEST = 80


def shown(text: str) -> str:
    """A text that fits into a message, cut where it is long; renderers escape what is left."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def of_tier(tier: Tier) -> str:
    """The word for what belongs to a tier, as in "a trigger suite"."""
    return "trigger" if tier is Tier.TRIGGERS else "eval"
