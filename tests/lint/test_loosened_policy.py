"""Every setting of the gate, the budget and the linter has a looser direction, and only that one is told."""

from dataclasses import replace
from typing import Any

import pytest

from skill_evals.lint.loosened_policy import loosenings, silenced
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.config import (
    Config,
    GateConfig,
    JudgeConfig,
    LintConfig,
    PathIgnore,
    Price,
    RunConfig,
    TierPolicy,
)
from skill_evals.model.diagnostic import Severity

LAX = TierPolicy(runs=1, confirm_runs=2, look=1)
FREE = Price(input=0.0, output=0.0, cache_read=0.0, cache_write=0.0)
IGNORE = PathIgnore(path="plugins/**", rules=("T", "E"), reason="later")

CHANGES: list[tuple[str, dict[str, Any], tuple[tuple[str | int, ...], ...]]] = [
    ("gate", {"alpha": 0.001}, (("gate", "alpha"),)),
    ("gate", {"triggers_min_pass_rate": 0.1}, (("gate", "triggers-min-pass-rate"),)),
    ("gate", {"evals_min_pass_rate": 0.1}, (("gate", "evals-min-pass-rate"),)),
    ("gate", {"triggers": LAX}, (("triggers", "runs"), ("triggers", "confirm-runs"))),
    ("gate", {"evals": LAX}, (("evals", "confirm-runs"),)),
    ("run", {"max_cost_usd": 50.0}, (("max-cost-usd",),)),
    ("run", {"max_minutes": 90.0}, (("max-minutes",),)),
    ("run", {"allow_commands": True}, (("allow-commands",),)),
    ("run", {"sandbox": False}, (("sandbox",),)),
    ("run", {"trust_results": "anyone"}, (("trust-results",),)),
    ("run", {"audit": 0.01}, (("audit",),)),
    ("run", {"ripple": "off"}, (("ripple",),)),
    ("run", {"prices": {"a/b": FREE}}, (("prices", "a/b"),)),
    ("lint", {"path_ignores": (IGNORE,)}, (("path-ignores", 0),)),
    ("lint", {"case_ignores": {"evals.json#a": ("E",)}}, (("case-ignores", "evals.json#a"),)),
    ("lint", {"min_queries": 2}, (("min-queries",),)),
    ("lint", {"balance": (0.1, 0.7)}, (("balance",),)),
]


@pytest.mark.parametrize(
    ("part", "change", "places"), CHANGES, ids=lambda value: None if isinstance(value, tuple) else str(value)
)
def test_one_way_is_looser_and_the_other_is_not(
    part: str, change: dict[str, Any], places: tuple[tuple[str | int, ...], ...]
) -> None:
    strict = Config()
    loose = replace(strict, **{part: replace(getattr(strict, part), **change)})
    assert tuple(found.at for found in loosenings(strict, loose)) == places
    assert list(loosenings(loose, strict)) == []
    assert list(loosenings(loose, loose)) == []


def test_a_backend_that_is_named_no_more_only_informs() -> None:
    named = Config(run=RunConfig(backend="lexical", backend_named=True))
    (found,) = loosenings(named, Config())
    assert found.at == ("backend",)
    assert "only informs" in found.what
    assert list(loosenings(Config(), named)) == []


def test_a_limit_a_floor_and_a_model_are_taken_away() -> None:
    run = RunConfig(max_calls=100, max_cases=50, models=("anthropic/a", "anthropic/b"))
    before = Config(run=run, gate=GateConfig(floor=True))
    after = Config(run=replace(run, max_calls=None, max_cases=60, models=("anthropic/b",)))
    assert [found.what for found in loosenings(before, after)] == [
        "`gate.floor` was turned off",
        "`max-calls` was taken away",
        "`max-cases` went up from 50 to 60",
        "`models` no longer has `anthropic/a`",
    ]


def test_a_judge_is_asked_less_often_or_is_another() -> None:
    before = Config(run=RunConfig(judge=JudgeConfig(votes=3)))
    after = Config(run=RunConfig(judge=JudgeConfig(model="anthropic/a")))
    assert [found.what for found in loosenings(before, after)] == [
        "`judge.votes` went down from 3 to 1",
        "`judge.model` went from the default to anthropic/a",
    ]


def test_a_price_that_goes_down_lets_more_runs_fit_the_cap() -> None:
    before, after = (Config(run=RunConfig(prices={"a/b": replace(FREE, output=usd)})) for usd in (2.0, 1.0))
    (found,) = loosenings(before, after)
    assert found.what == "the price of `a/b` went down, so that the cap in dollars holds more runs"
    assert list(loosenings(after, before)) == []


def test_leaving_out_more_files_is_looser() -> None:
    found = loosenings(Config(), Config(exclude=("old/**",), extend_exclude=("plugins/**",)))
    assert [one.at for one in found] == [("exclude",), ("extend-exclude",)]


def test_a_rule_falls_silent_or_is_less_grave() -> None:
    before = select(LintConfig(severity={"unbalanced-triggers": Severity.ERROR}), RULES)
    after = select(LintConfig(ignore=("duplicate-id", "missing-id")), RULES)
    assert [found.what for found in silenced(before, after, ("ignore",))] == [
        "`missing-id`, `duplicate-id` no longer run",
        "`unbalanced-triggers` went down from error to warning",
    ]
    assert list(silenced(select(LintConfig(), RULES), select(LintConfig(extend_select=("all",)), RULES), ())) == []
