"""A measurement that looks like a dead harness."""

from collections.abc import Sequence

from skill_evals.model.comparison import Count


def suspected_harness_failure(positives: Sequence[Count]) -> bool:
    """Whether every query that should activate the skill stayed silent in every run, and nothing errored.

    Silence everywhere is what a harness gives that never offered the skill; it is noted, and decides nothing.
    """
    measured = [count for count in positives if count.valid or count.errored]
    return bool(measured) and all(count.valid and not count.correct and not count.errored for count in measured)
