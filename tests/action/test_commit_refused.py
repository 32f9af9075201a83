"""Results that GitHub does not take, or of which it does not say whether it took them: kept, with the true reason."""

from dataclasses import replace
from pathlib import Path

import pytest

from action import payloads
from action.payloads import FORK, HEAD_SHA
from action.steps import step
from action.test_commit_back import BRANCH, PATH, branch, commits, offer
from action.test_publishing import left
from action.test_the_step_publishes import job
from action.workflow import Job
from servers.github.exchange import Refusal
from servers.github.world import World
from skill_evals.app.action.remote import not_committed, perform
from skill_evals.app.commit_back import commit_results
from skill_evals.edges.github.api import GitHub

__all__ = ["branch", "job"]

LOST = Refusal(status=502, message="Bad Gateway")
HALFWAY = Refusal(status=200, untyped=True, message="Something went wrong while executing your query.")


@pytest.mark.parametrize("refusal", [LOST, HALFWAY], ids=["no answer", "GraphQL's own timeout"])
def test_what_was_done_all_the_same_is_found(world: World, github: GitHub, refusal: Refusal) -> None:
    world.refusals.append(("POST", "graphql", replace(refusal, done=True)))
    found = commit_results(github, offer(setting="pr"))
    assert found.sha == world.branches[BRANCH] != HEAD_SHA
    assert commits(world) == 1


@pytest.mark.parametrize("refusal", [LOST, HALFWAY], ids=["no answer", "GraphQL's own timeout"])
def test_what_was_not_done_is_done_then(world: World, github: GitHub, refusal: Refusal) -> None:
    github.me()
    world.refusals.append(("POST", "graphql", refusal))
    assert commit_results(github, offer(setting="pr")).sha == world.branches[BRANCH] != HEAD_SHA
    assert commits(world) == 1


def test_a_github_that_takes_nothing_is_named_and_the_patch_is_kept(world: World, github: GitHub) -> None:
    """Nobody else committed, and the head is the one that was measured: the results belong to it."""
    world.refusals += [("POST", "graphql", LOST)] * 30
    found = commit_results(github, offer(setting="pr"))
    assert (found.sha, found.superseded, found.refused, commits(world)) == (None, False, True, 0)
    assert "Bad Gateway" in found.why
    assert "githubstatus.com" in found.why
    assert found.patch


def test_jobs_that_commit_all_the_while_leave_this_ones_patch(world: World, github: GitHub) -> None:
    number = iter(range(10))

    def another() -> None:
        n = next(number)
        world.push(BRANCH, {f"{n}/results.json": b"{}"}, sha=f"{n}" * 40, author="evals-app[bot]")
        world.meanwhile = another

    world.meanwhile = another
    found = commit_results(github, offer(setting="pr"))
    assert (found.sha, found.refused) == (None, True)
    assert "run this one again" in found.why
    assert found.patch


def test_a_missing_permission_is_a_notice(world: World, github: GitHub) -> None:
    world.no_commits = True
    (notice,) = not_committed(commit_results(github, offer(setting="pr")))
    assert notice.startswith("the results are not committed: GitHub refused createCommitOnBranch")
    assert "give the job `permissions: contents: write`" in notice


def test_what_nobody_asked_to_be_committed_is_none(world: World, github: GitHub) -> None:
    assert not_committed(commit_results(github, offer(setting="off"))) == ()


def test_a_branch_that_is_not_there_is_one_too(world: World, github: GitHub) -> None:
    (notice,) = not_committed(commit_results(github, offer(setting="branch:data")))
    assert "there is no branch `data`" in notice
    assert "push it first" in notice


def test_the_job_that_publishes_says_so_as_well(world: World, github: GitHub, tmp_path: Path) -> None:
    world.pulls[12]["head"] = {**world.pulls[12]["head"], "ref": BRANCH}
    left(world, tmp_path, of=4400)
    world.no_commits = True
    ended = perform(step(github, "pull_request", payloads.pull(), commit="pr"))
    assert any("`permissions: contents: write`" in notice for notice in ended.notices)


def test_the_log_of_both_jobs_says_why(job: Job, world: World) -> None:
    world.no_commits = True
    done = job.step(job.pull(), backend="lexical", commit="pr")
    assert done.outputs["committed"] == "false"
    assert "::notice title=skill-evals::the results are not committed: GitHub refused" in done.log, done.log
    assert "permissions: contents: write" in done.log


def test_a_link_is_not_replaced_and_that_is_said(world: World, github: GitHub) -> None:
    world.links.add(PATH)
    (notice,) = not_committed(commit_results(github, offer(setting="pr")))
    assert "is no file" in notice


def test_a_fork_that_was_evaluated_here_makes_no_claims(world: World, github: GitHub, tmp_path: Path) -> None:
    """`/evaluate` measures it by this repository's workflow, and so does not send its reader to `/evaluate`."""
    world.pulls[12] = payloads.pull(head_repo=FORK)["pull_request"]
    left(world, tmp_path, of=4400)
    perform(step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA))
    (comment,) = world.comments.values()
    assert "its claims" not in comment["body"]
