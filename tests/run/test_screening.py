"""One case in one arm: how many runs it takes, and what errors do to it."""

import asyncio

import pytest

from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.engine import drive
from skill_evals.run.screening import Screening

from .scripted import Scripted, grade, query, request


def screened(answers: str, *, runs: int = 3, label: bool = True, jobs: int = 1) -> tuple[Screening, int]:
    """``answers``: a word for each run by its index; t the target, - nothing, e an error, b the budget."""
    words = {"t": "brew-tea", "-": "-", "e": "error", "b": "budget"}
    backend = Scripted(lambda asked: words[answers[asked.key.index]], pause=jobs > 1)
    series = Screening(request(query(label=label)), runs=runs, expects_use=label, grade=grade)
    asyncio.run(drive([series], backend.run, jobs=jobs))
    return series, len(backend.asked)


@pytest.mark.parametrize("jobs", [1, 4])
@pytest.mark.parametrize(
    ("answers", "label", "state", "made"),
    [
        ("tt", True, State.PASS, 2),
        ("--", True, State.FAIL, 2),
        ("t-t", True, State.PASS, 3),
        ("-t-", True, State.FAIL, 3),
        ("--", False, State.PASS, 2),
        ("t-t", False, State.FAIL, 3),
    ],
)
def test_it_stops_when_the_majority_is_decided(answers: str, label: bool, state: State, made: int, jobs: int) -> None:
    series, asked = screened(answers, label=label, jobs=jobs)
    assert (series.state, asked) == (state, made)


def test_runs_under_way_together_are_never_more_than_the_verdict_needs() -> None:
    backend = Scripted(lambda _: "brew-tea", pause=True)
    series = Screening(request(), runs=5, expects_use=True, grade=grade)
    asyncio.run(drive([series], backend.run, jobs=8))
    assert (len(backend.asked), backend.most_under_way) == (3, 3)


def test_errored_runs_are_replaced() -> None:
    series, asked = screened("etet")
    assert (series.state, asked) == (State.PASS, 4)
    assert (series.runs.count.correct, series.runs.count.valid, series.runs.count.errored) == (2, 2, 2)


def test_at_most_as_often_as_the_case_has_runs() -> None:
    series, asked = screened("eeeeee")
    assert (series.state, asked) == (State.ERROR, 6)


def test_without_a_majority_the_case_is_errored_not_failed() -> None:
    series, asked = screened("e-eeet")
    assert (series.state, asked) == (State.ERROR, 6)


def test_a_verdict_that_no_outstanding_run_can_change_stands_in_spite_of_errors() -> None:
    series, asked = screened("e-e-")
    assert (series.state, asked) == (State.FAIL, 4)


def test_at_the_cap_it_is_not_run_rather_than_errored() -> None:
    series, asked = screened("tb")
    assert (series.state, series.stopped, asked) == (State.SKIPPED, "the credit is used up", 2)


def test_a_case_in_which_nothing_can_be_checked_is_skipped_after_its_first_run() -> None:
    backend = Scripted(lambda _: "-")
    series = Screening(
        request(), runs=1, expects_use=True, grade=lambda *_: RunVerdict(state=State.SKIPPED, reason="no commands here")
    )
    asyncio.run(drive([series], backend.run, jobs=1))
    assert (series.state, series.runs.unchecked, len(backend.asked)) == (State.SKIPPED, "no commands here", 1)
