"""What follows from stored results: verdicts, counts and rates, as evolve computes them (internal/run)."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill_evals.model.light import light
from skill_evals.model.position import Pointer

if TYPE_CHECKING:  # the rules are loaded for every tree, and most trees have no results
    from skill_evals.model.results import (
        EvalEntry,
        EvalResult,
        EvalSummary,
        GradeSummary,
        TriggerEntry,
        TriggerResult,
        TriggerSummary,
    )

TOLERANCE = 1.5e-6
"""A rate is stored with six places, by whatever arithmetic the machine has."""


@light(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """A stored value that does not follow from the others; ``at`` is relative to the model's entry of the tier."""

    at: Pointer
    message: str


def rate(passed: int, failed: int) -> float | None:
    """The share of passed verdicts, to six places, halves away from zero; None where nothing has a verdict."""
    total = passed + failed
    return math.floor(passed / total * 1e6 + 0.5) / 1e6 if total else None


def trigger_contradictions(entry: "TriggerEntry") -> Iterator[Contradiction]:
    """Every value of a trigger entry that does not follow from its own results."""
    for number, result in enumerate(entry.results):
        yield from _trigger_verdict(result, ("results", number))
    yield from _totals(entry.summary, [r.passed for r in entry.results], 0, executed=entry.header.executed)
    if entry.previous is not None and entry.previous.results:
        verdicts = [r.passed for r in entry.previous.results]
        yield from _below("previous", _totals(entry.previous.summary, verdicts, 0, executed=True))


def eval_contradictions(entry: "EvalEntry") -> Iterator[Contradiction]:
    """Every value of an eval entry that does not follow from its own results."""
    for number, result in enumerate(entry.results):
        yield from _eval_verdict(result, ("results", number))
    yield from _eval_totals(entry.summary, entry.results, executed=entry.header.executed)
    for name, snapshot in (("previous", entry.previous), ("baseline", entry.baseline)):
        if snapshot is not None and snapshot.results:
            yield from _below(name, _eval_totals(snapshot.summary, snapshot.results, executed=True))


def _trigger_verdict(result: "TriggerResult", at: Pointer) -> Iterator[Contradiction]:
    hits, runs, passed = result.hits, result.runs, result.passed
    if hits is None or runs is None:
        if passed is not None:
            yield Contradiction(
                at=(*at, "passed"), message="a verdict without the `hits` and `runs` that it follows from"
            )
        return
    if not 0 <= hits <= runs or runs == 0:
        yield Contradiction(at=(*at, "hits"), message=f"{hits} hits in {runs} runs cannot be")
        return
    activated = hits * 2 >= runs
    if passed is not None and passed is not (activated is result.should_trigger):
        kind = "a query that must trigger" if result.should_trigger else "a query that must not trigger"
        verdict = "fails" if passed else "passes"
        yield Contradiction(
            at=(*at, "passed"),
            message=f"{kind}, with {hits} of {runs} runs activated, {verdict}, and `{_json(passed)}` is stored",
        )


def _eval_verdict(result: "EvalResult", at: Pointer) -> Iterator[Contradiction]:
    if result.runtime_error or not result.expectations:
        return
    verdicts = [graded.passed for graded in result.expectations]
    passed = False not in verdicts
    if result.passed is not None and result.passed is not passed:
        said = f"`{_json(result.passed)}` is stored"
        truth = "every graded check passed" if passed else f"{verdicts.count(False)} of {len(verdicts)} checks failed"
        yield Contradiction(at=(*at, "passed"), message=f"{truth}, and {said}")
    if result.summary is not None:
        yield from _below_at((*at, "summary"), _grades(result.summary, verdicts))


def _grades(summary: "GradeSummary", verdicts: list[bool | None]) -> Iterator[Contradiction]:
    passed, failed, skipped = verdicts.count(True), verdicts.count(False), verdicts.count(None)
    yield from _number("passed", summary.passed, passed)
    yield from _number("failed", summary.failed, failed)
    yield from _number("total", summary.total, len(verdicts))
    yield from _number("skipped", summary.skipped or 0, skipped)
    yield from _rate(summary.pass_rate, rate(passed, failed))


def _totals(
    summary: "TriggerSummary | EvalSummary", verdicts: list[bool | None], errored: int, *, executed: bool
) -> Iterator[Contradiction]:
    yield from _number("summary/total", summary.total, len(verdicts) + errored)
    if not executed:
        return
    passed, failed = verdicts.count(True), verdicts.count(False)
    yield from _number("summary/passed", summary.passed or 0, passed)
    yield from _number("summary/failed", summary.failed or 0, failed)
    yield from _rate(summary.pass_rate, rate(passed, failed), "summary/pass_rate")


def _eval_totals(
    summary: "EvalSummary", results: "tuple[EvalResult, ...]", *, executed: bool
) -> Iterator[Contradiction]:
    verdicts = [result.passed for result in results if not result.runtime_error]
    errored = len(results) - len(verdicts)
    yield from _totals(summary, verdicts, errored, executed=executed)
    if executed:
        yield from _number("summary/errored", summary.errored or 0, errored)


def _number(name: str, stored: int, true: int) -> Iterator[Contradiction]:
    if stored != true:
        yield Contradiction(at=tuple(name.split("/")), message=f"{stored} is stored, and the results give {true}")


def _rate(stored: float | None, true: float | None, name: str = "pass_rate") -> Iterator[Contradiction]:
    if stored is not None and true is not None and abs(stored - true) <= TOLERANCE:
        return
    if stored != true:
        said = "no rate is stored" if stored is None else f"a rate of {stored:g} is stored"
        truth = "no result has a verdict" if true is None else f"the results give {true:g}"
        yield Contradiction(at=tuple(name.split("/")), message=f"{said}, and {truth}")


def _below(name: str, found: Iterator[Contradiction]) -> Iterator[Contradiction]:
    yield from _below_at((name,), found)


def _below_at(at: Pointer, found: Iterator[Contradiction]) -> Iterator[Contradiction]:
    for one in found:
        yield Contradiction(at=(*at, *one.at), message=one.message)


def _json(value: object) -> str:
    return "true" if value else "false"
