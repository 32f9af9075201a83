"""The fix of a results file: to have it written anew, in the form that a sweep writes."""

from collections.abc import Iterable, Iterator

from skill_evals.lint.arithmetic import Contradiction, eval_contradictions, trigger_contradictions
from skill_evals.model.fix import Canonical, Fix, StoredCase
from skill_evals.model.freshness import CommittedResults


def canonical_fix(
    results: CommittedResults, title: str, *, without: Iterable[StoredCase] = (), safe: bool = True
) -> Fix | None:
    """None where the file contradicts itself: a new form would hide that, and only a new run cures it."""
    if results.file is None or any(_contradictions(results)):
        return None
    return Fix(title=title, edits=(Canonical(without=tuple(without)),), safe=safe)


def _contradictions(results: CommittedResults) -> Iterator[Contradiction]:
    for stored in () if results.file is None else results.file.models.values():
        if stored is not None and stored.triggers is not None:
            yield from trigger_contradictions(stored.triggers)
        if stored is not None and stored.evals is not None:
            yield from eval_contradictions(stored.evals)
