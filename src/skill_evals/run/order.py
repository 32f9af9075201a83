"""Evidence in an order of its own."""

from collections.abc import Iterable

from skill_evals.model.evidence import Evidence, RunKey


def in_order(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Sorted so that the order of completion never shows in an output."""
    return tuple(sorted(evidence, key=lambda e: _sort_key(e.key)))


def _sort_key(key: RunKey) -> tuple[str, str, str, str, str, str, str, int]:
    return (key.suite, key.tier, key.model, key.case, key.stage, key.arm, key.reverted, key.index)
