"""Whether model keys are of Anthropic's models, for every backend that runs those alone."""

from collections.abc import Iterable

from skill_evals.edges.backends.messages.backend import PROVIDER
from skill_evals.errors import UsageError


def check_model_keys(models: Iterable[str], *, backend: str) -> None:
    """Raises UsageError at the first that is none of them."""
    for model in models:
        if not model.startswith(PROVIDER) or model == PROVIDER:
            bare = model.rpartition("/")[2]
            raise UsageError(
                f"the {backend} backend has no model `{model}`: its models are named {PROVIDER}<id>",
                cure=f"write {PROVIDER}{bare}" if bare.startswith("claude-") else "choose another backend or model",
            )
