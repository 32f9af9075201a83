"""Curtailed majority: a case stops once no outstanding run can change its verdict.

A case of ``runs`` runs passes where enough of them are correct: at least half where the skill is expected to activate,
more than half where it must stay silent (evolve's rule: the rate of activations at least .5, or under .5).
"""

from skill_evals.model.verdict import State


def needed(runs: int, *, expects_use: bool) -> int:
    """How many of ``runs`` must be correct for a pass."""
    return (runs + 1) // 2 if expects_use else runs // 2 + 1


def verdict(correct: int, valid: int, runs: int, *, expects_use: bool) -> State | None:
    """PASS or FAIL once no outstanding run can change it; None before. ``valid`` are the runs measured so far."""
    enough = needed(runs, expects_use=expects_use)
    if correct >= enough:
        return State.PASS
    if valid - correct > runs - enough:
        return State.FAIL
    return None


def least_outstanding(correct: int, valid: int, runs: int, *, expects_use: bool) -> int:
    """How many more runs it takes at least; so many may be under way at once and none is wasted."""
    enough = needed(runs, expects_use=expects_use)
    return max(0, min(enough - correct, runs - enough + 1 - (valid - correct)))
