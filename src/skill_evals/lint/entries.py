"""Where a model's entry stands in a results file, and a case's result in it."""

from typing import TYPE_CHECKING

from skill_evals.lint.context import Context
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Tier

if TYPE_CHECKING:  # the rules are loaded for every tree, and most trees have no results
    from skill_evals.model.results import EvalResult, TriggerResult


def entry_at(results: CommittedResults, model: str, tier: Tier, context: Context) -> Pointer:
    """The pointer of a model's entry of a tier: by model in schema 5, by tier in 3 and 4."""
    document = context.document(results.path)
    value = None if document is None else document.value
    by_model = not isinstance(value, dict) or "models" in value
    return ("models", model, str(tier)) if by_model else (str(tier), model)


def stored_results(results: CommittedResults, model: str, tier: Tier) -> "tuple[TriggerResult | EvalResult, ...]":
    """A model's results of a tier in the file's order; a stored key is a query, or an eval's id."""
    stored = None if results.file is None else results.file.models.get(model)
    entry = None if stored is None else stored.triggers if tier is Tier.TRIGGERS else stored.evals
    return () if entry is None else entry.results


def stored_key(result: "TriggerResult | EvalResult") -> str:
    """What a result is stored under: the query, or the eval's id."""
    from skill_evals.model.results import TriggerResult

    return result.query if isinstance(result, TriggerResult) else result.id


def result_at(results: CommittedResults, model: str, tier: Tier, key: str, context: Context) -> Pointer:
    """The pointer of the result stored under a key; of the entry where there is none."""
    at = entry_at(results, model, tier, context)
    for number, result in enumerate(stored_results(results, model, tier)):
        if stored_key(result) == key:
            return (*at, "results", number)
    return at
