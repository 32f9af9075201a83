"""Holm's step-down procedure: the chance of any false rejection stays within alpha, however many sets there are."""

from collections.abc import Sequence


def holm(p_values: Sequence[float], alpha: float) -> tuple[bool, ...]:
    """Which hypotheses are rejected, in the order given (Holm 1979, Scand. J. Statist. 6:65-70).

    A set that was not run takes part with p = 1: it makes the step for the others no easier.
    """
    rejected = [False] * len(p_values)
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    for rank, index in enumerate(order):
        if p_values[index] > alpha / (len(p_values) - rank):
            break
        rejected[index] = True
    return tuple(rejected)
