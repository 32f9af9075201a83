"""How stored results stand to the tree: fresh, stale by the skill, stale by the case, unknown, not run."""

from dataclasses import replace

import pytest

from skill_evals.model.evidence import Outcome, Stage
from skill_evals.model.freshness import Freshness, ModelFreshness, SkillHashes, TierHashes
from skill_evals.model.provenance import CaseProvenance, Provenance, RunRecord, Sweep, TierProvenance
from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    Header,
    ModelResults,
    ResultsFile,
    TriggerEntry,
    TriggerResult,
)
from skill_evals.model.suite import Tier
from skill_evals.results.freshness import judge
from skill_evals.results.stale_mark import is_mark_of, stale_mark

from .nouns import evals, task, trigger, triggers

HASHES = SkillHashes(
    plugin="kitchen",
    skill="bake-bread",
    skill_dir="skills/bake-bread",
    surface="surface-now",
    triggers=TierHashes(content="now", specs={"bake": "spec bake", "fly": "spec fly"}),
    evals=TierHashes(content="now", specs={"rye": "spec rye"}),
)
SUITES = (triggers(trigger("bake"), trigger("fly", False)), evals(task("rye")))
BAKE = TriggerResult(query="bake", should_trigger=True, hits=3, runs=3, passed=True, spec_hash="spec bake")


def stored(*results: TriggerResult, content: str | None = "now") -> ResultsFile:
    entry = TriggerEntry(header=Header(executed=True, content_hash=content), results=results)
    return ResultsFile(plugin="kitchen", skill="bake-bread", models={"acme/loaf": ModelResults(triggers=entry)})


def of_triggers(
    file: ResultsFile, provenance: Provenance | None = None, hashes: SkillHashes = HASHES
) -> ModelFreshness:
    found = judge(file, hashes, SUITES, provenance)
    return next(one for one in found if one.tier is Tier.TRIGGERS)


def state(
    result: TriggerResult,
    *,
    content: str | None = "now",
    hashes: SkillHashes = HASHES,
    provenance: Provenance | None = None,
) -> Freshness:
    return of_triggers(stored(result, content=content), provenance, hashes).cases["bake"]


def test_equal_hashes_are_fresh() -> None:
    assert state(BAKE) is Freshness.FRESH


def test_other_content_is_stale() -> None:
    assert state(BAKE, content="before") is Freshness.STALE_CONTENT


def test_an_edited_case_is_stale() -> None:
    assert state(replace(BAKE, spec_hash="spec before")) is Freshness.STALE_CASE


def test_a_mark_of_other_content_is_not_taken_for_an_edited_case() -> None:
    assert state(replace(BAKE, spec_hash=stale_mark("spec bake"))) is Freshness.STALE_CONTENT


@pytest.mark.parametrize(
    "case",
    [
        {"content": None},
        {"hashes": replace(HASHES, triggers=TierHashes(content=None, specs={"bake": "spec bake"}))},
        {"hashes": replace(HASHES, triggers=TierHashes(content="now", specs={"bake": None}))},
        {"hashes": replace(HASHES, triggers=None)},
    ],
)
def test_what_cannot_be_compared_is_not_fresh(case: dict[str, object]) -> None:
    assert state(BAKE, **case) is Freshness.UNKNOWN  # type: ignore[arg-type]


def test_a_result_without_a_spec_hash_is_not_fresh() -> None:
    assert state(replace(BAKE, spec_hash=None)) is Freshness.UNKNOWN


def test_a_result_without_a_verdict_was_not_run() -> None:
    assert state(TriggerResult(query="bake", should_trigger=True, spec_hash="spec bake")) is Freshness.UNRUN


def test_every_case_is_named_and_results_of_none_are_orphans() -> None:
    judged = of_triggers(stored(BAKE, replace(BAKE, query="toast")))
    assert judged.cases == {"bake": Freshness.FRESH, "fly": Freshness.UNRUN}
    assert judged.orphans == ("toast",)
    assert not judged.surface_known


def test_a_model_without_the_tier_has_run_none_of_its_cases() -> None:
    judged = judge(stored(BAKE), HASHES, SUITES, None)
    assert [(one.model, one.tier) for one in judged] == [("acme/loaf", Tier.TRIGGERS), ("acme/loaf", Tier.EVALS)]
    assert judged[1].cases == {"rye": Freshness.UNRUN}


def test_an_errored_eval_was_not_measured() -> None:
    entry = EvalEntry(
        header=Header(executed=True, content_hash="now"), results=(EvalResult(id="rye", runtime_error="out of gas"),)
    )
    file = ResultsFile(plugin="p", skill="s", models={"m": ModelResults(evals=entry), "null": None})
    judged = {(one.model, one.tier): one.cases for one in judge(file, HASHES, SUITES, None)}
    assert judged["m", Tier.EVALS] == {"rye": Freshness.UNRUN}
    assert judged["null", Tier.EVALS] == {"rye": Freshness.UNRUN}


class TestSurface:
    """The sidecar knows what of the frontmatter reached the model; evolve's hash is of all its bytes."""

    def sidecar(self, *, surface: str, content: str = "before", spec: str = "spec bake") -> Provenance:
        sweep = Sweep(backend="b", product_version="1", ran_at="t", surface=surface, content_hash=content)
        run = RunRecord(stage=Stage.SCREENING, index=0, outcome=Outcome.ACTIVATED)
        tier = TierProvenance(cases={"bake": CaseProvenance(sweep=sweep, spec_hash=spec, runs=(run,))})
        return Provenance(plugin="kitchen", skill="bake-bread", models={"acme/loaf": {Tier.TRIGGERS: tier}})

    def test_a_change_that_no_model_sees_is_not_stale(self) -> None:
        file = stored(BAKE, content="before")
        judged = of_triggers(file, self.sidecar(surface="surface-now"))
        assert judged.cases["bake"] is Freshness.FRESH
        assert judged.surface_known

    def test_a_change_that_the_model_sees_is(self) -> None:
        judged = of_triggers(stored(BAKE, content="before"), self.sidecar(surface="surface-before"))
        assert judged.cases["bake"] is Freshness.STALE_CONTENT
        assert judged.surface_known

    def test_it_is_known_of_a_result_that_was_kept_and_marked(self) -> None:
        marked = replace(BAKE, spec_hash=stale_mark("spec bake"))
        judged = of_triggers(stored(marked), self.sidecar(surface="surface-before"))
        assert judged.cases["bake"] is Freshness.STALE_CONTENT
        assert judged.surface_known

    def test_a_surface_that_came_back_makes_the_marked_result_fresh_again(self) -> None:
        marked = replace(BAKE, spec_hash=stale_mark("spec bake"))
        assert state(marked, provenance=self.sidecar(surface="surface-now")) is Freshness.FRESH

    def test_a_sidecar_of_other_results_says_nothing(self) -> None:
        for other in (
            self.sidecar(surface="surface-now", content="elsewhere"),
            self.sidecar(surface="surface-now", spec="x"),
        ):
            judged = of_triggers(stored(BAKE, content="before"), other)
            assert judged.cases["bake"] is Freshness.STALE_CONTENT
            assert not judged.surface_known


@pytest.mark.parametrize("spec", ["spec bake", "", stale_mark("spec bake")])
def test_only_the_mark_of_a_hash_is_its_mark(spec: str) -> None:
    mark = stale_mark(spec)
    assert is_mark_of(mark, spec)
    assert not is_mark_of(stale_mark("another"), spec)
    assert not is_mark_of(None, spec)
    assert is_mark_of(spec, spec) == (mark == spec)
