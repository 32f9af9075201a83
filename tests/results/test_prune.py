"""Results without a case are taken out, and what is left is summed up anew."""

from skill_evals.model.fix import StoredCase
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
from skill_evals.results.prune import without
from skill_evals.results.summary import sum_evals, sum_triggers

HEADER = Header(display="Claude", executed=True)
TRIGGERS = tuple(
    TriggerResult(query=query, should_trigger=True, hits=hits, runs=3, passed=hits > 1)
    for query, hits in (("a", 3), ("b", 0))
)
EVALS = tuple(EvalResult(id=identity, passed=passed) for identity, passed in (("a", True), ("b", False)))
BASELINE = EvalSnapshot(results=EVALS, summary=sum_evals(EVALS))
STORED = ModelResults(
    triggers=TriggerEntry(header=HEADER, results=TRIGGERS, summary=sum_triggers(TRIGGERS)),
    evals=EvalEntry(header=HEADER, results=EVALS, summary=sum_evals(EVALS), baseline=BASELINE),
)
FILE = ResultsFile(plugin="demo", skill="greet", models={"x/one": STORED, "x/two": STORED, "x/null": None})


def gone(tier: Tier, key: str, model: str = "x/one") -> StoredCase:
    return StoredCase(model=model, tier=tier, key=key)


def test_a_query_goes_from_one_model_and_one_tier() -> None:
    left = without(FILE, [gone(Tier.TRIGGERS, "b")]).models
    one = left["x/one"]
    assert one is not None
    assert one.triggers is not None
    assert one.triggers.results == TRIGGERS[:1]
    assert (one.triggers.summary.total, one.triggers.summary.pass_rate) == (1, 1.0)
    assert (one.evals, left["x/two"], left["x/null"]) == (STORED.evals, STORED, None)


def test_an_eval_goes_and_its_baseline_stays() -> None:
    one = without(FILE, [gone(Tier.EVALS, "a")]).models["x/one"]
    assert one is not None
    assert one.evals is not None
    assert (one.evals.results, one.evals.summary.passed, one.evals.summary.failed) == (EVALS[1:], 0, 1)
    assert one.evals.baseline == BASELINE
    assert one.triggers == STORED.triggers


def test_what_is_not_there_changes_nothing() -> None:
    assert without(FILE, [gone(Tier.EVALS, "z"), gone(Tier.TRIGGERS, "a", model="x/three")]) == FILE
