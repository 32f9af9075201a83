"""Why a run was made, and how it ended."""

from enum import StrEnum


class Stage(StrEnum):
    CONTROL = "control"
    SCREENING = "screening"
    CONFIRM = "confirm"
    SPREAD = "spread"
    CULPRIT = "culprit"
    """With one changed description of the head's listing as the base has it."""


class Outcome(StrEnum):
    """How one run ended. Only the first four are measurements; the others enter no rate."""

    ACTIVATED = "activated"
    OTHER_SKILL = "other-skill"
    NO_SKILL = "no-skill"
    FINISHED = "finished"
    """Tier 2: the agent came to its own end, so that its work can be graded."""
    DID_NOT_FINISH = "did-not-finish"
    """Tier 2: turns or the case's own time ran out with no fault of the harness; it counts as not correct."""
    ERROR = "error"
    TIMEOUT = "timeout"
    BUDGET = "budget"

    @property
    def measured(self) -> bool:
        """Whether the run says something about the skill, and not about the harness."""
        return self not in (Outcome.ERROR, Outcome.TIMEOUT, Outcome.BUDGET)
