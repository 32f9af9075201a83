"""eval-magic's committed benchmarks for people: a folded section of Markdown, and lines for a terminal."""

from collections.abc import Sequence

from skill_evals.model.benchmark_comparison import BenchmarkComparison, BenchmarkState
from skill_evals.report import benchmark_words as words
from skill_evals.report.escape import terminal
from skill_evals.report.markdown import code, details, prose, sentence, table
from skill_evals.report.words import plural

FLIPS = 20
_SENTENCE = 1_500


def benchmark_section(comparisons: Sequence[BenchmarkComparison], *, flips: int | None = FLIPS) -> list[str]:
    """Lines of a folded section; none without benchmarks.

    ``flips``: how many flipped assertions each benchmark may list; None: all.
    """
    if not comparisons:
        return []
    moved = [found for found in comparisons if _is_told(found)]
    body = [f"{words.CLAIM}.", "", *table(("skill", "base", "head", "runs an arm", "at best"), _rows(comparisons))]
    for found in moved:
        body += ["", f"{sentence(words.headline(found), _SENTENCE)} ({code(found.path, 200)})", ""]
        body += [f"- {sentence(remark, _SENTENCE)}" for remark in words.remarks(found)]
        body += [f"- {sentence(words.flip(flipped), _SENTENCE)}" for flipped in found.flips[:flips]]
        if flips is not None and len(found.flips) > flips:
            body.append(f"- … and {plural(len(found.flips) - flips, 'more flip')}")
    changed = sum(found.state is not BenchmarkState.UNCHANGED for found in comparisons)
    return details(f"Committed eval-magic benchmarks ({changed} of {len(comparisons)} changed)", body)


def benchmark_text(comparisons: Sequence[BenchmarkComparison]) -> list[str]:
    """Lines without line ends; none without benchmarks."""
    lines = []
    for found in comparisons:
        lines.append(terminal(words.headline(found)))
        if _is_told(found):
            lines += [f"  {terminal(remark)}" for remark in words.remarks(found)]
            lines += [f"  {terminal(words.flip(flipped))}" for flipped in found.flips]
    return [*lines, f"{words.CLAIM}."] if lines else []


def _is_told(found: BenchmarkComparison) -> bool:
    """Whether more than a row is said: the change touched it or its skill, or its numbers contradict each other."""
    contradicts = found.head is not None and bool(found.head.inconsistencies)
    return found.state is not BenchmarkState.UNCHANGED or found.outdated or contradicts


def _rows(comparisons: Sequence[BenchmarkComparison]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for found in comparisons:
        latest = found.head or found.base
        runs, power = ("—", "—") if latest is None else (words.runs(latest), words.power(latest, found.alpha))
        rows.append(
            (
                code(found.skill),
                prose(words.improvement(found.base)),
                prose(words.improvement(found.head)),
                runs,
                prose(power),
            )
        )
    return rows
