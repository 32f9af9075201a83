"""eval-magic's committed benchmarks for people: a folded section of Markdown, and lines for a terminal."""

from collections.abc import Sequence

from skill_evals.model.benchmark_comparison import BenchmarkComparison, BenchmarkState
from skill_evals.report import benchmark_words as words
from skill_evals.report.escape import terminal
from skill_evals.report.markdown import code, cut, details, prose, sentence, table
from skill_evals.report.words import plural

FLIPS = 20
_SENTENCE = 600


def benchmark_section(
    comparisons: Sequence[BenchmarkComparison], *, flips: int | None = FLIPS, rows: int | None = None
) -> list[str]:
    """Lines of a folded section; none without benchmarks.

    ``flips``: how many flipped assertions each benchmark may list; ``rows``: how many benchmarks are shown, those
    with something to tell first. None: all.
    """
    if not comparisons:
        return []
    shown = sorted(comparisons, key=lambda found: not _is_told(found))[:rows]
    body = [f"{words.CLAIM}.", "", *table(("skill", "base", "head", "runs an arm", "at best"), _rows(shown))]
    if len(shown) < len(comparisons):
        body += ["", f"… and {plural(len(comparisons) - len(shown), 'more benchmark')}"]
    for found in filter(_is_told, shown):
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
        lines.append(_line(words.headline(found)))
        if _is_told(found):
            lines += [f"  {_line(remark)}" for remark in words.remarks(found)]
            lines += [f"  {_line(words.flip(flipped))}" for flipped in found.flips]
    return [*lines, f"{words.CLAIM}."] if lines else []


def _line(said: str) -> str:
    return terminal(cut(said, _SENTENCE))


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
