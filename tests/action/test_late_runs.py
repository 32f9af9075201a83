"""Runs that end late: what they found of a head that is gone is for their own log, and no news on the pull request."""

import pytest

from action.test_the_step import FAULTY, job
from action.workflow import Job
from servers.github.exchange import Refusal
from servers.github.world import World

__all__ = ["job"]


def pushed(job: Job, world: World) -> None:
    """GitHub's side, where the head is another by now."""
    world.pulls[12] = {**job.pull()["pull_request"], "head": {**job.pull()["pull_request"]["head"], "sha": "e" * 40}}
    world.push("sharper-stones", {FAULTY: b"mended"}, sha="e" * 40, author="miller")


def test_where_the_newer_run_had_nothing_to_say_the_older_one_says_nothing_either(job: Job, world: World) -> None:
    payload = job.pull()
    pushed(job, world)
    done = job.step(payload, mode="lint")
    assert (done.code, done.outputs["errors"]) == (1, "4"), done.log
    assert (done.outputs["comment-action"], world.comments) == ("superseded", {})
    assert "::error file=" in done.log


def test_a_pull_request_that_was_merged_meanwhile_is_left_alone(job: Job, world: World) -> None:
    payload = job.pull()
    world.pulls[12] = {**payload["pull_request"], "state": "closed", "merged": True}
    assert job.step(payload, mode="lint").outputs["comment-action"] == "superseded"


@pytest.mark.parametrize("status", [403, 404, 502])
def test_where_github_does_not_say_the_comment_is_made(job: Job, world: World, status: int) -> None:
    world.refusals += [("GET", "/pulls/12", Refusal(status=status, message="not now"))] * 4
    assert job.step(job.pull(), mode="lint").outputs["comment-action"] == "create"
