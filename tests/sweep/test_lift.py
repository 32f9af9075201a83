"""The lift arm: tasks once without the skill, last, on what the budget has left, and in nothing that decides."""

from dataclasses import replace

import pytest

from skill_evals.app.run_summary import exit_code, run_summary
from skill_evals.app.sweep.nouns import StoredVerdict, SweepResult, family_key
from skill_evals.compare.gate import gate
from skill_evals.errors import BackendError
from skill_evals.model.comparison import ComparisonOutcome, Count, Lift
from skill_evals.model.config import GateConfig, RunConfig
from skill_evals.model.evidence import Arm, Evidence, RunKey, Stage
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.report import family_words, money_words
from skill_evals.run.ports.request import RunRequest

from .worlds import Backend, MemoryJournal, by_first_word, grade, plan, queries, side, swept, tasks

BOTH = side({}, {"brew-tea": tasks(one="brew", two="pour")})
NONE = side({}, {})


def only_with_the_skill(request: RunRequest) -> str:
    """The second task is done without the skill as well."""
    return "done" if request.catalogue.skills or request.key.case == "two" else "gave up"


def lifts(backend: Backend) -> list[RunKey]:
    return [request.key for request in backend.asked if request.key.arm is Arm.LIFT]


def lift_of(result: SweepResult) -> Lift | None:
    return result.comparison.families[0].lift


def test_each_task_runs_once_with_the_same_prompt_and_no_skill_at_hand() -> None:
    backend = Backend(only_with_the_skill)
    result = swept(backend, BOTH, BOTH)
    asked = [request for request in backend.asked if request.key.arm is Arm.LIFT]
    assert [(r.key.case, r.key.stage, r.key.index) for r in asked] == [
        ("one", Stage.SCREENING, 0),
        ("two", Stage.SCREENING, 0),
    ]
    assert [(r.catalogue.skills, r.task) for r in asked] == [((), task) for task in tasks(one="brew", two="pour")]
    assert lift_of(result) == Lift(with_skill=2, without_skill=1, cases=2)
    assert [case.lift for case in result.comparison.families[0].cases] == [
        Count(correct=0, valid=1),
        Count(correct=1, valid=1),
    ]
    assert (result.stats.lift, result.stats.case_runs, result.stats.naive) == (2, 4, 4)


def test_a_new_skill_is_compared_with_no_skill() -> None:
    result = swept(Backend(only_with_the_skill), NONE, BOTH)
    (family,) = result.comparison.families
    assert (family.base, family.outcome) == (None, ComparisonOutcome.UNCHANGED)
    assert family_words.lift_line(family) == (
        "Lift of `brew-tea` in its tasks (some/model): with the skill 2/2, without it 1/2"
    )


def test_it_comes_after_everything_that_decides() -> None:
    def worse(request: RunRequest) -> str:
        return "gave up" if request.key.arm is Arm.HEAD and request.key.case == "one" else "done"

    backend = Backend(worse)
    result = swept(backend, BOTH, BOTH)
    assert result.comparison.outcome is ComparisonOutcome.REGRESSED
    assert [key.arm for key in backend.cases()[-2:]] == [Arm.LIFT, Arm.LIFT]
    assert {key.arm for key in backend.cases()[:-2]} == {Arm.BASE, Arm.HEAD}


def test_without_it_the_comparison_is_the_same() -> None:
    with_it = swept(Backend(only_with_the_skill), BOTH, BOTH).comparison
    without = swept(Backend(only_with_the_skill), BOTH, BOTH, run=RunConfig(jobs=1, max_cost_usd=100.0, lift=False))
    (family,) = with_it.families
    bare = replace(family, lift=None, cases=tuple(replace(case, lift=None) for case in family.cases))
    assert replace(with_it, families=(bare,)) == without.comparison
    assert without.stats.lift == 0


@pytest.mark.parametrize("calls", [4, 5])
def test_a_budget_that_ends_in_it_leaves_the_sweep_whole(calls: int) -> None:
    backend = Backend(only_with_the_skill)
    result = swept(backend, BOTH, BOTH, run=RunConfig(jobs=1, max_calls=calls, max_cost_usd=100.0))
    left = calls - 4
    assert len(lifts(backend)) == left
    assert result.stats.partial is None
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    assert not result.comparison.families[0].incomplete
    assert lift_of(result) == Lift(with_skill=left, without_skill=0, cases=left, unrun=2 - left)
    assert exit_of(result) == 0


def exit_of(result: SweepResult) -> int:
    decision = gate(result.comparison, lint_errors=0, config=GateConfig(), backend="scripted", chosen_by_name=True)
    return exit_code(decision, None, result.comparison)


def test_after_a_cap_nothing_more_is_asked() -> None:
    backend = Backend(only_with_the_skill)
    result = swept(backend, BOTH, BOTH, run=RunConfig(jobs=1, max_calls=1, max_cost_usd=100.0))
    assert lifts(backend) == []
    assert result.stats.partial == "the cap of 1 calls was reached"


def test_its_errors_are_shown_and_count_for_nothing() -> None:
    def down(request: RunRequest) -> str:
        return "error" if request.key.arm is Arm.LIFT and request.key.case == "one" else "done"

    backend = Backend(down)
    result = swept(backend, BOTH, BOTH)
    (family,) = result.comparison.families
    assert [(key.case, key.index) for key in sorted(lifts(backend), key=repr)] == [("one", 0), ("one", 1), ("two", 0)]
    assert family.lift == Lift(with_skill=1, without_skill=1, cases=1, errored=1)
    assert family_words.lift_line(family) == (
        "Lift of `brew-tea` in its tasks (some/model): with the skill 1/1, without it 1/1; 1 task errored without it"
    )
    assert (family.outcome, family.incomplete, result.stats.errored) == (ComparisonOutcome.UNCHANGED, False, 0)
    assert exit_of(result) == 0


def test_a_backend_that_fails_altogether_in_it_costs_no_verdict() -> None:
    class Gone(Backend):
        async def run(self, request: RunRequest) -> Evidence:
            if request.key.arm is Arm.LIFT:
                raise BackendError("the key was revoked")
            return await super().run(request)

    result = swept(Gone(only_with_the_skill), BOTH, BOTH)
    (family,) = result.comparison.families
    assert family.outcome is ComparisonOutcome.UNCHANGED
    assert family.lift == Lift(with_skill=0, without_skill=0, cases=0, unrun=2)
    assert "not every task was run without the skill: the key was revoked" in family.notes


def test_a_recording_without_it_leaves_it_unmeasured_and_says_nothing() -> None:
    def recorded(request: RunRequest) -> str:
        return "missing" if request.key.arm is Arm.LIFT else "done"

    journal = MemoryJournal()
    result = swept(Backend(recorded), BOTH, BOTH, journal=journal)
    (family,) = result.comparison.families
    assert (family.lift, family_words.lift_line(family), family.notes) == (None, None, ())
    assert Arm.LIFT not in {one.key.arm for one in result.evidence} | {key.arm for key in journal.kept}
    assert Arm.LIFT not in {key.arm for key in result.verdicts}
    assert (result.stats.lift, result.stats.calls, result.stats.errored) == (0, 4, 0)


def test_a_task_whose_checks_were_all_skipped_is_not_measured() -> None:
    def skips(request: RunRequest, found: Evidence) -> RunVerdict:
        if request.key.arm is Arm.LIFT and request.key.case == "one":
            return RunVerdict(state=State.SKIPPED, reason="the tool is not installed")
        return grade(request, found)

    result = swept(Backend(only_with_the_skill), BOTH, BOTH, grade=skips)
    assert lift_of(result) == Lift(with_skill=1, without_skill=1, cases=1)


def test_what_is_stored_is_not_run_again() -> None:
    stored = {
        "one": StoredVerdict(state=State.FAIL, count=Count(correct=0, valid=1)),
        "gone": StoredVerdict(state=State.PASS, count=Count(correct=1, valid=1)),
    }
    (found,) = plan(BOTH, BOTH).jobs
    backend = Backend(only_with_the_skill)
    result = swept(backend, BOTH, BOTH, stored_lifts={family_key(found): stored})
    assert [key.case for key in lifts(backend)] == ["two"]
    assert lift_of(result) == Lift(with_skill=2, without_skill=1, cases=2, reused=1)
    assert [case.lift and case.lift.reused for case in result.families[0].cases] == [True, False]


def test_an_edited_task_runs_without_the_skill_in_the_heads_wording_and_a_removed_one_not_at_all() -> None:
    before = side({}, {"brew-tea": tasks(one="brew", two="pour", three="sip")})
    after = side({}, {"brew-tea": tasks(one="brew it better", two="pour")})
    backend = Backend(only_with_the_skill)
    result = swept(backend, before, after)
    assert {request.task.prompt for request in backend.asked if request.task and request.key.arm is Arm.LIFT} == {
        "brew it better",
        "pour",
    }
    lift = lift_of(result)
    assert lift is not None
    assert lift.cases == 2


def test_a_task_without_a_verdict_has_nothing_to_be_compared_with() -> None:
    def lost(request: RunRequest) -> str:
        return "error" if request.key.arm is Arm.HEAD and request.key.case == "one" else "done"

    backend = Backend(lost)
    swept(backend, BOTH, BOTH)
    assert {key.case for key in lifts(backend)} == {"two"}


def test_triggers_have_no_such_arm() -> None:
    tree = side({"brew-tea": queries(tea_1=True)})
    backend = Backend(by_first_word)
    (family,) = swept(backend, tree, tree).comparison.families
    assert (family.lift, lifts(backend)) == (None, [])


def test_a_killed_sweep_resumes_in_it() -> None:
    journal = MemoryJournal()
    swept(Backend(only_with_the_skill), BOTH, BOTH, journal=journal)
    again = Backend(only_with_the_skill)
    result = swept(again, BOTH, BOTH, journal=MemoryJournal(journal.kept))
    assert again.asked == []
    assert lift_of(result) == Lift(with_skill=2, without_skill=1, cases=2)


def test_the_costs_name_it_apart() -> None:
    backend = Backend(only_with_the_skill)
    summary = run_summary(swept(backend, BOTH, BOTH), backend, plan(BOTH), RunConfig())
    assert (summary.calls, summary.lift_calls) == (4, 2)
    assert summary.usd == pytest.approx(0.06)
    assert "4 runs of backend scripted, $0.06, 2 runs without the skill" in money_words.cost_line(summary)


def test_progress_counts_with_it() -> None:
    class Bar:
        def __init__(self) -> None:
            self.total, self.done = 0, 0

        def started(self, total: int, *, cases: int, cap_usd: float | None) -> None:
            self.total = total

        def decided(self, skill: str, key: RunKey, state: State) -> None:
            pass

        def finished(self, evidence: Evidence) -> None:
            self.done += 1

        def note(self, words: str) -> None:
            raise AssertionError(words)

    bar = Bar()
    swept(Backend(only_with_the_skill), BOTH, BOTH, progress=bar)
    assert (bar.done, bar.total) == (4 + 2, 4 + 2)
