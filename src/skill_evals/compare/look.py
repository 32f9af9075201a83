"""The look: after a few runs an arm, a set that does not repeat is stopped before it costs the rest.

Stopping only ever withholds a rejection, so the test that follows keeps its level.
"""

from collections.abc import Sequence

from skill_evals.compare.exact import excess
from skill_evals.compare.screened import FreshCase
from skill_evals.compare.sets import strata


def repeats(kind: str, fresh: Sequence[FreshCase]) -> bool:
    """Whether the head's total is worse so far (``up``: better)."""
    difference = excess(strata(fresh))
    return difference > 0 if kind == "up" else difference < 0
