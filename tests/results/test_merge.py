"""Fresh results laid into a file: nothing is lost that was not measured again, and nothing old looks fresh."""

from dataclasses import replace

import pytest

from skill_evals.model.results import (
    EvalResult,
    ExecutionMetrics,
    GradedExpectation,
    Header,
    Measured,
    ModelResults,
    ResultsFile,
    Timing,
    TriggerEntry,
    TriggerResult,
)
from skill_evals.results.fresh import FreshEvals, FreshTriggers, Place
from skill_evals.results.merge import merge_evals, merge_triggers
from skill_evals.results.stale_mark import stale_mark

PLACE = Place(plugin="kitchen", skill="bake-bread", model_key="acme/loaf")
OLD = Header(ran_at="2026-01-01T00:00:00Z", executed=True, content_hash="old")
NEW = Header(ran_at="2026-02-02T00:00:00Z", executed=True, content_hash="new")


def hit(query: str, hits: int = 3) -> TriggerResult:
    return TriggerResult(
        query=query, should_trigger=True, hits=hits, runs=3, passed=hits > 1, spec_hash=f"spec {query}"
    )


def baked(identity: str, *, passed: bool = True) -> EvalResult:
    return EvalResult(
        id=identity,
        name="Name",
        passed=passed,
        measured=Measured(output_tokens=7),
        expectations=(GradedExpectation(type="llm", text="good", passed=passed, evidence="e"),),
        execution_metrics=ExecutionMetrics(tool_calls={"Bash": 1}),
        timing=Timing(total_tokens=7, executor_duration_seconds=1.5),
        spec_hash=f"spec {identity}",
    )


def first(*queries: str) -> ResultsFile:
    return merge_triggers(
        None, FreshTriggers(place=PLACE, header=OLD, order=queries, results={q: hit(q, 1) for q in queries})
    )


def trigger_entry(file: ResultsFile) -> TriggerEntry:
    model = file.models["acme/loaf"]
    assert model is not None
    assert model.triggers is not None
    return model.triggers


def test_a_first_sweep_makes_the_file() -> None:
    file = first("a", "b")
    assert (file.schema, file.plugin, file.skill) == (5, "kitchen", "bake-bread")
    entry = trigger_entry(file)
    assert [r.query for r in entry.results] == ["a", "b"]
    assert (entry.summary.passed, entry.summary.failed, entry.summary.total, entry.summary.pass_rate) == (0, 2, 2, 0)
    assert entry.previous is None


def test_a_narrowed_sweep_keeps_the_other_cases_in_the_order_of_the_suite() -> None:
    fresh = FreshTriggers(
        place=PLACE,
        header=replace(NEW, content_hash="old"),
        order=["c", "b", "a"],
        results={"b": hit("b"), "c": hit("c")},
    )
    entry = trigger_entry(merge_triggers(first("a", "b"), fresh))
    assert [(r.query, r.hits) for r in entry.results] == [("c", 3), ("b", 3), ("a", 1)]
    assert entry.results[2] == hit("a", 1)
    assert entry.summary.passed == 2


def test_a_case_that_left_the_suite_leaves_the_file() -> None:
    fresh = FreshTriggers(place=PLACE, header=NEW, order=["b"], results={"b": hit("b")})
    assert [r.query for r in trigger_entry(merge_triggers(first("a", "b"), fresh)).results] == ["b"]


def test_other_models_and_the_other_tier_stay() -> None:
    old = first("a")
    with_others = replace(old, models={**old.models, "acme/bun": None, "acme/roll": ModelResults()})
    file = merge_evals(with_others, FreshEvals(place=PLACE, header=NEW, order=["rye"], results={"rye": baked("rye")}))
    assert list(file.models) == ["acme/loaf", "acme/bun", "acme/roll"]
    assert trigger_entry(file) == trigger_entry(old)


class TestPrevious:
    def test_is_the_entry_that_was_replaced_whole(self) -> None:
        old = first("a", "b")
        fresh = FreshTriggers(place=PLACE, header=NEW, order=["a", "b"], results={"a": hit("a")})
        previous = trigger_entry(merge_triggers(old, fresh)).previous
        assert previous is not None
        assert previous.ran_at == "2026-01-01T00:00:00Z"
        assert previous.results == trigger_entry(old).results
        assert previous.summary == trigger_entry(old).summary

    def test_an_entry_that_was_only_counted_is_not_one(self) -> None:
        counted = FreshTriggers(place=PLACE, header=replace(OLD, executed=False), order=["a"], results={"a": hit("a")})
        old = merge_triggers(None, counted)
        assert trigger_entry(old).summary.passed is None
        fresh = FreshTriggers(place=PLACE, header=NEW, order=["a"], results={"a": hit("a")})
        assert trigger_entry(merge_triggers(old, fresh)).previous is None

    def test_of_evals_is_trimmed(self) -> None:
        fresh = FreshEvals(place=PLACE, header=OLD, order=["rye"], results={"rye": baked("rye")})
        file = merge_evals(merge_evals(None, fresh), replace(fresh, header=NEW))
        model = file.models["acme/loaf"]
        assert model is not None
        assert model.evals is not None
        assert model.evals.previous is not None
        assert model.evals.previous.results == (
            EvalResult(
                id="rye", passed=True, measured=Measured(output_tokens=7), timing=Timing(executor_duration_seconds=1.5)
            ),
        )


class TestStaleness:
    def test_results_of_other_content_are_marked(self) -> None:
        fresh = FreshTriggers(place=PLACE, header=NEW, order=["a", "b"], results={"b": hit("b")})
        kept, renewed = trigger_entry(merge_triggers(first("a", "b"), fresh)).results
        assert kept == replace(hit("a", 1), spec_hash=stale_mark("spec a"))
        assert renewed.spec_hash == "spec b"

    def test_a_mark_looks_like_a_hash_and_equals_none(self) -> None:
        mark = stale_mark("spec a")
        assert len(mark) == 64
        assert int(mark, 16)
        assert mark != stale_mark("spec b")

    def test_content_may_change_more_than_once(self) -> None:
        fresh = FreshTriggers(place=PLACE, header=NEW, order=["a", "b"], results={"b": hit("b")})
        once = merge_triggers(first("a", "b"), fresh)
        again = replace(fresh, header=replace(NEW, content_hash="newer"))
        assert trigger_entry(merge_triggers(once, again)).results[0].spec_hash == stale_mark("spec a")

    def test_a_second_narrowed_sweep_of_the_same_content_marks_no_further(self) -> None:
        fresh = FreshTriggers(place=PLACE, header=NEW, order=["a", "b"], results={"b": hit("b")})
        once = merge_triggers(first("a", "b"), fresh)
        twice = merge_triggers(once, fresh)
        assert trigger_entry(twice).results == trigger_entry(once).results

    def test_nothing_is_marked_where_the_surface_is_known_to_be_the_same(self) -> None:
        fresh = FreshTriggers(
            place=PLACE, header=NEW, order=["a", "b"], results={"b": hit("b")}, content_unchanged=True
        )
        assert trigger_entry(merge_triggers(first("a", "b"), fresh)).results[0] == hit("a", 1)

    def test_a_result_without_a_hash_stays_without_one(self) -> None:
        bare = replace(hit("a"), spec_hash=None)
        old = merge_triggers(None, FreshTriggers(place=PLACE, header=OLD, order=["a"], results={"a": bare}))
        fresh = FreshTriggers(place=PLACE, header=NEW, order=["a"], results={})
        assert trigger_entry(merge_triggers(old, fresh)).results == (bare,)


class TestBaseline:
    @pytest.fixture
    def old(self) -> ResultsFile:
        plain = {
            name: replace(baked(name, passed=False), spec_hash=None, fingerprint=f"spec {name}")
            for name in ("rye", "bun")
        }
        fresh = FreshEvals(
            place=PLACE, header=OLD, order=["rye", "bun"], results={n: baked(n) for n in ("rye", "bun")}, baseline=plain
        )
        return merge_evals(None, fresh)

    def ids(self, file: ResultsFile) -> list[tuple[str, bool | None, str | None]] | None:
        model = file.models["acme/loaf"]
        assert model is not None
        assert model.evals is not None
        if model.evals.baseline is None:
            return None
        return [(r.id, r.passed, r.fingerprint) for r in model.evals.baseline.results]

    def test_is_trimmed_and_summed(self, old: ResultsFile) -> None:
        assert self.ids(old) == [("rye", False, "spec rye"), ("bun", False, "spec bun")]
        model = old.models["acme/loaf"]
        assert model is not None
        assert model.evals is not None
        assert model.evals.baseline is not None
        assert model.evals.baseline.ran_at == OLD.ran_at
        assert (model.evals.baseline.summary.passed, model.evals.baseline.summary.failed) == (0, 2)
        assert model.evals.baseline.results[0].expectations == ()

    def test_is_kept_when_it_was_not_run(self, old: ResultsFile) -> None:
        fresh = FreshEvals(place=PLACE, header=NEW, order=["rye", "bun"], results={"rye": baked("rye")})
        file = merge_evals(old, fresh)
        assert self.ids(file) == self.ids(old)
        model = file.models["acme/loaf"]
        assert model is not None
        assert model.evals is not None
        assert model.evals.baseline is not None
        assert model.evals.baseline.ran_at == OLD.ran_at

    def test_is_overlaid_with_what_was_run(self, old: ResultsFile) -> None:
        better = {"rye": replace(baked("rye"), fingerprint="new rye")}
        fresh = FreshEvals(
            place=PLACE, header=NEW, order=["rye", "bun"], results={"rye": baked("rye")}, baseline=better
        )
        assert self.ids(merge_evals(old, fresh)) == [("rye", True, "new rye"), ("bun", False, "spec bun")]

    def test_goes_with_its_case(self, old: ResultsFile) -> None:
        fresh = FreshEvals(place=PLACE, header=NEW, order=["rye"], results={"rye": baked("rye")})
        assert self.ids(merge_evals(old, fresh)) == [("rye", False, "spec rye")]
        gone = FreshEvals(place=PLACE, header=NEW, order=["pie"], results={"pie": baked("pie")})
        assert self.ids(merge_evals(old, gone)) is None
