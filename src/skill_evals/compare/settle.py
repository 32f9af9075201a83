"""How many runs would tell: computed from rates, so that "cannot tell" comes with what it would take."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, erfc, sqrt
from statistics import NormalDist

from skill_evals.compare.exact import Stratum, lower_tail
from skill_evals.model.comparison import Count

MOST_RUNS = 40
POWER = 0.8


def settle_runs(strata: Sequence[Stratum], alpha: float) -> int | None:
    """The least number of runs an arm and case, up to 40, that rejects with probability .8 at these rates.

    None where 40 do not, or where the head is no worse. Of one case it is computed exactly; of several by the normal
    approximation of H given the totals, with its continuity correction.
    """
    rates = [(b.correct / b.valid, h.correct / h.valid) for b, h in strata if b.valid and h.valid]
    if sum(base - head for base, head in rates) <= 0:
        return None
    for runs in range(1, MOST_RUNS + 1):
        if _power(rates, runs, alpha) >= POWER:
            return runs
    return None


def _power(rates: Sequence[tuple[float, float]], runs: int, alpha: float) -> float:
    if len(rates) == 1:
        return exact_power(*rates[0], runs, alpha)
    return _normal_power(rates, runs, alpha)


def exact_power(base_rate: float, head_rate: float, runs: int, alpha: float) -> float:
    """Chance that Fisher's one-sided test on one case, ``runs`` an arm, gives p <= ``alpha``."""
    base, head = binomial(base_rate, runs), binomial(head_rate, runs)
    return sum(
        base[b] * sum(head[: worst + 1])
        for b in range(runs + 1)
        if (worst := worst_rejected(b, runs, alpha)) is not None
    )


@lru_cache(maxsize=4096)
def worst_rejected(base_correct: int, runs: int, alpha: float) -> int | None:
    """The highest head count that is rejected against this base count; None where none is."""
    base = Count(correct=base_correct, valid=runs)
    found = None
    for head_correct in range(base_correct):
        if lower_tail([(base, Count(correct=head_correct, valid=runs))]) > alpha:
            break
        found = head_correct
    return found


def binomial(rate: float, runs: int) -> list[float]:
    return [comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(runs + 1)]


def _normal_power(rates: Sequence[tuple[float, float]], runs: int, alpha: float) -> float:
    """H has mean t/2 and variance t(2n-t)/(4(2n-1)) a case; half the difference of the arms is what moves it."""
    shift = sum(runs * (base - head) / 2 for base, head in rates)
    conditional = sum(
        (total := runs * (base + head)) * (2 * runs - total) / (4 * (2 * runs - 1)) for base, head in rates
    )
    actual = sum(runs * (base * (1 - base) + head * (1 - head)) / 4 for base, head in rates)
    margin = shift - 0.5 - NormalDist().inv_cdf(1 - alpha) * sqrt(conditional)
    if actual == 0:
        return 1.0 if margin >= 0 else 0.0
    return erfc(-margin / sqrt(2 * actual)) / 2
