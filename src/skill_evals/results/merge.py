"""Fresh results of one model and tier, laid into the file that is there (evolve, internal/run triggers.go, evals.go).

Other models, the other tier and cases that were not run stay as they are. Unlike evolve, a case goes only when it has
left the suite, never because a sweep was narrowed; and a header that now states new content does not make old results
look fresh: they are marked (``stale_mark``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    EvalSnapshot,
    Header,
    ModelResults,
    ResultsFile,
    Timing,
    TriggerEntry,
    TriggerResult,
    TriggerSnapshot,
)
from skill_evals.results.fresh import FreshEvals, FreshTriggers, Place
from skill_evals.results.stale_mark import stale_mark
from skill_evals.results.summary import sum_evals, sum_triggers

Result = TypeVar("Result", TriggerResult, EvalResult)


def merge_triggers(old: ResultsFile | None, fresh: FreshTriggers) -> ResultsFile:
    """The file with a model's Tier 1 entry renewed. Results are keyed by query."""
    model = _model(old, fresh.place)
    entry = model.triggers
    stored = {} if entry is None else {r.query: r for r in entry.results}
    results = _laid(fresh.order, stored, fresh.results, _aging(None if entry is None else entry.header, fresh))
    renewed = TriggerEntry(
        header=fresh.header,
        results=results,
        summary=sum_triggers(results, executed=fresh.header.executed),
        previous=_previous_triggers(entry, fresh.header),
    )
    return _with_model(old, fresh.place, replace(model, triggers=renewed))


def merge_evals(old: ResultsFile | None, fresh: FreshEvals) -> ResultsFile:
    """The file with a model's Tier 2 entry renewed. Results are keyed by id."""
    model = _model(old, fresh.place)
    entry = model.evals
    stored = {} if entry is None else {r.id: r for r in entry.results}
    results = _laid(fresh.order, stored, fresh.results, _aging(None if entry is None else entry.header, fresh))
    renewed = EvalEntry(
        header=fresh.header,
        results=results,
        summary=sum_evals(results, executed=fresh.header.executed),
        baseline=_baseline(None if entry is None else entry.baseline, fresh, results),
        previous=_previous_evals(entry, fresh.header),
    )
    return _with_model(old, fresh.place, replace(model, evals=renewed))


def trimmed(result: EvalResult) -> EvalResult:
    """What a snapshot keeps of an eval: verdict, counts, cost and duration; neither checks nor spec hash."""
    seconds = None if result.timing is None else result.timing.executor_duration_seconds
    return EvalResult(
        id=result.id,
        runtime_error=result.runtime_error,
        passed=result.passed,
        estimate=result.estimate,
        measured=result.measured,
        summary=result.summary,
        timing=None if seconds is None else Timing(executor_duration_seconds=seconds),
        fingerprint=result.fingerprint,
    )


def _laid(
    order: Sequence[str], stored: Mapping[str, Result], fresh: Mapping[str, Result], aging: Callable[[Result], Result]
) -> tuple[Result, ...]:
    laid: list[Result] = []
    for key in dict.fromkeys(order):
        if key in fresh:
            laid.append(fresh[key])
        elif key in stored:
            laid.append(aging(stored[key]))
    return tuple(laid)


def _aging(old: Header | None, fresh: FreshTriggers | FreshEvals) -> Callable[[Result], Result]:
    """What happens to results that are kept: nothing, unless the entry now speaks of other content."""
    changed = old is not None and old.content_hash != fresh.header.content_hash and not fresh.content_unchanged

    def aged(result: Result) -> Result:
        if not changed or result.spec_hash is None:
            return result
        return replace(result, spec_hash=stale_mark(result.spec_hash))

    return aged


def _previous_triggers(entry: TriggerEntry | None, header: Header) -> TriggerSnapshot | None:
    if entry is None:
        return None
    if not (entry.header.executed and header.executed):
        return entry.previous
    return TriggerSnapshot(ran_at=entry.header.ran_at, summary=entry.summary, results=entry.results)


def _previous_evals(entry: EvalEntry | None, header: Header) -> EvalSnapshot | None:
    if entry is None:
        return None
    if not (entry.header.executed and header.executed):
        return entry.previous
    return EvalSnapshot(
        ran_at=entry.header.ran_at, summary=entry.summary, results=tuple(trimmed(r) for r in entry.results)
    )


def _baseline(old: EvalSnapshot | None, fresh: FreshEvals, results: Sequence[EvalResult]) -> EvalSnapshot | None:
    """The stored no-skill results, overlaid with the fresh ones, of the cases that have a result."""
    known = {} if old is None else {r.id: r for r in old.results}
    known |= {key: trimmed(result) for key, result in fresh.baseline.items()}
    kept = tuple(known[r.id] for r in results if r.id in known)
    if not kept:
        return None
    ran_at = fresh.header.ran_at if fresh.baseline or old is None else old.ran_at
    return EvalSnapshot(ran_at=ran_at, summary=sum_evals(kept), results=kept)


def _model(old: ResultsFile | None, place: Place) -> ModelResults:
    return (None if old is None else old.models.get(place.model_key)) or ModelResults()


def _with_model(old: ResultsFile | None, place: Place, model: ModelResults) -> ResultsFile:
    others = {} if old is None else old.models
    return ResultsFile(plugin=place.plugin, skill=place.skill, models={**others, place.model_key: model})
