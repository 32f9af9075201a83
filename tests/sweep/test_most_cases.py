"""A family that the cap on cases cut: what was measured counts, and the rest is never taken for unchanged."""

from dataclasses import replace

from skill_evals.app.run_summary import exit_code
from skill_evals.app.sweep.nouns import SweepResult
from skill_evals.model.comparison import ComparisonOutcome
from skill_evals.model.evidence import Arm, Stage
from skill_evals.model.plan import Cut, Plan
from skill_evals.model.report import GateDecision
from skill_evals.run.ports.request import RunRequest

from .worlds import Answer, Backend, by_first_word, plan, queries, side, swept

BOTH = side(
    {
        "brew-tea": queries(tea_1=True, tea_2=True, tea_3=True, tax_1=False),
        "bake-bread": queries(bread_1=True, tax_2=False),
    }
)
LEFT_OUT = ("tea 3", "tax 1")
WORDS = "the cap of 4 cases leaves 2 of 6 unmeasured; a higher `max-cases` measures them"


def cut() -> Plan:
    """Of both skills' cases, without two of the first."""
    tea, bread = plan(BOTH).jobs
    kept = tuple(case for case in tea.cases if case not in LEFT_OUT)
    jobs = (replace(tea, cases=kept, left_out=LEFT_OUT), bread)
    return replace(plan(BOTH), jobs=jobs, cut=Cut(most=4, wanted=6))


def measured(answer: Answer) -> tuple[Backend, SweepResult]:
    backend = Backend(answer)
    return backend, swept(backend, BOTH, BOTH, plan=cut())


def outcomes(result: SweepResult) -> dict[str, ComparisonOutcome]:
    return {family.skill: family.outcome for family in result.comparison.families}


def test_a_family_that_lost_cases_is_not_compared_as_if_it_were_whole() -> None:
    backend, result = measured(by_first_word)
    assert outcomes(result) == {"brew-tea": ComparisonOutcome.PARTIAL, "bake-bread": ComparisonOutcome.UNCHANGED}
    assert result.comparison.outcome is ComparisonOutcome.PARTIAL
    assert exit_code(GateDecision(failed=False), None, result.comparison) == 3
    assert not {key.case for key in backend.cases()} & set(LEFT_OUT)
    assert "partial: `max-cases` leaves 2 of its 4 cases out" in result.comparison.families[0].notes


def test_the_sweep_says_how_many_and_what_would_measure_them() -> None:
    _, result = measured(by_first_word)
    assert result.stats.partial == WORDS
    assert result.comparison.notes == (f"the sweep is partial: {WORDS}",)


def test_a_fall_among_what_was_measured_is_confirmed_all_the_same() -> None:
    def fallen(request: RunRequest) -> str:
        return "-" if (request.key.arm, request.key.case) == (Arm.HEAD, "tea 1") else by_first_word(request)

    backend, result = measured(fallen)
    assert outcomes(result)["brew-tea"] is ComparisonOutcome.REGRESSED
    fresh = [key for key in backend.cases() if key.stage is Stage.CONFIRM]
    assert {key.case for key in fresh} == {"tea 1"}
