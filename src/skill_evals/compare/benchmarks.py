"""Committed eval-magic benchmarks of base and head: what moved between them, and why it may mean nothing.

Committed numbers are claims. They are shown beside what their numbers of runs could have told; they are put to no test,
confirm nothing and enter no gate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from skill_evals.compare.benchmark_cells import Cell, Grid, Key
from skill_evals.compare.benchmark_summary import CONTRASTS, BenchmarkSide, arms_of, summarise
from skill_evals.model.benchmark_comparison import (
    AssertionFlip,
    BenchmarkComparison,
    BenchmarkState,
    MeasuredWith,
)

_NO_GRID = Grid(evals=frozenset(), cells={})


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkPair:
    """One skill's benchmark at the merge base and at the head; None: none there that can be read."""

    skill: str
    path: str
    base: BenchmarkSide | None
    head: BenchmarkSide | None
    skill_changed: bool = False
    """Whether the pull request changes files of the skill itself."""


def compare_benchmarks(pair: BenchmarkPair, *, alpha: float) -> BenchmarkComparison:
    """``alpha`` is the gate's: below it a p would count, if this were tested."""
    state = _state(pair)
    before = _NO_GRID if pair.base is None else pair.base.grid()
    after = _NO_GRID if pair.head is None else pair.head.grid()
    both = pair.base is not None and pair.head is not None
    common = before.evals & after.evals
    return BenchmarkComparison(
        skill=pair.skill,
        path=pair.path,
        state=state,
        base=None if pair.base is None else summarise(pair.base, alpha=alpha),
        head=None if pair.head is None else summarise(pair.head, alpha=alpha),
        alpha=alpha,
        flips=tuple(_flips(before, after)),
        evals_added=tuple(sorted(after.evals - before.evals)) if both else (),
        evals_removed=tuple(sorted(before.evals - after.evals)) if both else (),
        assertions_added=_only(after, before, common),
        assertions_removed=_only(before, after, common),
        not_comparable=tuple(_obstacles(pair.base, pair.head, before, after)),
        outdated=state is BenchmarkState.UNCHANGED and pair.skill_changed,
    )


def _state(pair: BenchmarkPair) -> BenchmarkState:
    if pair.base is None:
        return BenchmarkState.NEW
    if pair.head is None:
        return BenchmarkState.REMOVED
    same = (pair.base.benchmark, pair.base.gradings) == (pair.head.benchmark, pair.head.gradings)
    return BenchmarkState.UNCHANGED if same else BenchmarkState.CHANGED


def _only(here: Grid, there: Grid, common: frozenset[str]) -> tuple[str, ...]:
    return tuple(f"{key[0]}/{key[1]}" for key in sorted(here.cells) if key[0] in common and key not in there.cells)


def _flips(before: Grid, after: Grid) -> Iterator[AssertionFlip]:
    """Cells of one condition whose verdict differs; those that now fail first."""
    found = [
        flip for key in sorted(after.cells) for flip in _flips_of(key, before.cells.get(key, {}), after.cells[key])
    ]
    yield from sorted(found, key=lambda flip: flip.passes)


def _flips_of(key: Key, before: Mapping[str, Cell], after: Mapping[str, Cell]) -> Iterator[AssertionFlip]:
    for condition, head in after.items():
        base = before.get(condition)
        if base is None or base.passes is None or head.passes is None or base.passes is head.passes:
            continue
        yield AssertionFlip(
            eval_id=key[0],
            assertion_id=key[1],
            condition=condition,
            base=base.count,
            head=head.count,
            passes=head.passes,
            evidence=head.evidence(),
        )


def _obstacles(base: BenchmarkSide | None, head: BenchmarkSide | None, before: Grid, after: Grid) -> Iterator[str]:
    if base is None or head is None:
        return
    arms = arms_of(base.benchmark), arms_of(head.benchmark)
    if arms[0] != arms[1]:
        yield f"the base measures {_contrast(arms[0])}, the head {_contrast(arms[1])}"
    elif base.benchmark.baseline != head.benchmark.baseline:
        yield f"the old version is `{base.benchmark.baseline}` at the base and `{head.benchmark.baseline}` at the head"
    yield from _other_means(base.measured_with, head.measured_with)
    if before.evals != after.evals:
        yield "they cover different evals"


def _contrast(arms: tuple[str, ...]) -> str:
    known = CONTRASTS.get((arms[0], arms[1])) if len(arms) == 2 else None
    return known or " and ".join(f"`{arm}`" for arm in arms) or "nothing"


def _other_means(base: MeasuredWith, head: MeasuredWith) -> Iterator[str]:
    for name, before, after in (
        ("harness", base.harness, head.harness),
        ("agent model", base.agent_model, head.agent_model),
        ("judge model", base.judge_model, head.judge_model),
    ):
        if before is not None and after is not None and before != after:
            yield f"the {name} was `{before}` and is `{after}`"
