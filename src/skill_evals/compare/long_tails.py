"""The tails of the stratified exact test where strata hold hundreds of runs: whole numbers would grow too long.

As compare/exact.py, but in floats: all terms are positive, so sums are right to some twelve digits, and what is too
small for a float is no chance at all.
"""

from collections.abc import Iterable, Sequence
from math import comb, fsum

from skill_evals.compare.exact import Stratum


def long_tails(strata: Iterable[Stratum]) -> tuple[float, float]:
    """P(H <= h) and P(H >= h), h the head's correct runs; without strata 1.0 and 1.0."""
    place, chances = 0, [1.0]
    for base, head in strata:
        least, of_case = _hypergeometric(base.valid, head.valid, base.correct + head.correct)
        place += head.correct - least
        if len(of_case) > 1:
            chances = _convolved(chances, of_case)
    return min(1.0, fsum(chances[: place + 1])), min(1.0, fsum(chances[place:]))


def _hypergeometric(base_valid: int, head_valid: int, total: int) -> tuple[int, list[float]]:
    """The least possible count of the head, and the chances from there on."""
    least, most = max(0, total - base_valid), min(head_valid, total)
    whole = comb(base_valid + head_valid, total)
    return least, [comb(head_valid, k) * comb(base_valid, total - k) / whole for k in range(least, most + 1)]


def _convolved(many: Sequence[float], few: Sequence[float]) -> list[float]:
    length = len(many)
    product = [0.0] * (length + len(few) - 1)
    for place, chance in enumerate(few):
        window = product[place : place + length]
        product[place : place + length] = [old + chance * new for old, new in zip(window, many, strict=True)]
    return product
