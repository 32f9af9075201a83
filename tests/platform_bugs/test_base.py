"""Which commit a head is compared with: clones without history, bases that moved, pushes without a before."""

import json

import pytest

from action import payloads
from action.test_the_step import FAULTY
from action.workflow import Done, Job
from git_repo import Repo
from skill_evals.model.event import NO_COMMIT

SAME = "plugins/shipping/skills/flaky-tests/SKILL.md"
"""The pull request leaves it as it is."""


def changed(outputs: dict[str, str]) -> list[str]:
    found: list[str] = json.loads(outputs["changed-files"])
    return found


@pytest.mark.bug(2)
def test_bug_2_the_base_of_a_clone_of_depth_1_is_fetched_alone(job: Job) -> None:
    """A clone that holds the test merge and nothing else is enough, and stays as shallow as it was."""
    here = Repo(job.workspace, start=False)
    assert here.git("rev-list", "--count", "HEAD") == "1"
    done = job.step(job.pull(), mode="lint")
    assert done.outputs["errors"] == "4", done.log
    assert here.git("rev-list", "--count", "HEAD") == "1"


@pytest.mark.bug(3)
def test_bug_3_what_was_merged_meanwhile_is_not_this_pull_requests(job: Job) -> None:
    """The base branch went on after the payload's ``base.sha``; its files are in the test merge and not in the change."""
    payload = job.pull()
    job.origin.checkout("main")
    job.origin.commit({"NOTES.md": "merged meanwhile", "plugins/other.md": "this too"})
    job.origin.checkout("sharper-stones")
    job.check_out()
    done = job.step(payload, mode="lint")
    assert FAULTY in changed(done.outputs), done.log
    assert not {"NOTES.md", "plugins/other.md"} & set(changed(done.outputs))


@pytest.mark.bug(3)
def test_bug_3_a_branch_other_than_the_default_one_is_a_base_as_well(job: Job) -> None:
    """With all of history checked out, what the base branch is ahead of the default one is not this pull request's."""
    job.origin.branch("develop", "main")
    job.origin.commit({"NOTES.md": "on develop for long"})
    job.origin.git("checkout", "--quiet", "--detach", "develop")
    job.origin.git("merge", "--quiet", "--no-ff", "-m", "test merge", "sharper-stones")
    merge = job.origin.head()
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "--unshallow", "origin", "+refs/heads/*:refs/remotes/origin/*", merge)
    here.git("checkout", "--quiet", merge)
    payload = job.pull()
    payload["pull_request"]["base"] |= {"ref": "develop", "sha": job.origin.git("rev-parse", "develop")}
    done = job.step(payload, mode="lint")
    assert FAULTY in changed(done.outputs), done.log
    assert "NOTES.md" not in changed(done.outputs)


def pushed(job: Job, before: str, branch: str) -> Done:
    """The step on a push, in a checkout of depth 1."""
    head = job.origin.git("rev-parse", branch)
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "--depth=1", "origin", head)
    here.git("checkout", "--quiet", head)
    job.environment = {"GITHUB_REF": f"refs/heads/{branch}"}
    return job.step(payloads.push(before, head), name="push")


@pytest.mark.bug(11)
def test_bug_11_a_push_whose_before_is_gone_is_compared_with_the_default_branch(job: Job) -> None:
    """A forced push drops the commit that the payload names as the one before."""
    done = pushed(job, "e" * 40, "sharper-stones")
    assert (done.code, done.outputs["errors"]) == (1, "4"), done.log
    assert FAULTY in changed(done.outputs)
    assert SAME not in changed(done.outputs)


@pytest.mark.bug(12)
def test_bug_12_the_first_push_of_a_branch_is_compared_with_the_default_branch(job: Job) -> None:
    """Forty zeros stand for the commit before where there is none."""
    done = pushed(job, NO_COMMIT, "sharper-stones")
    assert (done.code, done.outputs["errors"]) == (1, "4"), done.log
    assert FAULTY in changed(done.outputs)
    assert SAME not in changed(done.outputs)


@pytest.mark.bug(12)
@pytest.mark.parametrize("branch", ["main", "gathered"])
def test_bug_12_where_nothing_came_before_all_of_it_is_new(job: Job, branch: str) -> None:
    """The default branch itself is new, or a branch shares no commit with it: there is nothing to compare with."""
    job.origin.git("checkout", "--quiet", "--orphan", "gathered")
    job.origin.commit(message="all of it at once")
    if branch == "main":
        job.origin.git("branch", "--force", "main", "gathered")
    done = pushed(job, NO_COMMIT, branch)
    assert (done.code, done.outputs["errors"]) == (1, "4"), done.log
    assert {FAULTY, SAME} <= set(changed(done.outputs))
    assert "since there is nothing that came before" in done.summary


@pytest.mark.bug(41)
def test_bug_41_a_forks_branch_named_like_the_base_is_no_base(job: Job) -> None:
    """Commits are named by their ids: a head branch called ``main`` is not compared with itself."""
    payload = job.pull(head_repo=payloads.FORK)
    payload["pull_request"]["head"]["ref"] = "main"
    head = payload["pull_request"]["head"]["sha"]
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "--depth=1", "origin", head)
    here.git("checkout", "--quiet", "-B", "main", head)
    done = job.step(payload, sha="d" * 40, mode="lint")
    assert done.outputs["errors"] == "4", done.log
    assert FAULTY in changed(done.outputs)
