"""What nights say together: the rate of false alarms, and whether a commit's own pass rate moved.

A rate is tested as follows. A series are the nights in which the same suite of the same content was run by the same
backend on the same model, one commit against itself. Each arm's verdict of a case is one measurement, and as long as
nothing moves those of a case are exchangeable. A move may lie between any two nights, but for two at either end. The
most conspicuous place is taken, and what lies before it is compared with the rest by the stratified exact test of
compare/exact.py, a case a stratum, without the one night of the shorter side that speaks for it most, since one bad
night is no move. Its p-value is multiplied by all places and both directions that it was chosen from. Holm's procedure
takes all series together, at ALPHA / (n (n + 1)) in the n-th night: these add up to no more than ALPHA over all nights
to come, so looking every night alarms no oftener than looking once.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import TypeAlias

from skill_evals.compare.binomial_interval import exact_interval
from skill_evals.compare.exact import Stratum
from skill_evals.compare.holm import holm
from skill_evals.compare.long_tails import long_tails
from skill_evals.model.comparison import ComparisonOutcome, Count
from skill_evals.model.night import Move, Night, NightFamily, NightKind, NightsFound, Passes, Tallied
from skill_evals.model.suite import Tier

ALPHA = 0.01
"""Chance that it is ever said of a repository that a rate moved, though none did."""

SIDE = 2
"""Nights on either side of a move, at least."""
SERIES = 60
"""Nights of a series that are looked at, the last ones."""

_Key: TypeAlias = tuple[str, Tier, str, str, str]
_Series: TypeAlias = Sequence[tuple[Night, NightFamily]]
_Part: TypeAlias = Sequence[NightFamily]


def of_nights(nights: Iterable[Night]) -> NightsFound:
    ordered = tuple(sorted(nights, key=lambda night: (night.date, night.run)))
    same = tally(ordered, NightKind.SAME)
    series = [found[-SERIES:] for found in _series(ordered).values() if len(found) >= 2 * SIDE]
    threshold = ALPHA / (same.nights * (same.nights + 1)) if same.nights else ALPHA
    likely = [_likeliest(found) for found in series]
    moved = holm([move.p_value for move in likely], threshold)
    return NightsFound(
        nights=ordered,
        same=same,
        anchor=tally(ordered, NightKind.ANCHOR),
        moves=tuple(move for move, is_moved in zip(likely, moved, strict=True) if is_moved),
        compared=len(series),
        threshold=threshold,
    )


def tally(nights: Iterable[Night], kind: NightKind) -> Tallied:
    of_kind = [night for night in nights if night.kind is kind]
    counted = [night for night in of_kind if night.counts]
    outcomes = [night.outcome for night in counted]
    regressed = outcomes.count(ComparisonOutcome.REGRESSED)
    return Tallied(
        kind=kind,
        nights=len(counted),
        unmeasured=len(of_kind) - len(counted),
        regressed=regressed,
        improved=outcomes.count(ComparisonOutcome.IMPROVED),
        rate=regressed / len(counted) if counted else None,
        interval=exact_interval(regressed, len(counted)),
        alpha=max((night.alpha or 0.0 for night in counted), default=0.0),
    )


def _series(nights: Iterable[Night]) -> Mapping[_Key, _Series]:
    found: dict[_Key, list[tuple[Night, NightFamily]]] = defaultdict(list)
    for night in nights:
        if night.kind is NightKind.SAME and night.counts:
            for family in night.families:
                if family.cases:
                    key = (family.suite, family.tier, family.model, night.backend, family.subject)
                    found[key].append((night, family))
    return found


def _likeliest(series: _Series) -> Move:
    """The night from which on a series most likely ran otherwise, and the exact test of that."""
    families = [family for _, family in series]
    places = range(SIDE, len(series) - SIDE + 1)
    first = max(places, key=lambda place: abs(_score(_strata(families[:place], families[place:]))))
    before, after = families[:first], families[first:]
    (last, _), (then, family) = series[first - 1], series[first]
    whole = _strata(before, after)
    tested = _strata(*_without_the_worst(before, after, fell=_score(whole) < 0))
    return Move(
        suite=family.suite,
        tier=family.tier,
        model=family.model,
        before=_total(count for count, _ in whole),
        after=_total(count for _, count in whole),
        nights_before=first,
        nights_after=len(series) - first,
        last_before=last.date,
        first_after=then.date,
        p_value=min(1.0, min(long_tails(tested)) * 2 * len(places)),
        setting_gone=tuple(sorted(set(last.setting) - set(then.setting))),
        setting_come=tuple(sorted(set(then.setting) - set(last.setting))),
    )


def _without_the_worst(before: _Part, after: _Part, *, fell: bool) -> tuple[_Part, _Part]:
    """Both sides, without the night of the shorter one that lies farthest in the direction of the move."""
    if len(after) <= len(before):
        return before, _without_one(after, lowest=fell)
    return _without_one(before, lowest=not fell), after


def _without_one(part: _Part, *, lowest: bool) -> _Part:
    shares = [Fraction(total.passed, total.measured) for total in map(_of_night, part)]
    left_out = shares.index(min(shares) if lowest else max(shares))
    return [family for number, family in enumerate(part) if number != left_out]


def _of_night(family: NightFamily) -> Passes:
    return Passes(
        passed=sum(one.passed for one in family.cases.values()),
        measured=sum(one.measured for one in family.cases.values()),
    )


def _strata(before: _Part, after: _Part) -> list[Stratum]:
    """Of each case that both sides know the verdicts of the one and of the other."""
    first, second = _summed(before), _summed(after)
    return [(first[case], second[case]) for case in first if case in second]


def _summed(families: Iterable[NightFamily]) -> dict[str, Count]:
    found: dict[str, Count] = {}
    for family in families:
        for case, passes in family.cases.items():
            old = found.get(case, Count(correct=0, valid=0))
            found[case] = Count(correct=old.correct + passes.passed, valid=old.valid + passes.measured)
    return found


def _score(strata: Iterable[Stratum]) -> float:
    """How many standard deviations the later verdicts lie off what the earlier ones let expect, given the totals."""
    off = variance = 0.0
    for before, after in strata:
        valid = before.valid + after.valid
        rate = (before.correct + after.correct) / valid
        off += after.correct - after.valid * rate
        variance += after.valid * rate * (1 - rate) * before.valid / max(1, valid - 1)
    return off / sqrt(variance) if variance else 0.0


def _total(counts: Iterable[Count]) -> Passes:
    found = list(counts)
    return Passes(passed=sum(one.correct for one in found), measured=sum(one.valid for one in found))
