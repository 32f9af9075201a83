"""What a reviewer is shown of a live run that broke cases, and the commands that run them again from what was kept."""

import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve
from backends.messages.model import by_words, is_control, listing_of, query_of
from command_line import Call, skill, small, triggers
from git_repo import Repo, clean_environment
from servers.messages_wire import Fault, Reply
from servers.messages_wire import skill as calling
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY

GREEDY = "lead ants home, and count whatever there is to count"
NASTY = "Please count\nthe sheep of 'Ada' & `Bob` in $(whoami)\u202e, @octocat's too"


@pytest.fixture
def pasture(repo: Repo) -> Repo:
    """Both descriptions change; the ant's becomes greedy."""
    small(repo)
    suite = json.loads(triggers())
    suite["queries"].append({"query": NASTY, "should_trigger": True})
    repo.commit(
        {"skills/sheep/evals/triggers.json": json.dumps(suite), "skills/ant/SKILL.md": skill("ant", "lead ants")}
    )
    repo.git("checkout", "-q", "-b", "change")
    repo.commit(
        {
            "skills/sheep/SKILL.md": skill(does="count all woolly sheep"),
            "skills/ant/SKILL.md": skill("ant", GREEDY),
        }
    )
    return repo


def by_greed(body: Mapping[str, Any]) -> Reply | Fault:
    if not is_control(body) and "count" in query_of(body):
        words = "Ants count well, do @they not?"
        return calling("ant", words=words) if "whatever there is" in listing_of(body) else calling("sheep")
    return by_words()(body)


def compared(pasture: Repo, call: Call) -> tuple[str, dict[str, Any]]:
    done = call("pr", "--base", "main", "--backend", "messages", "--root", pasture.root, "--out", ".skill-evals")
    assert done.code == 1, done.err
    comment = Path(".skill-evals/comment.md").read_text(encoding="utf-8")
    return comment, json.loads(Path(".skill-evals/report.json").read_text(encoding="utf-8"))


def commands(comment: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)\n```$", comment, re.MULTILINE | re.DOTALL)


def test_each_broken_case_unfolds_what_decided_it(
    serve: Serve, pasture: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(by_greed)
    monkeypatch.chdir(pasture.root)
    comment, report = compared(pasture, call)
    folds = re.findall(r"<summary>Why <code>(.*?)</code> broke</summary>\n(.*?)</details>", comment, re.DOTALL)
    assert len(folds) == 6
    for name, fold in folds:
        assert "sheep" in html.unescape(name)
        assert "**Base:** called `sheep`" in fold
        assert "**Head:** called `ant`; said “Ants count well, do @\u200bthey not?”" in fold
        assert "The description of `ant` won:\n\n> Use this when somebody wants to lead ants home, and count" in fold
        assert "with the description of `ant` reverted: 12/12; so `ant` took the prompt" in fold
    (family,) = report["compare"]["suites"]
    broken = [case for case in family["cases"] if case["class"] == "broken"]
    assert {case["reverted"][0]["skill"] for case in broken} == {"ant"}
    assert {turn["arm"] for case in broken for turn in case["turns"]} == {"base", "head"}
    assert report["run"]["culprit_calls"] == 6 * 12


def test_each_command_runs_its_case_again_without_key_and_network(
    serve: Serve, pasture: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = serve(by_greed)
    monkeypatch.chdir(pasture.root)
    comment, _ = compared(pasture, call)
    paid = len(api.messages)
    found = commands(comment)
    assert len(found) == 6
    environment = {**clean_environment(), "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    monkeypatch.delenv(KEY)
    monkeypatch.delenv(BASE_URL)
    for command in (found[0], next(one for one in found if "Ada" in one)):
        assert command.count("\n") == command.count(" \\\n  ") == 2
        assert "\u202e" not in command
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60, env=environment
        )
        assert done.returncode == 0, done.stderr
        assert "sheep triggers on anthropic/claude-sonnet-5-5: 0 of 1 pass" in done.stdout
        assert "ant was called instead" in done.stdout
        assert "said “Ants count well" in done.stdout
    assert len(api.messages) == paid


def test_the_forecast_stands_beside_what_it_came_to(
    serve: Serve, pasture: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(by_greed)
    monkeypatch.chdir(pasture.root)
    comment, report = compared(pasture, call)
    (line,) = [line for line in comment.splitlines() if line.startswith("- Forecast and actual")]
    calls = r"[\d,]+ to [\d,]+ runs in [\d,]+ to [\d,]+ calls"
    assert re.search(rf"forecast {calls}, \$[\d.]+ to \$[\d.]+; actual \d+ runs, \$[\d.]+; naive", line)
    run = report["run"]
    made = run["calls"] + run["control_calls"] + run["lift_calls"] + run["culprit_calls"]
    assert run["forecast"]["calls"] <= made <= run["forecast"]["calls_high"]
    assert run["forecast"]["api_calls"] <= run["api_calls"] <= run["forecast"]["api_calls_high"]
    assert sum(run["spending"].values()) == pytest.approx(run["usd"])
    assert "- Model: `anthropic/claude-sonnet-5-5`, the choice of the backend messages." in comment
