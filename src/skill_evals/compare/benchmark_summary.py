"""One committed eval-magic benchmark by itself: its improvement, what its numbers of runs can tell, and its gaps."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb

from skill_evals.compare.benchmark_cells import Grid, grid, is_judged
from skill_evals.model.benchmark import Benchmark, Grading
from skill_evals.model.benchmark_comparison import BenchmarkArm, BenchmarkSummary, MeasuredWith

CONTRASTS = {("with_skill", "without_skill"): "with minus without", ("new_skill", "old_skill"): "new minus old"}
"""By the skill's arm and the other one."""

_PLENTY = 1_000
"""Runs an arm, beyond which the least p is 0 to a double; it bounds the work, since the number is an author's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkSide:
    """What one tree holds of a benchmark.

    ``improvement`` and ``inconsistencies`` are the reader's (results/benchmark.py). ``cases``: the suite's ids; None
    where the benchmark lies beside no suite that could be read.
    """

    benchmark: Benchmark
    gradings: tuple[Grading, ...]
    improvement: float | None
    inconsistencies: tuple[str, ...] = ()
    measured_with: MeasuredWith = field(default_factory=MeasuredWith)
    cases: tuple[str, ...] | None = None

    def grid(self) -> Grid:
        """The gradings of the compared conditions: promotion leaves those of earlier ones lying."""
        compared = self.benchmark.conditions_compared
        return grid(grading for grading in self.gradings if grading.condition in compared)


def summarise(side: BenchmarkSide, *, alpha: float) -> BenchmarkSummary:
    arms = arms_of(side.benchmark)
    cells = [by_condition for by_condition in side.grid().cells.values() if len(by_condition) > 1]
    verdicts = [tuple(cell.passes for cell in by_condition.values()) for by_condition in cells]
    both = [pair for pair in verdicts if None not in pair]
    runs = [_arm(side.benchmark, condition) for condition in arms]
    least = least_p(*(arm.runs for arm in runs)) if len(runs) == 2 else 1.0
    graded = {grading.eval_id for grading in side.gradings}
    return BenchmarkSummary(
        contrast=CONTRASTS.get((arms[0], arms[1])) if len(arms) == 2 else None,
        improvement=side.improvement,
        arms=tuple(runs),
        least_p=least,
        can_be_significant=least <= alpha,
        assertions=len(both),
        same_in_both=sum(len(set(pair)) == 1 for pair in both),
        failing_in_both=sum(set(pair) == {False} for pair in both),
        unmeasured=_unmeasured(side),
        missing_gradings=side.benchmark.missing_gradings,
        ungraded=tuple(case for case in side.cases or () if case not in graded),
        gone=() if side.cases is None else tuple(sorted(graded - set(side.cases))),
        validity_warnings=side.benchmark.validity_warnings,
        inconsistencies=side.inconsistencies,
    )


def arms_of(benchmark: Benchmark) -> tuple[str, ...]:
    """The compared conditions, the skill's own or new arm first."""
    compared = benchmark.conditions_compared
    return next((arms for arms in CONTRASTS if set(arms) == set(compared)), compared)


def least_p(one: int, other: int) -> float:
    """Fisher's exact p, two-sided, where all runs of one arm pass and none of the other does: none is less.

    With equal arms the mirrored table is as unlikely and counts too: 2 / C(2n, n). 1.0 where an arm has no run.
    """
    one, other = (max(0, min(runs, _PLENTY)) for runs in (one, other))
    return min(1.0, (2 if one == other else 1) / comb(one + other, one))


def _arm(benchmark: Benchmark, condition: str) -> BenchmarkArm:
    summary = benchmark.run_summary.get(condition)
    if summary is None:
        return BenchmarkArm(condition=condition, pass_rate=0.0, runs=0)
    return BenchmarkArm(
        condition=condition,
        pass_rate=summary.pass_rate.mean,
        runs=summary.pass_rate.n,
        invocation_rate=summary.skill_invocation_rate,
    )


def _unmeasured(side: BenchmarkSide) -> int:
    compared: Sequence[str] = side.benchmark.conditions_compared
    return sum(
        not is_judged(grade)
        for grading in side.gradings
        if grading.condition in compared
        for grade in grading.body.assertion_results
    )
