"""Verdicts that differ between two results files about the same things."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill_evals.lint.entries import stored_key, stored_results
from skill_evals.model.freshness import CommittedResults, Freshness
from skill_evals.model.light import light
from skill_evals.model.suite import Tier

if TYPE_CHECKING:  # the rules are loaded for every tree, and most trees have no results
    from skill_evals.model.results import EvalEntry, EvalResult, Header, TriggerEntry, TriggerResult

_DUE = (Freshness.STALE_CONTENT, Freshness.STALE_CASE, Freshness.UNRUN)


@light(frozen=True, slots=True, kw_only=True)
class Moved:
    """How many verdicts of a model's tier moved, and one of them; ``same_run``: both say that they ran at one time."""

    model: str
    tier: Tier
    count: int
    example: str
    same_run: bool


def moved_verdicts(before: CommittedResults, after: CommittedResults) -> Iterator[Moved]:
    """Of models that both have, measured in the same way, where the earlier results needed no renewal."""
    for model in after.file.models if after.file is not None else ():
        for tier in Tier:
            old, new = _header(before, model, tier), _header(after, model, tier)
            if old is None or new is None or _way(old) != _way(new) or _was_due(before, model, tier):
                continue
            then = {stored_key(one): _verdict(one) for one in stored_results(before, model, tier)}
            now = {stored_key(one): _verdict(one) for one in stored_results(after, model, tier)}
            moved = [key for key, verdict in now.items() if key in then and then[key] != verdict]
            if moved:
                same = old.ran_at is not None and old.ran_at == new.ran_at
                yield Moved(model=model, tier=tier, count=len(moved), example=moved[0], same_run=same)


def _header(results: CommittedResults, model: str, tier: Tier) -> "Header | None":
    stored = None if results.file is None else results.file.models.get(model)
    entry: TriggerEntry | EvalEntry | None = None
    if stored is not None:
        entry = stored.triggers if tier is Tier.TRIGGERS else stored.evals
    return None if entry is None else entry.header


def _way(header: "Header") -> tuple[object, ...]:
    return header.harness, header.tool_version, header.runs_per_query, header.timeout_seconds, header.model


def _was_due(results: CommittedResults, model: str, tier: Tier) -> bool:
    mine = [f for f in results.freshness if f.model == model and f.tier is tier]
    return any(state in _DUE for one in mine for state in one.cases.values())


def _verdict(result: "TriggerResult | EvalResult") -> tuple[int | bool | None, ...]:
    from skill_evals.model.results import TriggerResult

    if isinstance(result, TriggerResult):
        return result.hits, result.runs, result.passed
    return (result.passed,)
