"""The exact interval of a share, of Clopper and Pearson (1934, Biometrika 26:404-413).

The low end is the rate at which as many hits or more would come up with a chance of (1 - confidence) / 2, the high end
that at which as few or fewer would. It holds at least as often as it says, however small the numbers are.
"""

from collections.abc import Callable
from math import exp, fsum, lgamma, log

from skill_evals.model.night import Interval

_HALVINGS = 60
"""Beyond the precision of a float between 0 and 1."""


def exact_interval(hits: int, trials: int, confidence: float = 0.95) -> Interval:
    """0 ≤ ``hits`` ≤ ``trials``; of no trials it is everything."""
    tail = (1 - confidence) / 2
    low = 0.0 if hits == 0 else _solved(lambda rate: _at_least(hits, trials, rate) < tail)
    high = 1.0 if hits == trials else _solved(lambda rate: 1 - _at_least(hits + 1, trials, rate) > tail)
    return Interval(low=low, high=high)


def _solved(is_below: Callable[[float], bool]) -> float:
    """The rate at which the condition, which holds from 0 on, ceases to."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def _at_least(hits: int, trials: int, rate: float) -> float:
    """P(X >= hits), X binomial, 0 < ``rate`` < 1."""
    whole = lgamma(trials + 1)
    return fsum(
        exp(whole - lgamma(k + 1) - lgamma(trials - k + 1) + k * log(rate) + (trials - k) * log(1 - rate))
        for k in range(hits, trials + 1)
    )
