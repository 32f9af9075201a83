"""The fault matrix of Tier 1: whatever goes wrong, no case passes or fails by it, and somebody is told what to do."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import RESULTS, Serve, sidecar, stored
from backends.messages.model import by_words, faulty
from command_line import Call, skill, small
from git_repo import Repo
from servers.messages_wire import Fault, Reply, calls, text
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.backends.messages.faults import Fault as Found
from skill_evals.edges.backends.messages.pace import Patience


@dataclass(frozen=True, kw_only=True)
class Row:
    """``kept``: the outcome of each run in the sidecar; None: the sweep stopped, and no run was made."""

    fault: Fault | Reply
    kept: str | None
    words: str
    asked: int = 1
    """How often a run asks the API."""


USAGE_LIMIT = "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC."

ROWS = {
    "401": Row(
        fault=Fault(status=401, type="authentication_error", message="invalid key"),
        kept=None,
        words="the API refuses the credential (401: invalid key)",
    ),
    "402": Row(
        fault=Fault(status=402, type="billing_error", message="payment failed"),
        kept=None,
        words="the account cannot pay (402: payment failed)",
    ),
    "403": Row(
        fault=Fault(status=403, type="permission_error", message="not for you"),
        kept=None,
        words="the credential may not do this (403: not for you)",
    ),
    "404": Row(
        fault=Fault(status=404, type="not_found_error", message="model: claude-sonnet-5-5"),
        kept=None,
        words="the API does not know the model (404: model: claude-sonnet-5-5)",
    ),
    "400 without credit": Row(
        fault=Fault(status=400, type="invalid_request_error", message="Your credit balance is too low."),
        kept=None,
        words="the account may not spend (400: Your credit balance is too low.)",
    ),
    "400 at the usage limit": Row(
        fault=Fault(status=400, type="invalid_request_error", message=USAGE_LIMIT),
        kept=None,
        words="the account may not spend; it ends 2026-12-01 at 00:00 UTC",
    ),
    "429 at the spending limit": Row(
        fault=Fault(status=429, type="rate_limit_error", message="The organization's spend limit was reached."),
        kept=None,
        words="the account may not spend (429:",
    ),
    "429 for an hour": Row(
        fault=Fault(status=429, type="rate_limit_error", message="slow down", headers={"retry-after": "3600"}),
        kept=None,
        words="the rate limit was reached (429: slow down); the API asks to wait 60 minutes",
    ),
    "credit that ends in mid-stream": Row(
        fault=Fault(event="billing_error", message="out of credit"), kept=None, words="the account cannot pay"
    ),
    "400": Row(
        fault=Fault(status=400, type="invalid_request_error", message="tools: too odd"),
        kept="error",
        words="the API rejects the request, which is a fault of skill-evals (400: tools: too odd)",
    ),
    "413": Row(
        fault=Fault(status=413, type="request_too_large", message="too large"),
        kept="error",
        words="the conversation is too large for one request (413: too large)",
    ),
    "429": Row(
        fault=Fault(status=429, type="rate_limit_error", message="slow down"),
        kept="error",
        words="the rate limit was reached (429: slow down)",
        asked=4,
    ),
    "500": Row(fault=Fault(status=500, message="oh"), kept="error", words="the API failed (500: oh)", asked=4),
    "529": Row(
        fault=Fault(status=529, type="overloaded_error", message="busy"),
        kept="error",
        words="the API is overloaded (529: busy)",
        asked=4,
    ),
    "overload in mid-stream": Row(
        fault=Fault(event="overloaded_error", message="busy"), kept="error", words="the API failed (busy)", asked=4
    ),
    "connection lost at once": Row(
        fault=Fault(cut=0), kept="error", words="the connection to the API was lost", asked=4
    ),
    "connection lost in mid-stream": Row(
        fault=Fault(cut=3), kept="error", words="the connection to the API was lost", asked=4
    ),
    "a stream that stalls": Row(
        fault=Fault(stall=3), kept="timeout", words="the answer did not come to its end in time"
    ),
    "an answer that is no JSON": Row(fault=Fault(garbage=True), kept="error", words="the answer broke off", asked=4),
    "refusal": Row(fault=Reply(stop="refusal"), kept="error", words="the model refused to answer"),
    "max_tokens": Row(fault=text("It is so", stop="max_tokens"), kept="error", words="cut at the limit of tokens"),
    "max_tokens after a call": Row(
        fault=calls(("Skill", {"skill": "sheep"}), stop="max_tokens"), kept="error", words="cut at the limit of tokens"
    ),
    "a stop of the future": Row(fault=text("Hm", stop="bored"), kept="error", words="not known here: bored"),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_no_fault_passes_or_fails_a_case(serve: Serve, meadow: Repo, call: Call, hasty: None, row: Row) -> None:
    api = serve(faulty(row.fault))
    done = call("run", "--all", "--backend", "messages", "--runs", 1, "--root", meadow.root, "--format", "json")
    assert done.code == 3
    if row.kept is None:
        assert row.words in done.json["run"]["partial"]
        assert "; " in done.json["run"]["partial"]
        assert not (meadow.root / RESULTS).exists()
        return
    assert {result.get("passed") for result in stored(meadow.root)} == {None}
    runs = [run for case in sidecar(meadow.root)["cases"] for run in case["runs"]]
    assert {run["outcome"] for run in runs} == {row.kept}
    assert all(row.words in run["detail"] for run in runs)
    cases = len(api.messages) - 2
    assert cases == row.asked * len(runs)


def test_a_fault_of_the_controls_makes_the_run_invalid(serve: Serve, meadow: Repo, call: Call, hasty: None) -> None:
    serve(lambda body: Fault(status=500, message="oh"))
    done = call("run", "--all", "--backend", "messages", "--runs", 1, "--root", meadow.root)
    assert done.code == 3
    assert "the control could not be measured: the API failed (500: oh)" in done.out


def test_a_sweep_that_stops_keeps_what_it_measured_and_still_comments(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path
) -> None:
    well = by_words(count="sheep")
    left = iter(range(20))

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        end = Fault(status=400, type="invalid_request_error", message=USAGE_LIMIT)
        return end if next(left, None) is None else well(body)

    serve(script)
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    out = tmp_path / "out"
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", out)
    assert done.code == 3, done.err
    comment = (out / "comment.md").read_text()
    assert "only measured in part" in comment
    assert "it ends 2026-12-01 at 00:00 UTC" in comment


def test_a_passing_fault_costs_nothing_but_time(serve: Serve, meadow: Repo, call: Call, hasty: None) -> None:
    well = by_words(sheep="sheep")
    faults = [Fault(status=529, type="overloaded_error"), Fault(cut=2), Fault(status=429, headers={"retry-after": "0"})]
    serve(lambda body: faults.pop() if faults else well(body))
    done = call("run", "--all", "--backend", "messages", "--runs", 1, "--root", meadow.root)
    assert done.code == 0, done.err
    assert [result["passed"] for result in stored(meadow.root)] == [True, True]


def test_waits_double_and_the_server_s_own_count_more() -> None:
    patience = Patience()
    busy = Found(course=Course.AGAIN, words="busy")
    assert [patience.wait(attempt, busy) for attempt in range(7)] == [0.5, 1, 2, 4, 8, 16, 16]
    assert patience.wait(0, Found(course=Course.AGAIN, words="busy", wait=30)) == 30
