"""Errors, caps, dead harnesses, kills: nothing that could not be measured counts."""

import pytest

from skill_evals.app.run_summary import exit_code
from skill_evals.app.sweep.nouns import ArmSide
from skill_evals.compare.gate import gate
from skill_evals.errors import BackendError, ConfigError, IncompleteError
from skill_evals.model.comparison import CaseClass, ComparisonOutcome
from skill_evals.model.config import GateConfig, RunConfig, TierPolicy
from skill_evals.model.evidence import Arm, Evidence, Stage
from skill_evals.model.report import GateDecision
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State
from skill_evals.run.ports.request import RunRequest

from .worlds import Backend, Clock, MemoryJournal, by_first_word, plan, queries, side, swept, tasks

NOT_FAILED = GateDecision(failed=False)

TEA = side({"brew-tea": queries(tea_1=True, tea_2=True, tea_3=True, tax_1=False)})


def fallen(request: RunRequest) -> str:
    lost = request.key.arm is Arm.HEAD and request.key.case == "tea 1"
    return "-" if lost else by_first_word(request)


def capped(calls: int) -> RunConfig:
    return RunConfig(jobs=1, max_calls=calls, max_cost_usd=100.0)


def test_a_silent_control_makes_the_run_invalid_before_any_case_is_paid_for() -> None:
    backend = Backend(by_first_word, controls=lambda _: "-")
    result = swept(backend, TEA, TEA)
    assert result.comparison.outcome is ComparisonOutcome.INVALID
    assert backend.cases() == []
    assert "stayed silent 3 times" in result.comparison.families[0].notes[0]
    assert {case.case_class for case in result.comparison.families[0].cases} == {CaseClass.ERRORED}


def test_controls_are_asked_once_an_arm_and_model_and_are_in_no_ratio() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, TEA, TEA)
    assert (result.stats.controls, result.stats.case_runs, result.stats.naive) == (4, 2 * 4 * 2, 2 * 4 * 3)
    assert [(c.arm, c.fault) for c in result.controls] == [(Arm.HEAD, None), (Arm.BASE, None)]


def test_tier_two_has_no_controls() -> None:
    both = side({}, {"brew-tea": tasks(one="brew")})
    assert swept(Backend(lambda _: "done"), both, both).controls == ()


def test_a_head_arm_that_loses_its_activated_runs_to_errors_is_invalid_and_fails_nobody() -> None:
    def lossy(request: RunRequest) -> str:
        key = request.key
        if key.arm is Arm.HEAD and key.stage is Stage.CONFIRM and key.index % 2:
            return "error"
        return fallen(request)

    result = swept(Backend(lossy), TEA, TEA)
    assert result.comparison.outcome is ComparisonOutcome.INVALID
    assert not gate(
        result.comparison, lint_errors=0, config=GateConfig(), backend="scripted", chosen_by_name=True
    ).failed


def test_a_case_that_errors_is_neither_passed_nor_failed() -> None:
    def broken(request: RunRequest) -> str:
        return "error" if request.key.arm is Arm.HEAD and request.key.case == "tax 1" else by_first_word(request)

    backend = Backend(broken)
    result = swept(backend, TEA, TEA)
    first = result.comparison.families[0].cases[0]
    assert (first.id, first.case_class, str(first.head)) == ("tax 1", CaseClass.ERRORED, "0/0")
    assert len([key for key in backend.cases() if (key.case, key.arm) == ("tax 1", Arm.HEAD)]) == 2 * 3
    assert result.stats.errored == 6
    assert result.comparison.families[0].head.errored == 1


def test_a_suite_whose_positives_are_all_silent_is_noted_as_a_suspect_harness() -> None:
    result = swept(Backend(lambda _: "-"), TEA, TEA)
    assert result.comparison.outcome is ComparisonOutcome.UNCHANGED
    assert "suspect the harness before the skill" in result.comparison.families[0].notes[0]


def test_at_the_cap_the_sweep_stops_cleanly_and_is_partial() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, TEA, TEA, run=capped(7))
    assert len(backend.asked) == 7
    assert result.comparison.outcome is ComparisonOutcome.PARTIAL
    assert result.stats.partial == "the cap of 7 calls was reached"
    cut = {case.id: case.head.state for case in result.families[0].cases}
    assert cut == {"tea 1": State.PASS, "tea 2": State.PASS, "tea 3": State.SKIPPED, "tax 1": State.SKIPPED}


def test_a_base_arm_that_does_not_fit_the_budget_is_not_begun() -> None:
    backend = Backend(by_first_word)
    result = swept(backend, TEA, TEA, run=capped(12))
    assert {key.arm for key in backend.cases()} == {Arm.HEAD}
    assert result.comparison.outcome is ComparisonOutcome.NO_BASELINE
    assert result.families[0].base_reason == "not run: the base arm does not fit the budget that is left"
    assert result.stats.partial is None
    assert exit_code(NOT_FAILED, None, result.comparison) == 3


def test_a_set_that_does_not_fit_the_budget_is_not_begun_and_the_fall_is_inconclusive() -> None:
    backend = Backend(fallen)
    result = swept(backend, TEA, TEA, run=capped(4 + 24 + 7))
    assert result.comparison.outcome is ComparisonOutcome.INCONCLUSIVE
    (down,) = result.comparison.families[0].sets
    assert (down.run, down.p_value) == (False, 1.0)
    assert not any(key.stage is Stage.CONFIRM for key in backend.cases())


def test_what_one_set_did_not_use_lets_another_start() -> None:
    def two(request: RunRequest) -> str:
        key = request.key
        unlucky = (key.arm, key.stage, key.case) == (Arm.HEAD, Stage.SCREENING, "tea 1")
        real = (key.arm, key.case) == (Arm.HEAD, "bread 1")
        return "-" if unlucky or real else by_first_word(request)

    both = side({"brew-tea": queries(tea_1=True), "bake-bread": queries(bread_1=True)})
    spent_in_screening, look = 4 + 2 * 2 * 2, 8
    result = swept(Backend(two), both, both, run=capped(spent_in_screening + look + 24))
    first, second = (family.sets[0] for family in result.comparison.families)
    assert (first.stopped_at_look, second.rejected) == (True, True)


def test_the_dollars_of_the_forecast_are_reserved_before_anything_is_known() -> None:
    from skill_evals.model.plan import Forecast

    priced = Forecast(calls_low=1, calls_high=10, usd_low=0.1, usd_high=10.0)
    backend = Backend(by_first_word)
    result = swept(backend, TEA, TEA, plan=plan(TEA, forecast=priced), run=RunConfig(jobs=1, max_cost_usd=1.02))
    assert result.stats.usd is not None
    assert result.stats.usd <= 1.02
    assert result.stats.partial == "the cap of $1.02 was reached"


def free() -> Backend:
    backend = Backend(by_first_word, usd=0.0)
    backend.free = True
    return backend


def test_no_cap_on_dollars_concerns_a_free_backend() -> None:
    assert swept(free(), TEA, TEA, run=RunConfig(jobs=1, max_cost_usd=0.0)).stats.partial is None


def test_a_cap_on_calls_holds_for_a_free_backend_too() -> None:
    backend = free()
    result = swept(backend, TEA, TEA, run=RunConfig(jobs=1, max_calls=5))
    assert len(backend.asked) == 5
    assert result.comparison.outcome is ComparisonOutcome.PARTIAL
    assert exit_code(NOT_FAILED, None, result.comparison) == 3


def test_a_cap_on_minutes_holds_for_a_free_backend_too() -> None:
    class Slow(Clock):
        """Half a minute a look."""

        seconds = 0.0

        def monotonic(self) -> float:
            self.seconds += 30
            return self.seconds

    backend = free()
    result = swept(backend, TEA, TEA, run=RunConfig(jobs=1, max_minutes=5), clock=Slow())
    assert 0 < len(backend.asked) < 10
    assert result.stats.partial == "the cap of 5 minutes was reached"
    assert result.comparison.outcome is ComparisonOutcome.PARTIAL


@pytest.mark.parametrize("after", [0, 1, 5, 11, 30])
def test_a_killed_sweep_resumes_without_paying_twice_and_comes_to_the_same_end(after: int) -> None:
    whole = swept(Backend(fallen), TEA, TEA)

    class Killed(MemoryJournal):
        def append(self, found: Evidence) -> None:
            if len(self.kept) == after:
                raise KeyboardInterrupt
            super().append(found)

    journal = Killed()
    with pytest.raises(KeyboardInterrupt):
        swept(Backend(fallen), TEA, TEA, run=RunConfig(jobs=1, max_cost_usd=100.0), journal=journal)
    again = Backend(fallen)
    resumed = swept(again, TEA, TEA, journal=MemoryJournal(journal.kept))
    assert resumed.comparison == whole.comparison
    assert resumed.stats.resumed == after
    assert len(again.asked) == whole.stats.made - after


def test_a_backend_that_cannot_go_on_stops_the_sweep_and_what_was_measured_is_kept() -> None:
    class Dying(Backend):
        async def run(self, request: RunRequest) -> Evidence:
            if request.key.case == "tea 3":
                raise BackendError("the program crashed", cure="install it again")
            return await super().run(request)

    result = swept(Dying(by_first_word), TEA, TEA, run=RunConfig(jobs=1, max_cost_usd=100.0))
    assert result.stats.partial == "the program crashed; install it again"
    assert result.comparison.outcome is ComparisonOutcome.PARTIAL
    states = {case.id: case.head.state for case in result.families[0].cases}
    assert states == {"tea 1": State.PASS, "tea 2": State.PASS, "tea 3": State.SKIPPED, "tax 1": State.SKIPPED}


def test_a_journal_that_cannot_be_written_stops_the_sweep_and_loses_no_run_that_was_paid_for() -> None:
    class Full(MemoryJournal):
        def append(self, found: Evidence) -> None:
            if len(self.kept) == 4:
                raise IncompleteError("no space left on the device")
            super().append(found)

    backend = Backend(by_first_word)
    run = RunConfig(jobs=1, max_cost_usd=100.0)
    result = swept(backend, TEA, TEA, journal=Full(), run=run)
    assert result.stats.partial == "no space left on the device"
    assert len(result.evidence) == len(backend.asked) == 5


def test_a_recording_that_holds_too_few_runs_is_inconclusive() -> None:
    def recorded(request: RunRequest) -> str:
        return "missing" if request.key.stage is not Stage.SCREENING else fallen(request)

    result = swept(Backend(recorded, controls=lambda _: "missing"), TEA, TEA)
    assert result.comparison.outcome is ComparisonOutcome.INCONCLUSIVE
    assert "the down set was not run: the recording holds too few runs" in result.comparison.families[0].notes


def test_confirm_runs_that_can_never_tell_are_refused_before_anything_is_paid_for() -> None:
    backend = Backend(by_first_word)
    with pytest.raises(ConfigError):
        swept(backend, TEA, TEA, gate=GateConfig(triggers=TierPolicy(runs=3, confirm_runs=3, look=1)))
    assert backend.asked == []


def test_a_tier_that_the_backend_cannot_run_is_a_skip_with_a_reason() -> None:
    both: ArmSide = side({"brew-tea": queries(tea_1=True)}, {"brew-tea": tasks(one="brew")})
    backend = Backend(by_first_word)
    backend.tiers = frozenset({Tier.TRIGGERS})
    result = swept(backend, both, both)
    assert [(skip.tier, skip.reason) for skip in result.skips] == [
        (Tier.EVALS, "the backend scripted does not run evals")
    ]
    assert [family.job.tier for family in result.families] == [Tier.TRIGGERS]
