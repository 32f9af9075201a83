"""Stored results that no case stands behind any more, taken out as a sweep over the whole suite would."""

from collections.abc import Iterable
from dataclasses import replace

from skill_evals.model.fix import StoredCase
from skill_evals.model.results import ModelResults, ResultsFile
from skill_evals.model.suite import Tier
from skill_evals.results.summary import sum_evals, sum_triggers


def without(file: ResultsFile, cases: Iterable[StoredCase]) -> ResultsFile:
    """The file without these results, the sums of what is left made anew; baselines and earlier runs stay."""
    gone = frozenset(cases)
    touched = {case.model for case in gone}
    models = {
        name: stored if stored is None or name not in touched else _pruned(name, stored, gone)
        for name, stored in file.models.items()
    }
    return replace(file, models=models)


def _pruned(model: str, stored: ModelResults, gone: frozenset[StoredCase]) -> ModelResults:
    def stays(tier: Tier, key: str) -> bool:
        return StoredCase(model=model, tier=tier, key=key) not in gone

    triggers, evals = stored.triggers, stored.evals
    if triggers is not None:
        left = tuple(result for result in triggers.results if stays(Tier.TRIGGERS, result.query))
        if len(left) < len(triggers.results):
            summary = sum_triggers(left, executed=triggers.header.executed)
            triggers = replace(triggers, results=left, summary=summary)
    if evals is not None:
        kept = tuple(result for result in evals.results if stays(Tier.EVALS, result.id))
        if len(kept) < len(evals.results):
            evals = replace(evals, results=kept, summary=sum_evals(kept, executed=evals.header.executed))
    return replace(stored, triggers=triggers, evals=evals)
