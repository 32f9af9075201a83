"""Two committed results files: what moved is shown, and nothing is confirmed."""

import pytest

from skill_evals.compare.committed import CommittedPair, compare_committed
from skill_evals.model.comparison import CaseClass, ComparisonOutcome
from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    Header,
    ModelResults,
    ResultsFile,
    TriggerEntry,
    TriggerResult,
)


def query(text: str, hits: int | None, *, label: bool = True) -> TriggerResult:
    if hits is None:
        return TriggerResult(query=text, should_trigger=label)
    return TriggerResult(query=text, should_trigger=label, hits=hits, runs=3, passed=(hits >= 2) is label)


def file(*results: TriggerResult, evals: tuple[EvalResult, ...] = (), harness: str | None = None) -> ResultsFile:
    header = Header(harness=harness)
    entry = ModelResults(
        triggers=TriggerEntry(header=header, results=results) if results else None,
        evals=EvalEntry(header=header, results=evals) if evals else None,
    )
    return ResultsFile(plugin="kitchen", skill="brew-tea", models={"some/model": entry, "other/model": None})


def pair(base: ResultsFile | None, head: ResultsFile | None) -> CommittedPair:
    return CommittedPair(
        skill="brew-tea", skill_dir="skills/brew-tea", plugin="kitchen", path="evals/results.json", base=base, head=head
    )


def test_a_fall_between_committed_files_is_inconclusive_and_never_confirmed() -> None:
    found = compare_committed(
        [pair(file(query("a", 3), query("b", 3)), file(query("a", 0), query("b", 3)))], alpha=0.01
    )
    (of_family,) = found.families
    assert found.outcome is ComparisonOutcome.INCONCLUSIVE
    assert [(c.id, c.case_class, c.confirmed) for c in of_family.cases] == [
        ("a", CaseClass.BROKEN, False),
        ("b", CaseClass.STILL_PASSING, False),
    ]
    assert not any(s.run or s.rejected for s in of_family.sets)


def test_two_harnesses_under_one_model_key_are_not_compared() -> None:
    by_emulation, by_program = file(query("a", 3), harness="messages"), file(query("a", 0), harness="claude-code")
    found = compare_committed([pair(by_emulation, by_program)], alpha=0.01)
    (of_family,) = found.families
    assert found.outcome is ComparisonOutcome.NO_BASELINE
    assert [case.case_class for case in of_family.cases] == [CaseClass.NEW]
    assert of_family.base_reason == "the base's results were made by `messages`, the head's by `claude-code`"


@pytest.mark.parametrize("harness", ["messages", None])
def test_the_same_harness_or_one_that_is_not_named_is(harness: str | None) -> None:
    found = compare_committed(
        [pair(file(query("a", 3), harness=harness), file(query("a", 0), harness="messages"))], alpha=0.01
    )
    assert [case.case_class for case in found.families[0].cases] == [CaseClass.BROKEN]


def test_a_negative_is_correct_where_it_stayed_silent() -> None:
    found = compare_committed([pair(file(query("a", 0, label=False)), file(query("a", 3, label=False)))], alpha=0.01)
    (case,) = found.families[0].cases
    assert (str(case.base), str(case.head), case.case_class) == ("3/3", "0/3", CaseClass.BROKEN)


def test_new_removed_errored_and_relabelled_cases() -> None:
    base = file(query("gone", 3), query("errs", 3), query("flips", 3))
    head = file(query("errs", None), query("flips", 0, label=False), query("fresh", 3))
    (of_family,) = compare_committed([pair(base, head)], alpha=0.01).families
    assert {c.id: c.case_class for c in of_family.cases} == {
        "errs": CaseClass.ERRORED,
        "flips": CaseClass.NEW,
        "fresh": CaseClass.NEW,
        "gone": CaseClass.REMOVED,
    }


def test_tier_two_compares_what_passed() -> None:
    base = file(evals=(EvalResult(id="one", passed=True), EvalResult(id="two", passed=True)))
    head = file(evals=(EvalResult(id="one", passed=True), EvalResult(id="two", runtime_error="no network")))
    (of_family,) = compare_committed([pair(base, head)], alpha=0.01).families
    assert [(c.id, c.case_class) for c in of_family.cases] == [
        ("two", CaseClass.ERRORED),
        ("one", CaseClass.STILL_PASSING),
    ]


def test_without_a_base_there_is_no_baseline() -> None:
    assert compare_committed([pair(None, file(query("a", 3)))], alpha=0.01).outcome is ComparisonOutcome.NO_BASELINE
    assert compare_committed([pair(file(query("a", 3)), None)], alpha=0.01).families == ()
