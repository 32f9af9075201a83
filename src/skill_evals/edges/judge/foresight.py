"""What a judge's answers will take, before any is asked for."""

from collections.abc import Iterable

from skill_evals.model.plan import Foreseen
from skill_evals.plan.prices import Rate

_LOW_BYTES_A_TOKEN, _HIGH_BYTES_A_TOKEN = 4, 3
_LOW_TOKENS, _HIGH_TOKENS = 60, 250
"""Of the answer, a criterion: a quote and a sentence; three sentences and a long quote."""
_RUN_BYTES = (4_500, 80_000)
"""Of what is shown of a run, our own words included: a short answer; half of what has room."""
_THOUGHTS = 1_500
"""Tokens of thinking, at most as a rule."""


def foresee(size: int, criteria: int, votes: int, rate: Rate | None) -> Foreseen:
    """Of one sheet of ``size`` bytes. At least a bare majority votes; at most all do, each asked a second time."""
    low, high = votes // 2 + 1, 2 * votes
    if rate is None:
        return Foreseen(calls=(low, high), usd=None)
    least = rate.usd(size / _LOW_BYTES_A_TOKEN, criteria * _LOW_TOKENS)
    most = rate.usd(size / _HIGH_BYTES_A_TOKEN, criteria * _HIGH_TOKENS + _THOUGHTS)
    return Foreseen(calls=(low, high), usd=(low * least, high * most))


def foresee_unseen(criteria: int, votes: int, rate: Rate | None) -> Foreseen:
    """Of one sheet about a run that is not yet made."""
    low, high = (foresee(size, criteria, votes, rate) for size in _RUN_BYTES)
    usd = None if low.usd is None or high.usd is None else (low.usd[0], high.usd[1])
    return Foreseen(calls=low.calls, usd=usd)


def total_of(sheets: Iterable[Foreseen]) -> Foreseen:
    every = list(sheets)
    known = [one.usd for one in every if one.usd is not None]
    is_known = len(known) == len(every)
    usd = (sum(low for low, _ in known), sum(high for _, high in known)) if is_known else None
    calls = (sum(one.calls[0] for one in every), sum(one.calls[1] for one in every))
    return Foreseen(calls=calls, usd=usd)
