"""The tasks without a checkout as the step performs them: what the log says, and every output."""

from dataclasses import replace
from pathlib import Path

import pytest

from action import payloads
from action.payloads import BASE_SHA, HEAD_SHA
from action.steps import step
from action.test_publishing import BRANCH, finished, left
from servers.github.world import World
from skill_evals.app.action.evaluate import to_measure
from skill_evals.app.action.mode import Against, Mode, Task
from skill_evals.app.action.outputs import OUTPUTS
from skill_evals.app.action.remote import perform
from skill_evals.app.action.step import Step
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import UsageError
from skill_evals.model.config import Config

RUN = 4400


@pytest.fixture(autouse=True)
def standing(world: World, tmp_path: Path) -> None:
    world.push(BRANCH, {}, sha=HEAD_SHA, author="miller")
    world.pulls[12] = payloads.pull()["pull_request"]
    world.permissions["miller"] = "write"
    left(world, tmp_path, of=RUN)


def asked(github: GitHub, line: str = "/evaluate", **inputs: str) -> Step:
    found = step(github, "issue_comment", payloads.comment(line), **inputs)
    return replace(found, mode=Mode(task=Task.EVALUATE, because="miller wrote /evaluate"))


def test_the_first_job_hands_the_commit_on(github: GitHub) -> None:
    found = perform(asked(github))
    assert set(found.values) == set(OUTPUTS)
    assert (found.values["conclusion"], found.values["commit-sha"]) == ("success", HEAD_SHA)
    assert found.values["committed"] == "false"


def test_who_may_not_ends_green_and_skipped(world: World, github: GitHub) -> None:
    world.permissions.clear()
    found = perform(asked(github))
    assert (found.values["conclusion"], found.values["commit-sha"]) == ("skipped", "")


def test_the_second_job_judges_the_commit_that_was_authorised_as_the_line_says(world: World, github: GitHub) -> None:
    world.pulls[12]["head"] = {**world.pulls[12]["head"], "sha": "e" * 40}
    line = "/evaluate --skill a --tier evals --model anthropic/m --confirm-runs 24"
    found, change = to_measure(asked(github, line, mode="eval", expected_head_sha=HEAD_SHA))
    assert found.event.pull is not None
    assert found.event.pull.head.sha == HEAD_SHA
    assert (found.mode.task, found.mode.against, found.mode.base) == (Task.JUDGE, Against.PULL_REQUEST, BASE_SHA)
    assert found.mode.not_commented
    assert found.mode.not_committed
    assert (found.options.skill, found.options.tier, found.options.models) == ("a", "evals", ("anthropic/m",))
    assert change(Config()).gate.triggers.confirm_runs == 24


def test_the_second_job_measures_nothing_that_nobody_authorised(github: GitHub) -> None:
    with pytest.raises(UsageError, match="no commit was authorised"):
        to_measure(asked(github, mode="eval"))


def test_the_third_job_publishes_and_says_why_nothing_is_committed(world: World, github: GitHub) -> None:
    world.required = {"main": ["build"]}
    found = perform(step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA))
    assert set(found.values) == set(OUTPUTS)
    assert (found.values["committed"], found.values["exit-code"]) == ("false", "0")
    assert any("`build`" in notice and "GitHub App" in notice for notice in found.notices)
    assert found.report is not None
    assert found.committed is not None
    assert found.committed.patch


def test_what_is_committed_is_an_output(world: World, github: GitHub) -> None:
    world.me = "evals-app[bot]"
    found = perform(step(github, "pull_request", payloads.pull()))
    assert (found.values["committed"], found.values["commit-sha"]) == ("true", world.branches[BRANCH])


def test_a_run_that_is_about_nothing_is_skipped(world: World, github: GitHub) -> None:
    payload = finished(None, event="push")
    world.runs[4399] = payload["workflow_run"]
    assert perform(step(github, "workflow_run", payload)).values["conclusion"] == "skipped"


def test_the_end_of_an_evaluation_sweeps(world: World, github: GitHub) -> None:
    perform(asked(github))
    payload = finished(None, event="issue_comment", id=RUN, conclusion="cancelled", created_at="2026-11-30T12:00:00Z")
    assert "ended the status" in perform(step(github, "workflow_run", payload)).said
    assert world.statuses[0]["state"] == "error"
