"""What options, backends and models make of the plan."""

from dataclasses import replace

import pytest

from plan.planned import BODY, CASES, LEXICAL, REPLAY, family, jobs, pdf, plan, skips, with_evals, with_results
from sides import changed, evals, side, skill, task, triggers
from skill_evals.errors import UsageError
from skill_evals.model.config import AcceptStale, RunConfig
from skill_evals.model.freshness import Freshness
from skill_evals.model.suite import Tier
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side


@pytest.mark.parametrize("base", [None, with_results(Freshness.FRESH)])
def test_all_means_all(base: Side | None) -> None:
    found = plan(with_results(Freshness.FRESH), base, options=PlanOptions(all=True))
    assert jobs(found) == {("pdf", "triggers"): (("one", "two", "three"), ("everything was asked for (--all)",))}


def test_a_backend_that_cannot_run_a_tier_says_what_it_leaves_out() -> None:
    found = plan(with_evals(), with_evals(), changed(BODY), backend=LEXICAL)
    assert found.jobs == ()
    assert skips(found) == {
        ("pdf", "evals"): f"the backend lexical cannot run it, though content of `pdf` changed: {BODY}"
    }


def test_the_tier_that_was_asked_for() -> None:
    suites = [triggers("pdf", CASES), evals("pdf", task("e1"))]
    tree = side(skill("pdf"), suites=suites)
    found = plan(tree, None, None, options=PlanOptions(all=True, tier=Tier.EVALS))
    assert list(jobs(found)) == [("pdf", "evals")]
    assert skips(found) == {("pdf", "triggers"): "only evals were asked for (--tier)"}
    assert [skip.by_option for skip in found.skips] == [True]


@pytest.mark.parametrize("name", ["a", "p/a", "plugins/p/skills/a"])
def test_the_skill_that_was_asked_for(name: str) -> None:
    found = plan(family(), None, None, options=PlanOptions(all=True, skill=name))
    assert list(jobs(found)) == [("a", "triggers")]
    assert found.skips == ()


def test_a_skill_that_is_not_here() -> None:
    with pytest.raises(UsageError, match="no skill hiden") as raised:
        plan(family(), None, None, options=PlanOptions(skill="hiden"))
    assert raised.value.cure == "did you mean hidden?"


def test_a_change_that_was_accepted_needs_no_run_and_moves_no_neighbour() -> None:
    after = family("spelt better")
    digest = after.project.skills[0].surface.digest
    accept = AcceptStale(skill="a", tier=Tier.TRIGGERS, surface=digest, reason="a typo")
    found = plan(after, family(), accept=[accept])
    assert found.jobs == ()
    assert skips(found)["a", "triggers"] == "the change was accepted without a re-run: a typo"
    other = replace(accept, surface="0" * 64)
    assert len(plan(after, family(), accept=[other]).jobs) == 2


MESSAGES = replace(REPLAY, name="messages", free=False, model_keys=("anthropic/default",))


@pytest.mark.parametrize(
    ("backend", "configured", "models"),
    [
        (MESSAGES, (), ["anthropic/default"]),
        (MESSAGES, ("anthropic/x", "anthropic/y"), ["anthropic/x", "anthropic/y"]),
        (LEXICAL, ("anthropic/x",), ["local/lexical-x"]),
        (replace(REPLAY, model_keys=("a/1", "a/2")), ("a/2", "a/3"), ["a/2"]),
    ],
)
def test_the_models_of_a_plan(backend: BackendTraits, configured: tuple[str, ...], models: list[str]) -> None:
    found = plan(pdf("x"), pdf(), backend=backend, run=RunConfig(models=configured))
    assert [job.model for job in found.jobs] == models


@pytest.mark.parametrize(
    ("restriction", "model", "runs"),
    [
        (("anthropic",), "anthropic/m", True),
        (("m",), "anthropic/m", True),
        (("anthropic/m",), "anthropic/m", True),
        (("all",), "anthropic/m", True),
        (("openai",), "anthropic/m", False),
        (("openai",), "local/lexical-x", True),
    ],
)
def test_a_suites_own_restriction(restriction: tuple[str, ...], model: str, runs: bool) -> None:
    suites = [triggers("pdf", CASES, models=restriction)]
    found = plan(pdf("x", suites), pdf(suites=suites), backend=replace(REPLAY, model_keys=(model,)))
    assert bool(found.jobs) is runs
    if not runs:
        assert skips(found) == {("pdf", "triggers"): "the suite restricts itself to openai"}


def test_a_suite_about_no_skill_is_named() -> None:
    found = plan(side(suites=[triggers("ghost", CASES)]), side())
    assert skips(found) == {("ghost", "triggers"): "plugins/p/evals/ghost/triggers.json is about no skill that is here"}


def test_a_large_tree_is_planned_in_one_pass() -> None:
    """Order is by plugin, skill, tier, suite and model, however the tree lists them."""
    skills = [skill(f"s{number:03}") for number in range(300)]
    suites = [triggers(one.name, CASES) for one in skills] + [evals(one.name, task("e")) for one in skills]
    found = plan(side(*skills[::-1], suites=suites[::-1]), None, None, options=PlanOptions(all=True))
    assert [(job.skill, job.tier) for job in found.jobs] == [(one.name, tier) for one in skills for tier in Tier]
