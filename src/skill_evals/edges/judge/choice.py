"""Which model judges: the check's own, else the configured one, else one that is not the model under test."""

from skill_evals.edges.backends.messages.backend import PROVIDER

DEFAULT = "anthropic/claude-opus-5-5"
OTHERWISE = "anthropic/claude-sonnet-5-5"
"""Where the default itself is under test."""

_FAMILIES = {
    "opus": "anthropic/claude-opus-5-5",
    "sonnet": "anthropic/claude-sonnet-5-5",
    "haiku": "anthropic/claude-haiku-5-5",
}
"""What suites call the newest of a family; the models endpoint knows no such names."""


def model_key(word: str) -> str:
    """The key of a model that a suite names: ``opus`` and ``claude-opus-5-5`` are Anthropic's."""
    return _FAMILIES.get(word) or (word if "/" in word else f"{PROVIDER}{word}")


def choose(named: str | None, configured: str | None, under_test: str, *, is_default: bool) -> str:
    """``named``: by the check; ``is_default``: whether the model under test turned out to be the default judge."""
    if named is not None:
        return model_key(named)
    if configured is not None:
        return model_key(configured)
    return OTHERWISE if is_default or under_test == DEFAULT else DEFAULT
