"""Committed eval-magic benchmarks of base and head: what each says that the skill gains, in words.

``delta`` is always the first condition less the second, and ``direction`` says which they are (facts: eval-magic,
aggregate.rs). In a revision benchmark the first is the old skill, so that a positive delta is a loss: the sign is read
from the direction and never trusted by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass

WITH_CHANGE = ("with_skill", "new_skill")
WITHOUT_CHANGE = ("without_skill", "old_skill")


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkPair:
    """A ``benchmark.json`` at the merge base and at the head, parsed; None: not there, or not readable."""

    path: str
    base: object
    head: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a benchmark measured: pass rate of ``better`` less that of ``worse``, -1 to 1."""

    better: str
    worse: str
    pass_rate: float


def gain(benchmark: object) -> Gain | None:
    """The gain of the new over the old, or of the skill over none; None where this is no benchmark of eval-magic."""
    delta = benchmark.get("delta") if isinstance(benchmark, Mapping) else None
    if not isinstance(delta, Mapping):
        return None
    direction, rate = delta.get("direction"), delta.get("pass_rate")
    if not isinstance(direction, str) or isinstance(rate, bool) or not isinstance(rate, int | float):
        return None
    first, _, second = (part.strip() for part in direction.partition(" - "))
    if first in WITH_CHANGE and second in WITHOUT_CHANGE:
        return Gain(better=first, worse=second, pass_rate=float(rate))
    if first in WITHOUT_CHANGE and second in WITH_CHANGE:
        return Gain(better=second, worse=first, pass_rate=-float(rate))
    return None


def benchmark_words(pair: BenchmarkPair) -> str | None:
    """One sentence where the benchmark differs between the arms; None where it does not, or is none of eval-magic's."""
    base, head = gain(pair.base), gain(pair.head)
    if head is None or head == base:
        return None
    said = f"{pair.path}: the pass rate of {head.better} is {_points(head)} that of {head.worse}"
    if base is None:
        return f"{said}; the base holds no such benchmark"
    if (base.better, base.worse) != (head.better, head.worse):
        return f"{said}; the base's compares {base.better} with {base.worse}, so the two are not comparable"
    return f"{said}; at the base it is {_points(base)} it. Committed numbers without a test: nothing is confirmed"


def _points(of: Gain) -> str:
    """The gain in percentage points, to one decimal."""
    points = 100 * of.pass_rate
    if points == 0:
        return "level with"
    return f"{abs(points):.1f} points {'above' if points > 0 else 'below'}"
