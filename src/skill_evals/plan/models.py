"""Which models a plan is for."""

from skill_evals.model.config import RunConfig
from skill_evals.model.suite import Suite
from skill_evals.plan.nouns import BackendTraits

LOCAL = "local/"
"""Begins the keys of embedded backends, which are nobody's model."""


def models_of(run: RunConfig, backend: BackendTraits) -> tuple[str, ...]:
    """The configuration's models, else the backend's. A free backend answers for its own models alone, since its
    results would otherwise be stored as if a configured model had given them.
    """
    if not backend.free:
        return run.models or backend.model_keys
    return tuple(model for model in run.models if model in backend.model_keys) or backend.model_keys


def allows(suite: Suite, model: str) -> bool:
    """Whether a suite's own restriction lets a model run it (evolve: ``all``, a provider, a key or a bare id).

    Embedded backends are exempt: the restriction speaks of models.
    """
    provider, _, bare = model.partition("/")
    return not suite.models or model.startswith(LOCAL) or not {"all", provider, model, bare}.isdisjoint(suite.models)
