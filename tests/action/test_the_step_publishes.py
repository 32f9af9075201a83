"""What becomes of the results of a whole step: committed, superseded, or left for the job that publishes; and `/evaluate`."""

from pathlib import Path

import pytest

from action import payloads
from action.test_artefact import files_of, packed
from action.test_the_step import FAULTY
from action.workflow import Job, opened
from git_repo import Repo
from servers.github.world import World


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    """A pull request whose suites are sound, as GitHub knows it too."""
    found = opened(tmp_path, world, without=FAULTY)
    world.me = "evals-app[bot]"
    known(found, world)
    return found


def known(job: Job, world: World) -> str:
    """GitHub's side of the branch; its head."""
    pull = job.pull()["pull_request"]
    sha = str(pull["head"]["sha"])
    world.pulls[12] = pull
    world.push("sharper-stones", {}, sha=sha, author="miller")
    return sha


def test_results_are_committed_onto_the_head_that_was_measured(job: Job, world: World) -> None:
    head = str(world.pulls[12]["head"]["sha"])
    done = job.step(job.pull(), backend="lexical", commit="pr")
    assert done.outputs["committed"] == "true", done.log
    sha = done.outputs["commit-sha"]
    assert world.commits[sha]["parent"] == head
    assert world.commits[sha]["files"]
    assert all(path.rpartition("/")[2].startswith("results.") for path in world.commits[sha]["files"])
    (comment,) = world.comments.values()
    assert f" head={sha} " in comment["body"].split("\n")[0]


def test_what_nobody_chose_to_commit_is_left_as_a_patch(job: Job, world: World) -> None:
    done = job.step(job.pull(), backend="lexical")
    assert done.outputs["committed"] == "false"
    assert "the results are not committed" in done.log
    patch = job.workspace / ".skill-evals" / "results.patch"
    Repo(job.workspace, start=False).git("apply", "--check", str(patch))


def test_a_head_that_moved_is_another_runs(job: Job, world: World) -> None:
    payload = job.pull()
    job.origin.commit({"NOTES.txt": "pushed meanwhile"})
    known(job, world)
    done = job.step(payload, backend="lexical", commit="pr")
    assert (done.code, done.outputs["conclusion"]) == (0, "superseded"), done.log
    assert not world.comments
    assert not world.sent("POST", "graphql") or done.outputs["committed"] == "false"


def test_one_job_runs_and_another_publishes(job: Job, world: World) -> None:
    """The first holds no token that can write; the second sees nothing but its artefact."""
    ran = job.step(job.pull(), mode="eval", backend="lexical", **{"github-token": ""})
    assert ran.outputs["comment-action"] == "nothing"
    left = job.workspace / ran.outputs["artefact-path"]
    world.artefacts[7] = (4400, "skill-evals", packed(files_of(left)))
    told = job.step(job.pull(), mode="publish")
    assert told.outputs["comment-action"] == "create", told.log
    (comment,) = world.comments.values()
    assert "regressed" in comment["body"]
    assert "regressed" in told.summary


def test_evaluate_goes_from_a_comment_to_a_status(job: Job, world: World) -> None:
    world.permissions["miller"] = "write"
    said = payloads.comment("/evaluate")
    first = job.step(said, name="issue_comment")
    sha = first.outputs["commit-sha"]
    assert sha == world.pulls[12]["head"]["sha"], first.log
    assert world.statuses[0]["state"] == "pending"
    Repo(job.workspace, start=False).git("fetch", "--quiet", "origin", sha)
    Repo(job.workspace, start=False).git("checkout", "--quiet", sha)
    main = job.origin.git("rev-parse", "main").strip()
    ran = job.step(said, name="issue_comment", sha=main, mode="eval", backend="lexical", **{"expected-head-sha": sha})
    assert ran.outputs["comment-action"] == "nothing", ran.log
    world.artefacts[7] = (4400, "skill-evals", packed(files_of(job.workspace / ran.outputs["artefact-path"])))
    told = job.step(said, name="issue_comment", mode="publish", **{"expected-head-sha": sha})
    assert told.outputs["comment-action"] == "create", told.log
    assert world.statuses[0]["state"] in {"success", "failure"}


def test_a_stranger_who_writes_evaluate_starts_nothing(job: Job, world: World) -> None:
    done = job.step(payloads.comment("/evaluate"), name="issue_comment")
    assert (done.code, done.outputs["conclusion"], done.outputs["commit-sha"]) == (0, "skipped", "")
    assert not world.statuses
    assert not world.comments
