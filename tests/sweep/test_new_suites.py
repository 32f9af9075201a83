"""A suite that the base does not have: its cases are new, which is no missing baseline."""

import pytest

from skill_evals.app.run_summary import exit_code
from skill_evals.app.sweep.nouns import ArmSide
from skill_evals.model.comparison import CaseClass, ComparisonOutcome
from skill_evals.model.evidence import Arm
from skill_evals.model.report import GateDecision
from skill_evals.run.ports.request import RunRequest

from .worlds import Backend, by_first_word, queries, side, suite_path, swept

TEA = {"brew-tea": queries(tea_1=True, tax_1=False)}
BOTH = side({**TEA, "bake-bread": queries(bread_1=True, bread_2=True)})
BEFORE = side(TEA)


def unreadable(path: str) -> ArmSide:
    """The base holds the file, and no suite can be read from it."""
    from dataclasses import replace

    return replace(BEFORE, project=replace(BEFORE.project, documents=(path,)))


def test_its_cases_are_new_and_enter_no_test() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, BEFORE, BOTH)
    _, new = result.comparison.families
    assert (new.outcome, new.base, new.sets) == (ComparisonOutcome.UNCHANGED, None, ())
    assert {case.case_class for case in new.cases} == {CaseClass.NEW}
    assert new.base_reason == "the base does not have this suite"
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    assert {key.arm for key in backend.cases() if key.case.startswith("bread")} == {Arm.HEAD}


def test_a_file_of_the_base_that_cannot_be_read_is_a_missing_baseline() -> None:
    result = swept(Backend(by_first_word), unreadable(suite_path("bake-bread")), BOTH)
    _, new = result.comparison.families
    assert (new.outcome, new.base_reason) == (
        ComparisonOutcome.NO_BASELINE,
        "the base's file cannot be read as a suite",
    )


def test_where_all_is_new_an_outage_is_not_called_unchanged() -> None:
    def down(request: RunRequest) -> str:
        return "error" if request.key.case.startswith("bread") else by_first_word(request)

    result = swept(Backend(down), BEFORE, BOTH)
    _, new = result.comparison.families
    assert (new.outcome, new.incomplete, new.head.failed) == (ComparisonOutcome.INCONCLUSIVE, True, 0)
    assert exit_code(GateDecision(failed=False), None, result.comparison) == 3


@pytest.mark.parametrize("deterministic", [False, True])
def test_a_new_case_that_fails_fails_nobody(deterministic: bool) -> None:
    result = swept(Backend(lambda _: "brew-tea", deterministic=deterministic), BEFORE, BOTH)
    assert result.comparison.outcome is not ComparisonOutcome.REGRESSED
    assert exit_code(GateDecision(failed=False), None, result.comparison) == 0
