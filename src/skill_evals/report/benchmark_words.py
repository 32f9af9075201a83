"""What is said about eval-magic's committed benchmarks, a sentence each, with names between backticks.

Every report says the same; ``sentence`` (Markdown) and ``terminal`` make it harmless for where it goes.
"""

from collections.abc import Iterator, Sequence

from skill_evals.model.benchmark_comparison import (
    AssertionFlip,
    BenchmarkArm,
    BenchmarkComparison,
    BenchmarkState,
    BenchmarkSummary,
)
from skill_evals.report.markdown import cut
from skill_evals.report.words import plural

CLAIM = "Committed numbers are claims: they confirm nothing and do not enter the gate"

_STATES = {
    BenchmarkState.NEW: "new",
    BenchmarkState.CHANGED: "changed",
    BenchmarkState.REMOVED: "removed, or no longer readable",
    BenchmarkState.UNCHANGED: "unchanged",
}
_NAMES = 12
_EVIDENCE = 240


def points(share: float) -> str:
    """A difference of rates in percentage points, always with its sign."""
    shown = round(100 * share, 1)
    return f"{shown:+.1f} points" if shown else "0 points"


def improvement(summary: BenchmarkSummary | None) -> str:
    """``+12.5 points, new minus old``."""
    if summary is None:
        return "—"
    if summary.improvement is None or summary.contrast is None:
        return "cannot be told: its direction names unknown conditions"
    return f"{points(summary.improvement)}, {summary.contrast}"


def runs(summary: BenchmarkSummary) -> str:
    """``8`` or ``8 and 7``: run slots an arm."""
    counts = [arm.runs for arm in summary.arms]
    return str(counts[0]) if len(set(counts)) == 1 else " and ".join(map(str, counts)) or "0"


def power(summary: BenchmarkSummary, alpha: float) -> str:
    """What these numbers of runs could tell at best."""
    if summary.can_be_significant:
        return f"p {summary.least_p:.2g} at best"
    return f"p {summary.least_p:.2g} at best: never below {alpha:g}"


def headline(found: BenchmarkComparison) -> str:
    said = f"`{found.skill}`: benchmark {_STATES[found.state]}"
    if found.head is not None:
        said += f", {improvement(found.head)}"
    if found.movement is not None and found.state is BenchmarkState.CHANGED:
        said += f" ({points(found.movement)} against the base's)"
    return said


def remarks(found: BenchmarkComparison) -> Iterator[str]:
    """What a reviewer must know of a benchmark besides its improvement, the gravest first."""
    if found.outdated:
        yield "the skill changed here and its benchmark did not: it measured an older version"
    if found.not_comparable:
        yield "not comparable with the base: " + "; ".join(found.not_comparable)
    if found.head is not None:
        yield from _doubts(found.head, found.alpha)
    yield from _coverage(found)


def _doubts(head: BenchmarkSummary, alpha: float) -> Iterator[str]:
    if head.inconsistencies:
        yield "does not follow from its gradings: " + _listed(head.inconsistencies)
    if head.validity_warnings:
        yield "eval-magic warned of its validity: " + _listed(head.validity_warnings)
    if head.missing_gradings:
        yield f"{plural(head.missing_gradings, 'grading is', 'gradings are')} missing from it"
    if head.unmeasured:
        yield f"{plural(head.unmeasured, 'verdict')} counted as failed though there was nothing to judge"
    if not head.can_be_significant:
        yield (
            f"with {runs(head)} runs an arm an exact test could give p {head.least_p:.2g} at best, "
            f"so no difference could count at {alpha:g}"
        )
    yield from _unused(head.arms)
    if head.same_in_both:
        failing = f", {head.failing_in_both} of them failed" if head.failing_in_both else ""
        yield f"{head.same_in_both} of {plural(head.assertions, 'assertion')} came out the same in both arms{failing}"


def _unused(arms: Sequence[BenchmarkArm]) -> Iterator[str]:
    for arm in arms:
        if arm.invocation_rate is not None and arm.invocation_rate < 1:
            yield f"under `{arm.condition}` the skill was used in {arm.invocation_rate:.0%} of the runs"


def _coverage(found: BenchmarkComparison) -> Iterator[str]:
    for words, names in (
        ("evals added", found.evals_added),
        ("evals removed", found.evals_removed),
        ("assertions added", found.assertions_added),
        ("assertions removed", found.assertions_removed),
        ("cases of the suite without a grading", () if found.head is None else found.head.ungraded),
        ("gradings of cases that the suite no longer has", () if found.head is None else found.head.gone),
    ):
        if names:
            yield f"{words}: {_listed([f'`{name}`' for name in names])}"


def flip(found: AssertionFlip) -> str:
    """``now fails (was 3/3, is 0/3) under `new_skill`: `eval/assertion`; "evidence"``."""
    evidence = f"; “{cut(found.evidence, _EVIDENCE)}”" if found.evidence else ""
    return (
        f"now {'passes' if found.passes else 'fails'} under `{found.condition}` "
        f"(was {found.base}, is {found.head}): `{found.eval_id}/{found.assertion_id}`{evidence}"
    )


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMES:,} more" if len(names) > _NAMES else ""
    return "; ".join(names[:_NAMES]) + more
