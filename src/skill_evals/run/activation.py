"""Whether a run activated a skill, by the names that harnesses report."""

from collections.abc import Iterable


def activated(target: str, activations: Iterable[str]) -> bool:
    """A harness that knows the plugin writes ``plugin:skill``; a prefix that only one side has tells nothing apart."""
    return any(name == target or _is_prefixed(name, target) or _is_prefixed(target, name) for name in activations)


def _is_prefixed(longer: str, bare: str) -> bool:
    return ":" not in bare and longer.rpartition(":")[2] == bare
