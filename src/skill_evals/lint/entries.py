"""Where a model's entry stands in a results file."""

from skill_evals.lint.context import Context
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Tier


def entry_at(results: CommittedResults, model: str, tier: Tier, context: Context) -> Pointer:
    """The pointer of a model's entry of a tier: by model in schema 5, by tier in 3 and 4."""
    document = context.document(results.path)
    value = None if document is None else document.value
    by_model = not isinstance(value, dict) or "models" in value
    return ("models", model, str(tier)) if by_model else (str(tier), model)
