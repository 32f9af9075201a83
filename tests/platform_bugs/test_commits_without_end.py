"""Commits of results that make themselves necessary: by line ends, or by the workflow that they start."""

from pathlib import Path

import pytest

from action.test_the_step import FAULTY
from action.test_the_step_publishes import known
from action.workflow import Done, Job, opened
from git_repo import Repo
from servers.github.world import World


@pytest.fixture
def committed(tmp_path: Path, world: World) -> Job:
    """A pull request onto which the step committed its results, by a token whose commits start workflows."""
    world.me = "evals-app[bot]"
    job = opened(tmp_path, world, without=FAULTY)
    known(job, world)
    first = job.step(job.pull(), backend="lexical", commit="pr")
    assert first.outputs["committed"] == "true", first.log
    files = world.commits[first.outputs["commit-sha"]]["files"]
    # The same commit where git can fetch it.
    world.push("sharper-stones", files, sha=job.origin.commit(files), author=world.me)
    job.check_out()
    return job


def again(job: Job, *, crlf: bool) -> Done:
    here = Repo(job.workspace, start=False)
    here.git("config", "core.autocrlf", str(crlf).lower())
    here.git("rm", "--cached", "-r", "--quiet", ".")
    here.git("reset", "--quiet", "--hard")
    skill = job.workspace / "plugins/paperwork/skills/meeting-minutes/SKILL.md"
    assert (b"\r\n" in skill.read_bytes()) is crlf
    return job.step(job.pull(), backend="lexical", commit="pr")


@pytest.mark.bug(35)
def test_bug_35_the_run_that_a_commit_of_results_starts_commits_none(committed: Job, world: World) -> None:
    """Neither what it measured, nor what a run would measure again, such as neighbours of a changed skill."""
    commits = len(world.commits)
    done = again(committed, crlf=False)
    assert (done.outputs["committed"], len(world.commits)) == ("false", commits), done.log
    assert done.outputs["calls"] == "0"


@pytest.mark.bug(35)
def test_bug_35_where_it_measures_again_it_commits_none_either(committed: Job, world: World) -> None:
    """Under other inputs than those that the commit was measured with."""
    commits = len(world.commits)
    done = committed.step(committed.pull(), backend="lexical", commit="pr", **{"max-calls": "5000"})
    assert int(done.outputs["calls"]) > 0
    assert (done.outputs["committed"], len(world.commits)) == ("false", commits), done.log
    assert "the results are not committed: what was measured is this action's own commit of results" in done.log


@pytest.mark.bug(35)
def test_bug_35_other_line_ends_of_a_checkout_make_nothing_stale(committed: Job, world: World) -> None:
    """With ``core.autocrlf`` every file of the checkout has other bytes than the repository."""
    commits = len(world.commits)
    as_it_is, changed = (again(committed, crlf=crlf) for crlf in (False, True))
    told = ("calls", "errors", "warnings", "regressions", "committed")
    assert {name: changed.outputs[name] for name in told} == {name: as_it_is.outputs[name] for name in told}
    assert len(world.commits) == commits
