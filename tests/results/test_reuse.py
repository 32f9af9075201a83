"""Stored results stand for a run only where the sidecar vouches for them and nothing that matters has changed."""

from dataclasses import replace

import pytest

from skill_evals.model.evidence import Outcome, Stage
from skill_evals.model.provenance import CaseProvenance, Provenance, RunRecord, Sweep, TierProvenance
from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    EvalSnapshot,
    Header,
    ModelResults,
    ResultsFile,
    TriggerEntry,
    TriggerResult,
)
from skill_evals.model.suite import Tier
from skill_evals.results.reuse import CaseNow, reusable_baseline, reusable_evals, reusable_triggers

SWEEP = Sweep(
    backend="messages", product_version="1", ran_at="t", surface="s", content_hash="c", catalogue="list", judge="j"
)
HIT, MISS, ERROR = Outcome.ACTIVATED, Outcome.NO_SKILL, Outcome.ERROR
BAKE = TriggerResult(query="bake", should_trigger=True, hits=1, runs=2, passed=True, spec_hash="spec")
RYE = EvalResult(id="rye", passed=True, spec_hash="spec")
SPECS = {"bake": "spec", "rye": "spec"}


def case(*outcomes: Outcome, stage: Stage = Stage.SCREENING) -> CaseProvenance:
    runs = tuple(RunRecord(stage=stage, index=i, outcome=o) for i, o in enumerate(outcomes))
    return CaseProvenance(sweep=SWEEP, spec_hash="spec", runs=runs)


def sidecar(tier: Tier, key: str, record: CaseProvenance) -> Provenance:
    return Provenance(plugin="p", skill="s", models={"m": {tier: TierProvenance(cases={key: record})}})


def of_bake(result: TriggerResult, record: CaseProvenance, *, now: Sweep = SWEEP, spec: str | None = "spec") -> bool:
    file = ResultsFile(
        plugin="p", skill="s", models={"m": ModelResults(triggers=TriggerEntry(header=Header(), results=(result,)))}
    )
    provenance = sidecar(Tier.TRIGGERS, "bake", record)
    return reusable_triggers(file, provenance, "m", specs={"bake": spec}, now=now) == {"bake": result}


def of_rye(result: EvalResult, record: CaseProvenance, *, now: Sweep = SWEEP, judge: str | None = SWEEP.judge) -> bool:
    file = ResultsFile(
        plugin="p", skill="s", models={"m": ModelResults(evals=EvalEntry(header=Header(), results=(result,)))}
    )
    found = reusable_evals(
        file, sidecar(Tier.EVALS, "rye", record), "m", cases={"rye": CaseNow(spec="spec", judge=judge)}, now=now
    )
    return found == {"rye": result}


def test_the_same_circumstances_are_enough() -> None:
    assert of_bake(BAKE, case(HIT, ERROR, MISS))
    assert of_rye(RYE, case(Outcome.FINISHED))


def test_product_version_and_time_do_not_matter() -> None:
    assert of_bake(
        BAKE,
        case(HIT, MISS),
        now=replace(SWEEP, product_version="2", ran_at="later", run_url="u", content_hash="other"),
    )


@pytest.mark.parametrize(
    "changed", ["backend", "catalogue", "resolved_model", "effort", "harness_profile", "cli_version", "surface"]
)
def test_any_other_circumstance_does(changed: str) -> None:
    assert not of_bake(BAKE, case(HIT, MISS), now=replace(SWEEP, **{changed: "other"}))


@pytest.mark.parametrize("changed", ["content_hash", "effort"])
def test_for_evals_the_content_matters(changed: str) -> None:
    assert not of_rye(RYE, case(Outcome.FINISHED), now=replace(SWEEP, **{changed: "other"}))


@pytest.mark.parametrize("judge", ["another judge", None])
def test_another_judge_or_none_makes_an_eval_old(judge: str | None) -> None:
    assert not of_rye(RYE, case(Outcome.FINISHED), judge=judge)


def test_a_case_that_nobody_judges_is_nothing_to_the_judge_of_others() -> None:
    unjudged = replace(case(Outcome.FINISHED), sweep=replace(SWEEP, judge=None))
    assert of_rye(RYE, unjudged, judge=None)
    assert not of_rye(RYE, unjudged, judge=SWEEP.judge)


def test_two_unknown_states_of_the_skill_are_not_the_same() -> None:
    blank = replace(SWEEP, surface=None)
    assert not of_bake(BAKE, replace(case(HIT, MISS), sweep=blank), now=blank)


def test_an_edited_or_unknown_case_is_run_again() -> None:
    assert not of_bake(BAKE, case(HIT, MISS), spec="edited")
    assert not of_bake(BAKE, case(HIT, MISS), spec=None)
    assert not of_bake(replace(BAKE, spec_hash="edited"), case(HIT, MISS))


def test_a_result_without_a_verdict_is_run_again() -> None:
    assert not of_bake(TriggerResult(query="bake", should_trigger=True, spec_hash="spec"), case(HIT, MISS))
    assert not of_rye(replace(RYE, passed=None), case(Outcome.FINISHED))
    assert not of_rye(RYE, case(ERROR))


@pytest.mark.parametrize("outcomes", [[HIT, HIT], [HIT], [MISS, MISS], [ERROR], []])
def test_counts_that_the_runs_do_not_give_are_not_believed(outcomes: list[Outcome]) -> None:
    assert not of_bake(BAKE, case(*outcomes))


def test_counts_may_be_those_of_the_fresh_runs_alone() -> None:
    both = (*case(HIT, HIT, HIT).runs, *case(HIT, MISS, stage=Stage.CONFIRM).runs)
    assert of_bake(BAKE, replace(case(), runs=both))


def test_without_a_sidecar_nothing_is_reused() -> None:
    file = ResultsFile(
        plugin="p", skill="s", models={"m": ModelResults(triggers=TriggerEntry(header=Header(), results=(BAKE,)))}
    )
    assert reusable_triggers(file, None, "m", specs=SPECS, now=SWEEP) == {}
    assert reusable_evals(file, None, "m", cases={"rye": CaseNow(spec="spec")}, now=SWEEP) == {}
    assert reusable_triggers(file, None, "none", specs=SPECS, now=SWEEP) == {}


class TestWithoutTheSkill:
    """evolve's ``baseline``."""

    PLAIN = EvalResult(id="rye", passed=False, fingerprint="spec")

    def reused(
        self,
        result: EvalResult = PLAIN,
        *,
        now: Sweep = SWEEP,
        spec: str = "spec",
        judge: str | None = SWEEP.judge,
        known: bool = True,
    ) -> dict[str, EvalResult]:
        entry = EvalEntry(header=Header(), baseline=EvalSnapshot(results=(result,)))
        file = ResultsFile(plugin="p", skill="s", models={"m": ModelResults(evals=entry)})
        tier = TierProvenance(baseline={"rye": case(Outcome.FINISHED)} if known else {})
        provenance = Provenance(plugin="p", skill="s", models={"m": {Tier.EVALS: tier}})
        return reusable_baseline(file, provenance, "m", cases={"rye": CaseNow(spec=spec, judge=judge)}, now=now)

    def test_it_stands_whatever_the_skill_is_now(self) -> None:
        assert self.reused(now=replace(SWEEP, content_hash="other", surface="other")) == {"rye": self.PLAIN}

    @pytest.mark.parametrize("changed", ["backend", "resolved_model", "effort", "harness_profile", "cli_version"])
    def test_another_model_or_harness_makes_it_old(self, changed: str) -> None:
        assert self.reused(now=replace(SWEEP, **{changed: "other"})) == {}

    def test_so_does_another_judge(self) -> None:
        assert self.reused(judge="another judge") == {}

    def test_so_does_an_edited_case(self) -> None:
        assert self.reused(spec="edited") == {}

    def test_an_errored_one_is_measured_again(self) -> None:
        assert self.reused(replace(self.PLAIN, passed=None, runtime_error="down")) == {}

    def test_one_that_the_sidecar_does_not_know_is_shown_and_not_reused(self) -> None:
        assert self.reused(known=False) == {}
