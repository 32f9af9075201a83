"""Two branches' results of one skill as one file: model by model, tier by tier, case by case.

What one branch alone changed is taken; a case that one of them took out stays out. Where both measured the same case
under the same content, the newer measurement stands. A result that was measured under other content than the merged
header names is marked as stale (``stale_mark``), so that it is run again. What both measured under different content
is a conflict: neither result is of the merged skill.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    EvalSnapshot,
    Header,
    ModelResults,
    ResultsFile,
    TriggerEntry,
    TriggerResult,
)
from skill_evals.results.stale_mark import stale_mark
from skill_evals.results.summary import sum_evals, sum_triggers

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Entry = TypeVar("Entry", TriggerEntry, EvalEntry)
Result = TypeVar("Result", TriggerResult, EvalResult)


@dataclass(slots=True)
class Conflicts:
    """What could not be settled, in words."""

    found: list[str] = field(default_factory=list)

    def add(self, words: str) -> None:
        self.found.append(words)


def merged_results(base: ResultsFile | None, ours: ResultsFile, theirs: ResultsFile) -> tuple[ResultsFile, list[str]]:
    """The merged file, and what of it is in conflict: then the file is of no use."""
    conflicts = Conflicts()
    if (ours.plugin, ours.skill) != (theirs.plugin, theirs.skill):
        conflicts.add(f"one side is about {ours.plugin}/{ours.skill}, the other about {theirs.plugin}/{theirs.skill}")
    before = {} if base is None else base.models
    models = by_key(before, ours.models, theirs.models, lambda model, *sides: _model(f"of {model}", sides, conflicts))
    return replace(ours, models=models), conflicts.found


def by_key(
    base: Mapping[Key, Value],
    ours: Mapping[Key, Value],
    theirs: Mapping[Key, Value],
    both: Callable[[Key, Value | None, Value, Value], Value],
) -> dict[Key, Value]:
    """Every key in the order of ours, each new one of theirs behind the one that it follows there. ``both`` settles
    what both sides have and both changed.
    """
    found: dict[Key, Value] = {}
    for key in _order(ours, theirs):
        mine, other, before = ours.get(key), theirs.get(key), base.get(key)
        if mine is None or other is None:
            alone = mine if mine is not None else other
            if alone is not None and key not in base:
                found[key] = alone
        elif other in (mine, before):
            found[key] = mine
        elif mine == before:
            found[key] = other
        else:
            found[key] = both(key, before, mine, other)
    return found


def _order(ours: Iterable[Key], theirs: Iterable[Key]) -> list[Key]:
    keys = list(ours)
    known, place = set(keys), 0
    for key in theirs:
        if key in known:
            place = keys.index(key) + 1
        else:
            keys.insert(place, key)
            place += 1
    return keys


def _model(where: str, sides: Sequence[ModelResults | None], conflicts: Conflicts) -> ModelResults:
    base, ours, theirs = (one or ModelResults() for one in sides)

    def triggers(_: str, before: TriggerEntry | None, one: TriggerEntry, two: TriggerEntry) -> TriggerEntry:
        return _triggers(where, before, one, two, conflicts)

    def evals(_: str, before: EvalEntry | None, one: EvalEntry, two: EvalEntry) -> EvalEntry:
        return _evals(where, before, one, two, conflicts)

    return ModelResults(
        triggers=_alone(base.triggers, ours.triggers, theirs.triggers, triggers),
        evals=_alone(base.evals, ours.evals, theirs.evals, evals),
    )


def _alone(
    base: Value | None,
    ours: Value | None,
    theirs: Value | None,
    both: Callable[[str, Value | None, Value, Value], Value],
) -> Value | None:
    """As ``by_key``, of a member that has no others beside it."""
    one, two, three = ({} if side is None else {"": side} for side in (base, ours, theirs))
    return by_key(one, two, three, both).get("")


def _triggers(
    where: str, base: TriggerEntry | None, ours: TriggerEntry, theirs: TriggerEntry, conflicts: Conflicts
) -> TriggerEntry:
    chosen = _chosen(None if base is None else base.header, ours, theirs, f"the triggers {where}", conflicts)
    results = _cases(
        {} if base is None else {r.query: r for r in base.results},
        _side({r.query: r for r in ours.results}, ours, theirs, chosen),
        _side({r.query: r for r in theirs.results}, theirs, ours, chosen),
        lambda key: conflicts.add(f"both sides measured the trigger {key!r} {where}, each another wording"),
    )
    return replace(chosen, results=results, summary=sum_triggers(results, executed=chosen.header.executed))


def _evals(where: str, base: EvalEntry | None, ours: EvalEntry, theirs: EvalEntry, conflicts: Conflicts) -> EvalEntry:
    chosen = _chosen(None if base is None else base.header, ours, theirs, f"the evals {where}", conflicts)
    results = _cases(
        {} if base is None else {r.id: r for r in base.results},
        _side({r.id: r for r in ours.results}, ours, theirs, chosen),
        _side({r.id: r for r in theirs.results}, theirs, ours, chosen),
        lambda key: conflicts.add(f"both sides measured the case {key!r} {where}, each another wording"),
    )
    return replace(
        chosen,
        results=results,
        summary=sum_evals(results, executed=chosen.header.executed),
        baseline=_baseline(None if base is None else base.baseline, ours, theirs, results),
    )


def _side(results: Mapping[str, Result], own: Entry, other: Entry, chosen: Entry) -> "_Side[Result]":
    fits = own.header.content_hash == chosen.header.content_hash
    return _Side(results=results, fits=fits, later=_is_later(own, other))


def _chosen(base: Header | None, ours: Entry, theirs: Entry, what: str, conflicts: Conflicts) -> Entry:
    """The entry whose header and earlier results the merged one has: of whoever measured the merged skill."""
    mine, other = ours.header, theirs.header
    if other in (base, mine):
        return ours
    if mine == base:
        return theirs
    if mine.content_hash == other.content_hash:
        return theirs if _is_later(theirs, ours) else ours
    if base is None or base.content_hash not in {mine.content_hash, other.content_hash}:
        conflicts.add(f"both sides measured {what}, each another skill")
    return theirs if base is not None and mine.content_hash == base.content_hash else ours


def _is_later(one: Entry, other: Entry) -> bool:
    return (one.header.ran_at or "") > (other.header.ran_at or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side(Generic[Result]):
    """One side's results of a tier, by key."""

    results: Mapping[str, Result]
    fits: bool
    """Whether they were measured under the content that the merged header names."""
    later: bool

    def rank(self, result: Result) -> tuple[bool, bool, bool]:
        """What tells more of the merged skill is higher."""
        return (self.fits, result.spec_hash != _wording(result), self.later)


def _cases(
    base: Mapping[str, Result], ours: _Side[Result], theirs: _Side[Result], conflict: Callable[[str], None]
) -> tuple[Result, ...]:
    def both(key: str, before: Result | None, one: Result, two: Result) -> Result:
        if _wording(one) == _wording(two):
            return one if ours.rank(one) >= theirs.rank(two) else two
        known = None if before is None else _wording(before)
        if known not in {_wording(one), _wording(two)}:
            conflict(key)
        return two if known == _wording(one) else one

    def aged(key: str, result: Result) -> Result:
        fits = any(side.fits for side in (ours, theirs) if side.results.get(key) == result)
        if fits or result.spec_hash is None:
            return result
        return replace(result, spec_hash=stale_mark(result.spec_hash))

    return tuple(aged(*pair) for pair in by_key(base, ours.results, theirs.results, both).items())


def _wording(result: TriggerResult | EvalResult) -> str | None:
    """The same for a hash and for its mark, so that they are told apart by the case alone."""
    return None if result.spec_hash is None else stale_mark(result.spec_hash)


def _baseline(
    base: EvalSnapshot | None, ours: EvalEntry, theirs: EvalEntry, results: Sequence[EvalResult]
) -> EvalSnapshot | None:
    """Results without the skill; each says by its fingerprint of which wording it is, so that none is in conflict."""
    before, mine, other = _by_id(base), _by_id(ours.baseline), _by_id(theirs.baseline)
    is_later = _is_later(theirs, ours)
    known = by_key(before, mine, other, lambda _key, _before, one, two: two if is_later else one)
    kept = tuple(known[r.id] for r in results if r.id in known)
    times = [one.ran_at for one in (ours.baseline, theirs.baseline) if one is not None and one.ran_at is not None]
    return EvalSnapshot(ran_at=max(times, default=None), summary=sum_evals(kept), results=kept) if kept else None


def _by_id(snapshot: EvalSnapshot | None) -> dict[str, EvalResult]:
    return {} if snapshot is None else {r.id: r for r in snapshot.results}
