"""What a sweep is to take is told before it is paid for: runs, calls and dollars, and which cap will not suffice."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from backends.messages.conftest import Serve
from backends.messages.model import by_words, is_control
from command_line import Call, skill, small
from git_repo import Repo
from servers.messages_wire import Fault, Reply, calls
from skill_evals.edges.backends.messages.money import Tokens, usage_of
from skill_evals.model.config import Price

MESSAGES = ("--all", "--backend", "messages", "--root")
"""``small`` has ten queries: at least two runs of each and two controls, at most three and six, of two calls each."""
LOW, HIGH = 10 * 2 + 2, 10 * 3 + 6
CALLS_HIGH = 10 * 3 * 2 + 6


def test_the_plan_tells_runs_and_calls(repo: Repo, call: Call) -> None:
    small(repo)
    assert f"1 job, {LOW} to {HIGH} runs in {LOW} to {CALLS_HIGH} calls, $" in call("plan", *MESSAGES, repo.root).out
    found = call("plan", *MESSAGES, repo.root, "--format", "json").json
    total = found["total"]
    assert (total["calls"], total["calls_high"]) == (LOW, HIGH)
    assert (total["api_calls"], total["api_calls_high"], total["judge_calls_high"]) == (LOW, CALLS_HIGH, 0)
    assert found["warnings"] == []


def test_a_judge_s_calls_are_told_apart(repo: Repo, call: Call) -> None:
    tasks = [{"id": "count", "prompt": "Count ten sheep.", "expectations": ["ten sheep are counted"]}]
    repo.commit(
        {
            "skills/sheep/SKILL.md": skill(),
            "skills/sheep/evals/evals.json": json.dumps({"skill_name": "sheep", "evals": tasks}),
        }
    )
    judged = call("plan", *MESSAGES, repo.root).out
    assert "2 runs in 6 to 44 calls (2 to 4 of the judge), $" in judged, "one with the skill, one without it"
    assert "with all the turns that tasks may take" in judged
    assert "2 runs in 4 to 40 calls, $" in call("plan", *MESSAGES, repo.root, "--no-judge").out


@pytest.mark.parametrize(("calls", "suffices"), [(LOW - 1, False), (LOW, True)])
def test_a_cap_that_cannot_suffice_is_told_by_the_plan(repo: Repo, call: Call, calls: int, suffices: bool) -> None:
    small(repo)
    repo.commit({".skill-evals.yml": f"max-calls: {calls}\n"})
    told = f"The cap of {calls} calls (--max-calls) will not suffice: at least {LOW} are expected"
    out = call("plan", *MESSAGES, repo.root).out
    assert (f"note  {told}" in out) is not suffices
    warnings = call("plan", *MESSAGES, repo.root, "--format", "json").json["warnings"]
    assert [line[: len(told)] for line in warnings] == ([] if suffices else [told])


def test_and_by_a_sweep_before_its_first_call(serve: Serve, repo: Repo, call: Call) -> None:
    api = serve(by_words(count="sheep"))
    done = call("run", *MESSAGES, small(repo).root, "--max-calls", 5, "--jobs", 1)
    assert done.code == 3
    assert len(api.messages) == 5
    lines = done.err.splitlines()
    assert f"Forecast: {LOW} to {HIGH} runs in {LOW} to {CALLS_HIGH} calls, $" in lines[0]
    assert "The cap of 5 calls (--max-calls) will not suffice" in lines[1]


def test_what_it_came_to_has_the_units_of_the_forecast(serve: Serve, repo: Repo, call: Call) -> None:
    """Each run of a case looks around before it answers, which is a call of its own; a control answers at once."""
    well = by_words(count="sheep")

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        is_first = len(body["messages"]) < 3
        return calls(("Read", {"file_path": "sheep.md"})) if is_first and not is_control(body) else well(body)

    api = serve(script)
    done = call("run", *MESSAGES, small(repo).root)
    assert done.code == 0, done.err
    assert len(api.messages) == 2 + 2 * 20
    assert f"forecast {LOW} to {HIGH} runs in {LOW} to {CALLS_HIGH} calls" in done.out
    assert f"actual {LOW} runs in {2 + 2 * 20} calls, $" in done.out


def test_batches_are_told_with_half_the_dollars(serve: Serve, repo: Repo, call: Call) -> None:
    small(repo)
    repo.commit({".skill-evals.yml": "batch: true\n"})
    batched = call("plan", *MESSAGES, repo.root)
    assert "with triggers in batches, at half the price" in batched.out
    halves = call("plan", *MESSAGES, repo.root, "--format", "json").json
    repo.commit({".skill-evals.yml": "batch: false\n"})
    wholes = call("plan", *MESSAGES, repo.root, "--format", "json").json
    (half,), (whole,) = halves["jobs"], wholes["jobs"]
    assert (half["forecast"]["batched"], whole["forecast"]["batched"]) == (True, False)
    assert half["forecast"]["usd_high"] == pytest.approx(whole["forecast"]["usd_high"] / 2)
    assert halves["total"]["calls_high"] == wholes["total"]["calls_high"]


@pytest.mark.parametrize("price", [None, Price(input=3, output=15, cache_read=0.3, cache_write=3.75)])
def test_a_batch_halves_tokens_of_every_kind_cached_ones_too(price: Price | None) -> None:
    def usd(*, batched: bool) -> float:
        tokens = Tokens(input=90, output=400, cache_read=20_000, cache_write=3_000, is_batched=batched)
        return usage_of([tokens], "claude-sonnet-5-5", price).usd or 0.0

    assert 0 < usd(batched=True) == pytest.approx(usd(batched=False) / 2)
