"""What a plan would take: the formulas of plan/forecast.py, by hand."""

from dataclasses import replace

import pytest

from sides import changed, evals, side, skill, stored, task, triggers
from skill_evals.model.config import Config, GateConfig, RunConfig, TierPolicy
from skill_evals.model.freshness import Freshness, SkillHashes, TierHashes
from skill_evals.model.plan import Forecast, Foreseen, Plan
from skill_evals.model.results import (
    EvalEntry,
    EvalResult,
    EvalSnapshot,
    ExecutionMetrics,
    Header,
    Measured,
    ModelResults,
)
from skill_evals.model.suite import TASK_TURNS, Tier
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side
from skill_evals.plan.planner import make_plan
from skill_evals.plan.prices import rate_of

MODEL = "anthropic/claude-sonnet-4-5"
PAID = BackendTraits(
    name="messages", deterministic=False, free=False, tiers=frozenset({"triggers", "evals"}), model_keys=(MODEL,)
)
LONG = replace(PAID, name="claude-code", prompt=40_000)
FREE = replace(PAID, name="lexical", deterministic=True, free=True, model_keys=("local/x",))
GATE = GateConfig(
    triggers=TierPolicy(runs=3, confirm_runs=12, look=4), evals=TierPolicy(runs=1, confirm_runs=10, look=3)
)
NO_OPTIONS = PlanOptions()
FOUR = {f"query {number}": number < 2 for number in range(4)}


def plan(
    head: Side,
    base: Side | None,
    backend: BackendTraits = PAID,
    *,
    models: tuple[str, ...] = (),
    options: PlanOptions = NO_OPTIONS,
    paths: tuple[str, ...] = (),
    lift: bool = False,
) -> Plan:
    config = Config(gate=GATE, run=RunConfig(models=models, lift=lift))
    return make_plan(head, base, None if base is None else changed(*paths), config, backend, options)


def calls(found: Forecast) -> tuple[int, int]:
    """Runs."""
    return found.calls_low, found.calls_high


def of_api(found: Forecast) -> tuple[int, int]:
    return found.api_calls_low, found.api_calls_high


def free(low: int, high: int) -> Forecast:
    """Each run counts as one call."""
    return Forecast(calls_low=low, calls_high=high, usd_low=0.0, usd_high=0.0, api_calls_low=low, api_calls_high=high)


def tree(description: str = "d", cases: dict[str, bool] = FOUR) -> Side:
    return side(skill("a", description), suites=[triggers("a", cases)])


def test_screening_and_confirmation_of_cases_that_both_arms_have() -> None:
    (job,) = plan(tree("new"), tree()).jobs
    assert calls(job.forecast) == (4 * 2, 4 * (3 * 2 + 2 * 12))


def test_new_cases_run_in_one_arm_and_are_not_confirmed() -> None:
    (job,) = plan(tree(), tree(cases={"query 0": True})).jobs
    assert calls(job.forecast) == (3 * 2, 3 * 3)


def test_an_edited_case_runs_in_both_wordings() -> None:
    (job,) = plan(tree(), tree(cases=FOUR | {"query 0": False})).jobs
    assert calls(job.forecast) == (2 * 2, 3 * 3 + 2 * 12)


def test_without_a_base_there_is_one_arm() -> None:
    found = plan(tree(), None, options=PlanOptions(all=True))
    assert calls(found.jobs[0].forecast) == (4 * 2, 4 * 3)


def test_a_deterministic_backend_runs_once_and_costs_nothing() -> None:
    found = plan(tree("new"), tree(), FREE)
    assert found.jobs[0].forecast == free(4, 8)
    assert found.total == free(4 + 2, 8 + 12)


def test_runs_on_the_command_line_override_the_configuration() -> None:
    (job,) = plan(tree("new"), tree(), options=PlanOptions(runs=5)).jobs
    assert calls(job.forecast) == (4 * 3, 4 * (5 * 2 + 2 * 12))


def test_controls_are_in_the_total_once_a_model() -> None:
    found = plan(tree("new"), tree(), models=(MODEL, "anthropic/claude-haiku-4-5"))
    low, high = (sum(figure) for figure in zip(*(calls(job.forecast) for job in found.jobs), strict=True))
    assert calls(found.total) == (low + 2 * 2, high + 2 * 12)


def test_an_empty_plan_costs_nothing() -> None:
    assert plan(tree(), tree()).total == Forecast(calls_low=0, calls_high=0, usd_low=0.0, usd_high=0.0)


def test_dollars_follow_the_length_of_prompt_and_listing() -> None:
    rate = rate_of(MODEL, {})
    assert rate is not None
    assert 0 < rate.input < rate.output
    (job,) = plan(tree("x" * 999, {"q" * 400: True}), None, options=PlanOptions(all=True)).jobs
    tokens = (400 + 1 + 999) / 4
    assert job.forecast.usd_low == pytest.approx(2 * (rate.input * (tokens + 500) + rate.output * 50))
    assert job.forecast.usd_high == pytest.approx(3 * (rate.input * (tokens + 4_000) + rate.output * 400))


def test_a_backend_with_a_long_prompt_of_its_own_pays_for_it_with_each_call() -> None:
    rate = rate_of(MODEL, {})
    assert rate is not None
    mine, long = (plan(tree("new"), None, one, options=PlanOptions(all=True)).jobs[0].forecast for one in (PAID, LONG))
    assert (long.usd_low or 0) - (mine.usd_low or 0) == pytest.approx(mine.calls_low * 10_000 * rate.input)


def test_a_model_without_a_price_makes_dollars_unknown() -> None:
    found = plan(tree("new"), tree(), models=("nobody/nothing", MODEL))
    assert [job.forecast.usd_low is None for job in found.jobs] == [False, True]
    assert (found.total.usd_low, found.total.usd_high) == (None, None)
    assert found.total.calls_high > 0


def tasks(usd: float | None) -> Side:
    results = stored("a", MODEL, {"e1": Freshness.STALE_CASE}, tier=Tier.EVALS, usd=usd)
    return side(skill("a"), suites=[evals("a", task("e1"))], results=[results])


def test_a_stored_cost_is_taken_where_there_is_one() -> None:
    (job,) = plan(tasks(0.5), None).jobs
    assert (job.forecast.usd_low, job.forecast.usd_high) == (0.5, 0.5)


def test_a_stored_result_without_a_cost_falls_back_to_the_prompt() -> None:
    (job,) = plan(tasks(None), None).jobs
    assert job.forecast.usd_low is not None
    assert job.forecast.usd_high is not None
    assert 0 < job.forecast.usd_low < job.forecast.usd_high


def with_baseline(found: Side, *, fingerprint: str, passed: bool | None = True) -> Side:
    """The tree of ``tasks`` with a stored run without the skill; the case itself has the spec hash ``now``."""
    (held,) = found.results
    assert held.file is not None
    entry = held.file.models[MODEL]
    assert entry is not None
    assert entry.evals is not None
    row = EvalResult(id="e1", passed=passed, fingerprint=fingerprint)
    entry = replace(entry, evals=replace(entry.evals, baseline=EvalSnapshot(results=(row,))))
    hashes = SkillHashes(
        plugin="p",
        skill="a",
        skill_dir="plugins/p/skills/a",
        surface="",
        evals=TierHashes(content="c", specs={"e1": "now"}),
    )
    held = replace(held, file=replace(held.file, models={MODEL: entry}))
    return replace(found, results=(held,), hashes={hashes.skill_dir: hashes})


def test_a_task_runs_once_more_without_the_skill() -> None:
    (job,) = plan(tasks(0.5), None, lift=True).jobs
    assert calls(job.forecast) == (1 + 1, 1 + 1)
    assert job.forecast.usd_high == 2 * 0.5


@pytest.mark.parametrize(
    ("fingerprint", "passed", "low"), [("now", True, 1), ("now", False, 1), ("before", True, 2), ("now", None, 2)]
)
def test_it_is_in_the_low_figure_where_no_stored_run_tells(fingerprint: str, passed: bool | None, low: int) -> None:
    (job,) = plan(with_baseline(tasks(0.5), fingerprint=fingerprint, passed=passed), None, lift=True).jobs
    assert calls(job.forecast) == (low, 2)


def test_triggers_have_no_run_without_the_skill() -> None:
    (job,) = plan(tree("new"), tree(), lift=True).jobs
    assert calls(job.forecast) == (4 * 2, 4 * (3 * 2 + 2 * 12))


def test_tier_2_has_its_own_policy_and_a_case_its_own_runs() -> None:
    found = side(skill("a"), suites=[evals("a", task("e1"), replace(task("e2"), runs=3))])
    (job,) = plan(found, found, paths=("plugins/p/skills/a/SKILL.md",)).jobs
    assert calls(job.forecast) == (1 + 2, (1 * 2 + 20) + (3 * 2 + 20))


def neighbours(**descriptions: str) -> Side:
    listed = [skill(name, words) for name, words in descriptions.items()]
    return side(*listed, suites=[triggers("a", FOUR)])


def test_several_changed_descriptions_may_each_be_asked_about() -> None:
    before = neighbours(a="one", b="two", c="three")
    (one,) = plan(neighbours(a="new", b="two", c="three"), before).jobs
    (two,) = plan(neighbours(a="new", b="new", c="three"), before).jobs
    (three,) = plan(neighbours(a="new", b="new", d="four"), before).jobs
    (alone,) = plan(neighbours(a="new", b="new"), None, options=PlanOptions(all=True)).jobs
    assert calls(two.forecast) == (one.forecast.calls_low, one.forecast.calls_high + 4 * 2 * 12)
    assert calls(three.forecast) == (one.forecast.calls_low, one.forecast.calls_high + 4 * 4 * 12)
    assert calls(alone.forecast) == (4 * 2, 4 * 3)


def test_a_deterministic_backend_is_asked_about_each_of_them_once() -> None:
    found = plan(neighbours(a="new", b="new"), neighbours(a="one", b="two"), FREE)
    assert calls(found.jobs[0].forecast) == (4, 4 * 2 + 4 * 2)


def judged(low: float, high: float) -> BackendTraits:
    """Of e1 alone, three votes."""
    nothing = Foreseen(calls=(0, 0), usd=(0.0, 0.0))
    e1 = Foreseen(calls=(2, 6), usd=(low, high))
    return replace(PAID, judging=lambda case, model: e1 if (case.key, model) == ("e1", MODEL) else nothing)


def test_judging_is_paid_for_in_every_run_whatever_the_run_costs() -> None:
    (job,) = plan(tasks(0.5), None, judged(0.01, 0.05), lift=True).jobs
    assert job.forecast.usd_low == pytest.approx(2 * (0.5 + 0.01))
    assert job.forecast.usd_high == pytest.approx(2 * (0.5 + 0.05))
    (local,) = plan(tasks(None), None, replace(judged(0.01, 0.05), free=True)).jobs
    assert (local.forecast.usd_low, local.forecast.usd_high) == (0.01, 0.05)


def test_a_judge_without_a_price_makes_the_sum_unknown() -> None:
    unpriced = replace(PAID, judging=lambda case, model: Foreseen(calls=(1, 2), usd=None))
    (job,) = plan(tasks(0.5), None, unpriced).jobs
    assert (job.forecast.usd_low, job.forecast.usd_high) == (None, None)


def test_a_query_takes_a_second_call_where_the_first_only_looked_around() -> None:
    found = plan(tree("new"), tree())
    (job,) = found.jobs
    assert of_api(job.forecast) == (4 * 2, 2 * 4 * (3 * 2 + 2 * 12))
    assert of_api(found.total) == (4 * 2 + 2, 2 * 4 * (3 * 2 + 2 * 12) + 12), "a control takes one"
    assert not found.total.assumes_turns


def test_a_task_takes_at_most_its_turns_and_that_is_called_an_assumption() -> None:
    found = side(skill("a"), suites=[evals("a", task("e1"), replace(task("e2"), max_turns=7))])
    (job,) = plan(found, None, options=PlanOptions(all=True)).jobs
    assert calls(job.forecast) == (2, 2)
    assert of_api(job.forecast) == (2 + 2, TASK_TURNS + 7)
    assert job.forecast.assumes_turns


@pytest.mark.parametrize(
    ("metrics", "expected"),
    [
        (ExecutionMetrics(total_tool_calls=9, total_steps=6), (6, 6)),
        (ExecutionMetrics(total_tool_calls=9), (2, 10)),
        (None, (1, 1)),
    ],
    ids=["its answers were counted", "its tool calls were", "it called no tool"],
)
def test_a_stored_run_tells_how_many(metrics: ExecutionMetrics | None, expected: tuple[int, int]) -> None:
    measured = Measured(output_tokens=300, cost_usd=0.5)
    (job,) = plan(stored_as(EvalResult(id="e1", passed=True, measured=measured, execution_metrics=metrics)), None).jobs
    assert of_api(job.forecast) == expected
    assert not job.forecast.assumes_turns


def test_a_run_that_was_not_measured_tells_nothing() -> None:
    (job,) = plan(stored_as(EvalResult(id="e1", runtime_error="overloaded")), None).jobs
    assert of_api(job.forecast) == (2, TASK_TURNS)
    assert job.forecast.assumes_turns


def stored_as(row: EvalResult) -> Side:
    found = tasks(0.5)
    (held,) = found.results
    assert held.file is not None
    models = {MODEL: ModelResults(evals=EvalEntry(header=Header(), results=(row,)))}
    return replace(found, results=(replace(held, file=replace(held.file, models=models)),))


def test_the_judge_s_calls_are_among_them() -> None:
    (job,) = plan(tasks(0.5), None, judged(0.01, 0.05), lift=True).jobs
    assert calls(job.forecast) == (2, 2)
    assert (job.forecast.judge_calls_low, job.forecast.judge_calls_high) == (2 * 2, 2 * 6)
    assert of_api(job.forecast) == (2 * (2 + 2), 2 * (TASK_TURNS + 6))


def test_in_batches_triggers_cost_half_and_controls_and_tasks_what_they_cost() -> None:
    single, batched = PAID, replace(PAID, batches=True)
    ones, halves = (plan(tree("new"), tree(), one) for one in (single, batched))
    assert [one.is_batched for one in (ones.total, halves.total)] == [False, True]
    assert halves.jobs[0].forecast.usd_high == pytest.approx((ones.jobs[0].forecast.usd_high or 0) / 2)
    assert halves.jobs[0].forecast.usd_low == pytest.approx((ones.jobs[0].forecast.usd_low or 0) / 2)
    controls = (ones.total.usd_high or 0) - (ones.jobs[0].forecast.usd_high or 0)
    assert (halves.total.usd_high or 0) - (halves.jobs[0].forecast.usd_high or 0) == pytest.approx(controls)
    assert calls(halves.total) == calls(ones.total)
    assert plan(tasks(None), None, batched) == plan(tasks(None), None, single)
