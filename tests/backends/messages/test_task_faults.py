"""The fault matrix of Tier 2: what breaks in the midst of a task is never the agent's, and it is said whose it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve
from backends.messages.conversation import run, task_request, told
from backends.messages.test_faults import ROWS, Row
from command_line import Call, skill
from git_repo import Repo
from servers.messages_agent import agent
from servers.messages_wire import Fault, calls, text
from skill_evals.edges.backends.messages import agent as loop
from skill_evals.model.evidence import Outcome

pytestmark = pytest.mark.usefixtures("shut_in")

EVALS = "plugins/farm/evals/sheep"
MODEL = "anthropic/claude-sonnet-5-5"


@pytest.fixture
def farm(repo: Repo) -> Repo:
    """One skill with one task, which any answer that says ``ten`` fulfils."""
    case = {"id": "count", "prompt": "Count", "assertions": [{"type": "regex", "pattern": "ten"}]}
    repo.commit(
        {
            "plugins/farm/.claude-plugin/plugin.json": '{"name": "farm"}',
            "plugins/farm/skills/sheep/SKILL.md": skill(),
            f"{EVALS}/evals.json": json.dumps({"skill_name": "sheep", "evals": [case]}),
        }
    )
    return repo


def runs_of(root: Path) -> list[dict[str, Any]]:
    """As the sidecar keeps them."""
    held = json.loads((root / EVALS / "results.provenance.json").read_text())["models"][MODEL]["evals"]
    return [run for case in held["cases"] for run in case["runs"]]


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_no_fault_in_mid_loop_passes_or_fails_a_task(
    serve: Serve, farm: Repo, call: Call, hasty: None, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    if row.kept != "timeout":
        monkeypatch.setattr("skill_evals.edges.backends.messages.create.SECONDS", 30.0)
    began = calls(("Bash", {"command": "echo ten"}), words="ten")
    api = serve(agent(lambda heard: began, lambda heard: row.fault))
    done = call("run", "--all", "--tier", "evals", "--backend", "messages", "--root", farm.root, "--format", "json")
    assert done.code == 3, done.err
    if row.kept is None:
        assert row.words in done.json["run"]["partial"]
        assert not (farm.root / EVALS / "results.json").exists()
        return
    results = json.loads((farm.root / EVALS / "results.json").read_text())["models"][MODEL]["evals"]["results"]
    assert [result.get("passed") for result in results] == [None]
    runs = runs_of(farm.root)
    assert {run["outcome"] for run in runs} == {row.kept}
    assert all(row.words in run["detail"] for run in runs)
    assert len(api.messages) == len(runs) * (1 + row.asked)


def test_a_task_that_breaks_costs_what_it_took_until_then(serve: Serve) -> None:
    fault = Fault(status=500, message="oh")
    api = serve(agent(lambda heard: calls(("Bash", {"command": "ls"})), lambda heard: fault))
    found = run(api, task_request())
    assert (found.outcome, found.detail) == (Outcome.ERROR, "the API failed (500: oh)")
    assert found.usage.calls == 1
    assert found.usage.usd
    assert [call.name for call in found.tool_calls or ()] == ["Bash"]


def test_a_passing_fault_is_no_end(serve: Serve) -> None:
    faults = [Fault(status=529, type="overloaded_error"), Fault(cut=2)]
    api = serve(
        agent(lambda heard: calls(("Bash", {"command": "ls"})), lambda heard: faults.pop() if faults else text("ten"))
    )
    found = run(api, task_request())
    assert (found.outcome, found.final_text) == (Outcome.FINISHED, "ten")


def test_an_agent_that_goes_on_and_on_is_stopped_after_its_turns(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Glob", {"pattern": "*"}))))
    found = run(api, task_request(max_turns=3))
    assert (found.outcome, found.detail) == (Outcome.DID_NOT_FINISH, "it used all of its 3 turns")
    assert len(api.messages) == 3


def test_an_agent_that_takes_too_long_did_not_finish(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Bash", {"command": "sleep 5"}))))
    found = run(api, task_request(seconds=1))
    assert (found.outcome, found.detail) == (Outcome.DID_NOT_FINISH, "it took longer than its 1 s")
    (result,) = [words for _, words in told(found)]
    assert result.startswith("[ended after ")


def test_time_that_is_over_after_a_call_had_to_be_tried_again_is_nobodys(serve: Serve) -> None:
    faults = [Fault(status=529, type="overloaded_error")]
    slow = calls(("Bash", {"command": "sleep 5"}))
    found = run(serve(agent(lambda heard: faults.pop() if faults else slow)), task_request(seconds=1))
    assert found.outcome is Outcome.TIMEOUT
    assert found.detail == "its 1 s were over, and calls of it had to be tried again"


def test_an_answer_that_flows_when_the_time_is_over_is_the_agents(serve: Serve) -> None:
    found = run(serve(agent(lambda heard: Fault(stall=3))), task_request(seconds=1))
    assert (found.outcome, found.detail) == (Outcome.DID_NOT_FINISH, "it took longer than its 1 s")
    assert found.usage.calls == 1


def test_an_answer_that_had_fallen_silent_is_the_apis(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "STALLED_SECONDS", 0.3)
    found = run(serve(agent(lambda heard: Fault(stall=3))), task_request(seconds=1))
    assert (found.outcome, found.detail) == (Outcome.TIMEOUT, "the answer did not come to its end in time")


class Purse:
    """A meter that allows so many calls."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.settled: list[float | None] = []

    def reserve(self, usd: float) -> str | None:
        assert usd > 0
        self.left -= 1
        return None if self.left >= 0 else "the cap of $1.00 was reached"

    def settle(self, reserved: float, usd: float | None) -> None:
        self.settled.append(usd)


def test_a_run_stops_in_its_midst_where_the_money_ends(serve: Serve) -> None:
    purse = Purse(2)
    api = serve(agent(lambda heard: calls(("Glob", {"pattern": "*"}))))
    found = run(api, task_request(meter=purse))
    assert (found.outcome, found.detail) == (Outcome.BUDGET, "the cap of $1.00 was reached")
    assert found.usage.usd == pytest.approx(sum(usd or 0 for usd in purse.settled))
    assert len(api.messages) == found.usage.calls == 2


def test_a_sweep_whose_cap_is_reached_in_mid_run_is_partial(serve: Serve, farm: Repo, call: Call) -> None:
    api = serve(agent(lambda heard: calls(("Glob", {"pattern": "*"}))))
    words = ("run", "--all", "--tier", "evals", "--backend", "messages", "--root", farm.root, "--format", "json")
    done = call(*words, "--max-calls", 5)
    assert done.code == 3
    assert done.json["run"]["partial"] == "the cap of 5 calls was reached"
    assert len(api.messages) == 5


def test_without_a_guarantee_no_agent_runs_and_the_guarantee_is_named(
    serve: Serve, farm: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "agents are refused, since the sandbox does not hold here: `files` (…)"
    monkeypatch.setattr("skill_evals.edges.backends.messages.tasks.offline_agents_refused", lambda: words)
    api = serve(agent(lambda heard: text("ten")))
    tier = ("run", "--all", "--tier", "evals", "--backend", "messages", "--root", farm.root)
    done = call(*tier)
    assert (done.code, api.messages) == (3, [])
    assert {run["detail"] for run in runs_of(farm.root)} == {words}
    assert call(*tier, "--no-sandbox").code == 0


def test_an_agent_in_the_open_works_in_its_workspace_as_well(serve: Serve) -> None:
    api = serve(
        agent(
            lambda heard: calls(
                ("Write", {"file_path": "a", "content": "x"}),
                ("Read", {"file_path": "/etc/hostname"}),
                ("Bash", {"command": "cat a"}),
                ("Bash", {"command": "sleep 3", "timeout": 100}),
            ),
            lambda heard: text("ten"),
        )
    )
    results = [result for _, result in told(run(api, task_request(), sandbox=False))]
    assert results[0] == "a was made"
    assert "outside of the working directory" in results[1]
    assert results[2:] == ["x", "[ended after 0.1 s, its time]"]
