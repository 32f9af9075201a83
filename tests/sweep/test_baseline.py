"""``baseline``: with what the head is compared where the workflow's author wants less than the base's own runs."""

from skill_evals.app.run_summary import exit_code
from skill_evals.app.sweep.nouns import ArmSide, StoredVerdict, SweepResult, family_key
from skill_evals.model.comparison import CaseClass, ComparisonOutcome, Count
from skill_evals.model.evidence import Arm
from skill_evals.model.plan import Baseline
from skill_evals.model.report import GateDecision
from skill_evals.model.verdict import State
from skill_evals.run.ports.request import RunRequest

from .worlds import Answer, Backend, by_first_word, plan, queries, side, swept

TEA = side({"brew-tea": queries(tea_1=True, tea_2=True, tea_3=True, tax_1=False)})
MANY = side({"brew-tea": queries(**{f"tea_{number}": True for number in range(9)}, tax_1=False)})
PASSED = StoredVerdict(state=State.PASS, count=Count(correct=3, valid=3))


def fallen(request: RunRequest) -> str:
    return "-" if (request.key.arm, request.key.case) == (Arm.HEAD, "tea 1") else by_first_word(request)


def against_the_file(
    answer: Answer, *fresh: str, both: ArmSide = TEA, deterministic: bool = False
) -> tuple[Backend, SweepResult]:
    """``fresh``: the cases of which the base's file holds a verdict that stands."""
    backend = Backend(answer, deterministic=deterministic)
    (job,) = plan(both).jobs
    held = {family_key(job): dict.fromkeys(fresh, PASSED)}
    return backend, swept(backend, both, both, stored=held, baseline=Baseline.FILE)


ALL = ("tea 1", "tea 2", "tea 3", "tax 1")
ENDED = GateDecision(failed=False)


def test_nothing_is_ever_run_at_the_base() -> None:
    for fresh in (ALL, ALL[:2], ()):
        backend, result = against_the_file(fallen, *fresh)
        assert {request.key.arm for request in backend.asked} == {Arm.HEAD}, "controls neither"
        assert [control.arm for control in result.controls] == [Arm.HEAD]


def test_what_the_file_holds_is_compared_and_a_fall_is_told_as_not_confirmed() -> None:
    _, result = against_the_file(fallen, *ALL)
    (family,) = result.comparison.families
    assert family.outcome is ComparisonOutcome.INCONCLUSIVE
    assert [(case.id, case.confirmed) for case in family.cases if case.case_class is CaseClass.BROKEN] == [
        ("tea 1", False)
    ]
    assert family.base_reason == "reused from the results committed at the merge base"
    assert "the down set was not run: it takes runs at the base, which `baseline: file` leaves out" in family.notes
    assert exit_code(ENDED, None, result.comparison) == 0


def test_nothing_moved_is_unchanged() -> None:
    _, result = against_the_file(by_first_word, *ALL)
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED


def test_a_case_that_the_file_does_not_hold_fresh_has_no_baseline_and_says_so() -> None:
    _, result = against_the_file(by_first_word, "tea 1", "tea 2")
    (family,) = result.comparison.families
    assert family.outcome is ComparisonOutcome.NO_BASELINE
    assert family.base_reason == (
        "2 of 4 cases reused from the results committed at the merge base; the others are compared with nothing, "
        "since `baseline: file` runs nothing at the base"
    )
    assert {case.id: case.note for case in family.cases if case.base is None} == dict.fromkeys(
        ("tea 3", "tax 1"), "the base arm was not run"
    )
    assert exit_code(ENDED, None, result.comparison) == 0, "the head was measured to its end, as it was asked for"


def test_a_file_that_holds_nothing_fresh() -> None:
    _, result = against_the_file(by_first_word)
    (family,) = result.comparison.families
    assert (family.outcome, family.base) == (ComparisonOutcome.NO_BASELINE, None)
    assert family.base_reason.startswith("no fresh results are committed at the merge base")


def test_on_a_deterministic_backend_a_move_stands_as_it_is() -> None:
    _, result = against_the_file(fallen, *ALL, deterministic=True)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED


def test_results_that_differ_in_too_many_cases_stand_with_a_warning_since_the_base_must_not_be_run() -> None:
    backend, result = against_the_file(lambda _: "-", *(f"tea {number}" for number in range(9)), "tax 1", both=MANY)
    (family,) = result.comparison.families
    assert {request.key.arm for request in backend.asked} == {Arm.HEAD}
    assert any("differ from the head in too many cases to be believed" in note for note in family.notes)
    assert family.outcome is ComparisonOutcome.INCONCLUSIVE


def test_compared_with_nothing_a_suite_passes_and_fails_by_itself() -> None:
    backend = Backend(fallen)
    result = swept(backend, None, TEA, baseline=Baseline.NONE)
    (family,) = result.comparison.families
    assert {request.key.arm for request in backend.asked} == {Arm.HEAD}
    assert (family.outcome, family.base) == (ComparisonOutcome.NO_BASELINE, None)
    assert (family.head.passed, family.head.failed) == (3, 1)
    assert family.base_reason == "the head is compared with nothing, as `baseline: none` asks"
    assert exit_code(ENDED, None, result.comparison) == 0
