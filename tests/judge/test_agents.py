"""An agent at work and its judge, both through the Messages API: what the one left, the other is shown."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve, shut_in
from command_line import Call, skill
from git_repo import Repo
from judge.bench import asked, quoting, verdicts
from servers.messages_agent import agent
from servers.messages_api import MessagesApi, Script
from servers.messages_wire import Fault, Reply, calls, text
from skill_evals.grade.judge.prompt import SYSTEM

__all__ = ["shut_in"]
pytestmark = pytest.mark.usefixtures("shut_in")

RUN = ("run", "--all", "--backend", "messages", "--tier", "evals", "--runs", 1)
MODEL = "anthropic/claude-sonnet-5-5"
RESULTS = "skills/sheep/evals/results.json"


@pytest.fixture
def meadow(repo: Repo) -> Repo:
    case = {
        "id": "count",
        "prompt": "Count the sheep.",
        "expectations": ["The number is in count.txt.", "It names a number."],
    }
    suite = json.dumps({"skill_name": "sheep", "evals": [case]}, indent=1)
    repo.commit({"skills/sheep/SKILL.md": skill(), "skills/sheep/evals/evals.json": suite})
    return repo


counter = agent(
    lambda heard: calls(("Bash", {"command": "printf 'ten sheep' > count.txt; echo counted"})),
    lambda heard: text("There are 10 of them."),
)


def both(judge: Script) -> Script:
    """One server for both: the judge is known by its instructions."""
    return lambda body: judge(body) if body["system"] == SYSTEM else counter(body)


def approving(body: Mapping[str, Any]) -> Reply | Fault:
    return verdicts(quoting("ten sheep"), quoting("There are 10 of them.", 2))


def judges(api: MessagesApi) -> list[Mapping[str, Any]]:
    return [body for body in api.messages if body["system"] == SYSTEM]


def stored(root: Path) -> dict[str, Any]:
    (told,) = json.loads((root / RESULTS).read_text())["models"][MODEL]["evals"]["results"]
    found: dict[str, Any] = told
    return found


def test_the_judge_sees_what_the_agent_called_was_told_and_left(serve: Serve, meadow: Repo, call: Call) -> None:
    api = serve(both(approving))
    done = call(*RUN, "--root", meadow.root, "--format", "json")
    assert done.code == 0, done.err
    assert stored(meadow.root)["passed"] is True
    told = asked(judges(api)[0])
    for words in ("printf 'ten sheep' > count.txt", "counted", "count.txt\nten sheep", "There are 10 of them."):
        assert words in told.record
    assert [line for line in told.criteria.splitlines() if "not recorded" in line] == [
        "- size of the change: not recorded"
    ], "which is looked at where a check asks for it"
    assert "/tmp" not in told.record
    run = done.json["run"]
    assert (run["judges"], run["judge_calls"]) == (["claude-opus-5-5"], 2)
    spent = run["spending"]
    assert run["usd"] == pytest.approx(spent["cases"] + spent["lift"] + spent["judge"])
    assert min(spent["cases"], spent["lift"], spent["judge"]) > 0


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Reply(stop="refusal"), "the judge refused to answer"),
        (text("Fine.", stop="max_tokens"), "cut at its limit of tokens"),
        (text("Fine."), "it is not JSON"),
        (Fault(status=529, type="overloaded_error", message="busy"), "the API is overloaded (529: busy)"),
        (Fault(cut=2), "the connection to the API was lost"),
        (verdicts(quoting("made up"), quoting("There are 10", 2)), "does not stand in the record: made up"),
    ],
)
def test_an_agent_that_did_well_is_not_failed_by_its_judge(
    serve: Serve, meadow: Repo, call: Call, hasty: None, fault: Reply | Fault, words: str
) -> None:
    serve(both(lambda body: fault))
    done = call(*RUN, "--root", meadow.root)
    assert done.code == 3
    assert stored(meadow.root).get("passed") is None
    assert words in (meadow.root / RESULTS).read_text() + done.out


def test_without_a_judge_only_the_agent_is_paid_for(serve: Serve, meadow: Repo, call: Call) -> None:
    api = serve(both(approving))
    done = call(*RUN, "--no-judge", "--root", meadow.root)
    assert done.code == 0, done.err
    assert judges(api) == []
    assert not (meadow.root / RESULTS).exists()


def test_a_judge_out_of_credit_leaves_the_agent_s_work_for_the_next_start(
    serve: Serve, meadow: Repo, call: Call, tmp_path: Path
) -> None:
    words = (*RUN, "--root", meadow.root, "--journal", tmp_path / "journal", "--jobs", 1)
    api = serve(both(lambda body: Fault(status=402, message="no credit")))
    assert call(*words).code == 3
    worked = len(api.messages) - len(judges(api))
    assert worked == 2, "two turns of one agent; no other was begun"
    again = serve(both(approving))
    assert call(*words).code == 0
    assert len(again.messages) - len(judges(again)) == 2, "the agent without the skill, and no other"
    assert stored(meadow.root)["passed"] is True
