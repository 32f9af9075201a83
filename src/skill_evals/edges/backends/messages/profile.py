"""How Claude Code shows a model its skills, as seen in the requests of Claude Code 2.1.332 for each model."""

import hashlib
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from skill_evals.skills.listing import BUNDLED, ENTRY, NARROW, WIDE


class Place(StrEnum):
    SYSTEM_MESSAGE = "system-message"
    """A message of the role ``system`` after the user's."""
    REMINDER = "reminder"
    """A block of the user's message, between ``<system-reminder>`` tags, before what the user wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything that decides a run besides the listing, the query and the model."""

    place: Place
    seen: bool
    """Whether Claude Code was seen to do so for this model; else it is what its relatives get."""
    room: int
    """Characters that all entries of the listing may have together, line feeds included: 1 % of the context."""
    bundled: int = BUNDLED
    """Of those, what the skills that come with Claude Code take."""
    longest: int = ENTRY
    """Characters of one entry."""
    turns: int = 2
    """A turn that only looked around with the other tools gets its results, and the model goes on."""
    max_tokens: int = 8_192
    """Thinking and all; an answer that reaches it is an error."""
    effort: str | None = None
    """None: the model's own default."""
    thinking: str | None = "adaptive"
    """``adaptive`` or ``disabled``, as the API names what is asked for; None: nothing is said of it."""
    wording: int = 1
    """Of persona, tools and their results: raised with each change of them."""
    agent_wording: int = 1
    """The same of Tier 2, and of its limits."""
    agent_max_tokens: int = 32_000
    """As ``max_tokens``, of each answer in Tier 2."""

    @property
    def name(self) -> str:
        """Equal only where every member is, such as ``messages-1/system-message/3f0a…``; kept beside results."""
        told = "\0".join(f"{one.name}={getattr(self, one.name)}" for one in fields(self) if one.name != "seen")
        digest = hashlib.sha256(told.encode()).hexdigest()[:12]
        return f"messages-{self.wording}/{self.place}/{'' if self.seen else 'assumed-'}{digest}"


def _recent(effort: str | None, *, seen: bool = True) -> Profile:
    return Profile(place=Place.SYSTEM_MESSAGE, seen=seen, room=WIDE, effort=effort)


def _older(*, effort: str | None, thinking: str | None) -> Profile:
    return Profile(place=Place.REMINDER, seen=True, room=NARROW, effort=effort, thinking=thinking)


_SEEN = {
    "claude-haiku-5-5": _recent("medium"),
    "claude-sonnet-5-5": _recent("medium"),
    "claude-opus-5-5": _recent("medium"),
    "claude-sonnet-5": _recent("high"),
    "claude-opus-4-8": _recent("high"),
    "claude-opus-4-6": _older(effort="high", thinking="adaptive"),
    "claude-sonnet-4-6": _older(effort="high", thinking="adaptive"),
    # Claude Code gives it 31,999 tokens to think, which no trigger is worth; here it does not think.
    "claude-haiku-4-5": _older(effort=None, thinking=None),
}
_THINKING = {"adaptive": "adaptive", "off": "disabled"}
_DATE = 9
"""Characters of a snapshot's date, such as ``-20251001``."""


def profile_of(model: str, *, effort: str | None = None, thinking: str | None = None) -> Profile:
    """The profile for an id of the API; a dated snapshot has that of its model.

    ``effort`` and ``thinking`` are the configuration's: what it says holds in the place of what Claude Code does.
    """
    found = _of(model)
    asked = found.thinking if thinking is None else _THINKING[thinking]
    return replace(found, effort=effort or found.effort, thinking=asked)


def _of(model: str) -> Profile:
    bare = model[:-_DATE] if model[-8:].isdigit() and model[-_DATE:-8] == "-" else model
    return _SEEN.get(bare) or _recent(None, seen=False)
