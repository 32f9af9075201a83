"""One run of a task: four states of its checks, one verdict."""

from collections.abc import Callable

import pytest

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE
from skill_evals.grade.evals import grade_eval
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.model.suite import EvalCase
from skill_evals.model.verdict import State

Record = Callable[..., Evidence]
Case = Callable[..., EvalCase]

PASSES = ("regex", {"pattern": "done"})
FAILS = ("regex", {"pattern": "sorry"})
ERRS = ("regex", {"pattern": "("})
SKIPS = ("llm", {"text": "It is kind."})


@pytest.mark.parametrize(
    ("checks", "state", "reason"),
    [
        ((PASSES, PASSES), State.PASS, "2 passed"),
        ((PASSES, SKIPS), State.PASS, "1 passed, 1 skipped"),
        ((PASSES, FAILS, ERRS), State.FAIL, "1 passed, 1 failed, 1 not decided; output matches /sorry/: no match"),
        ((SKIPS, SKIPS), State.SKIPPED, "2 skipped; It is kind.: skipped: no judge here"),
        ((), State.SKIPPED, "the case has no checks"),
    ],
)
def test_the_gravest_check_decides(
    record: Record, case: Case, checks: tuple[tuple[str, dict[str, object]], ...], state: State, reason: str
) -> None:
    verdict = grade_eval(case(*checks), EVOLVE, record(final_text="done"))
    assert (verdict.state, verdict.reason) == (state, reason)
    assert len(verdict.checks) == len(checks)


def test_an_error_outweighs_a_pass(record: Record, case: Case) -> None:
    assert grade_eval(case(PASSES, ERRS), EVOLVE, record(final_text="done")).state is State.ERROR


def test_an_agent_that_did_not_finish_is_not_correct(record: Record, case: Case) -> None:
    verdict = grade_eval(case(PASSES), EVOLVE, record(Outcome.DID_NOT_FINISH, final_text="done", detail="20 turns"))
    assert (verdict.state, verdict.reason) == (State.FAIL, "did not finish: 20 turns")


@pytest.mark.parametrize("outcome", [Outcome.ERROR, Outcome.TIMEOUT, Outcome.BUDGET])
def test_what_was_not_measured_is_not_graded(record: Record, case: Case, outcome: Outcome) -> None:
    verdict = grade_eval(case(PASSES), EVOLVE, record(outcome, final_text="done"))
    assert (verdict.state, verdict.checks) == (State.ERROR, ())


@pytest.mark.parametrize(
    ("activations", "calls", "state"),
    [
        ((), (), State.PASS),
        (("greeter",), (), State.FAIL),
        (("plugin:greeter",), None, State.FAIL),
        (("other",), (), State.PASS),
        ((), None, State.SKIPPED),
    ],
)
def test_a_case_that_must_not_use_the_skill_says_so(
    record: Record, case: Case, activations: tuple[str, ...], calls: tuple[()] | None, state: State
) -> None:
    negative = case(should_trigger=False)
    evidence = record(activations=activations, tool_calls=calls)
    assert grade_eval(negative, EVAL_MAGIC, evidence, target="greeter").state is state


def test_without_a_name_any_activation_is_the_skills(record: Record, case: Case) -> None:
    evidence = record(activations=("greeter",), tool_calls=())
    assert grade_eval(case(should_trigger=False), EVAL_MAGIC, evidence).state is State.FAIL


def test_grading_twice_gives_the_same(record: Record, case: Case) -> None:
    asked, evidence = case(PASSES, FAILS, SKIPS), record(final_text="done")
    assert grade_eval(asked, EVOLVE, evidence) == grade_eval(asked, EVOLVE, evidence)
