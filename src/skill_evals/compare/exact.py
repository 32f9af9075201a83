"""The stratified exact test: do the head's correct runs fall short of the base's, case by case?

Given a case's total of correct runs over both arms, the head's share of it is hypergeometric if the arms are alike.
H is the sum over the cases; its distribution is the convolution of theirs. With one case it is Fisher's exact test,
one-sided. Weights are whole numbers, so that nothing is lost before the one division at the end.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias

from skill_evals.model.comparison import Count

Stratum: TypeAlias = tuple[Count, Count]
"""One case: what the base arm counted, and what the head arm counted."""


def lower_tail(strata: Iterable[Stratum]) -> float:
    """P(H <= h), h the head's correct runs: small where the head is worse. Without strata 1.0."""
    least, weights, head = _distribution(strata)
    return sum(weights[: head - least + 1]) / sum(weights)


def upper_tail(strata: Iterable[Stratum]) -> float:
    """P(H >= h): small where the head is better. Without strata 1.0."""
    least, weights, head = _distribution(strata)
    return sum(weights[head - least :]) / sum(weights)


def excess(strata: Iterable[Stratum]) -> Fraction:
    """The head's correct runs less what it would have if the arms were alike; negative where the head is worse.

    With equally many valid runs in both arms it has the sign of the head's total less the base's.
    """
    total = Fraction(0)
    for base, head in strata:
        valid = base.valid + head.valid
        if valid:
            total += head.correct - Fraction((base.correct + head.correct) * head.valid, valid)
    return total


def _distribution(strata: Iterable[Stratum]) -> tuple[int, list[int], int]:
    least, weights, head_correct = 0, [1], 0
    for base, head in strata:
        first, of_case = _hypergeometric(base.valid, head.valid, base.correct + head.correct)
        least += first
        head_correct += head.correct
        weights = _convolved(weights, of_case)
    return least, weights, head_correct


@lru_cache(maxsize=65536)
def _hypergeometric(base_valid: int, head_valid: int, total: int) -> tuple[int, tuple[int, ...]]:
    """The least possible count of the head and the weights from there on; their sum is C(base + head, total)."""
    least = max(0, total - base_valid)
    most = min(head_valid, total)
    return least, tuple(comb(head_valid, k) * comb(base_valid, total - k) for k in range(least, most + 1))


def _convolved(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product
