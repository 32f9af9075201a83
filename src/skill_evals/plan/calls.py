"""How many calls of the API one run takes, low and high.

A stored result of the case tells, where there is one: ``execution_metrics.total_steps`` are the answers of the run, a
run without any tool took one, and each tool call is at most an answer of its own. Otherwise a query takes one answer,
or two where the first only looked around, and a task at least two and at most as many as it may have turns.
"""

from dataclasses import dataclass

from skill_evals.model.results import EvalResult, TriggerResult
from skill_evals.model.suite import TASK_TURNS, EvalCase, TriggerCase

_LOOKS = 2
_LEAST_OF_A_TASK = 2
"""The skill is opened, and the work is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    low: int
    high: int
    is_assumed: bool = False
    """Nobody saw it: the upper figure is a limit."""


def calls_of(case: TriggerCase | EvalCase, result: TriggerResult | EvalResult | None, *, free: bool) -> Calls:
    """Of one run; one that calls nobody counts as one, as the cap on calls has it."""
    if free:
        return Calls(low=1, high=1)
    if not isinstance(case, EvalCase):
        return Calls(low=1, high=_LOOKS)
    return _seen(result) or _assumed(case)


def _seen(result: TriggerResult | EvalResult | None) -> Calls | None:
    if not isinstance(result, EvalResult) or result.measured is None:
        return None
    metrics = result.execution_metrics
    if metrics is None:
        return Calls(low=1, high=1) if result.measured.output_tokens else None
    if metrics.total_steps:
        return Calls(low=metrics.total_steps, high=metrics.total_steps)
    if metrics.total_tool_calls:
        return Calls(low=_LEAST_OF_A_TASK, high=metrics.total_tool_calls + 1)
    return None


def _assumed(case: EvalCase) -> Calls:
    turns = case.max_turns if case.max_turns is not None and case.max_turns > 0 else TASK_TURNS
    return Calls(low=min(_LEAST_OF_A_TASK, turns), high=turns, is_assumed=True)
