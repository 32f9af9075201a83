"""Servers other than github.com, and repositories that are not let in without a token."""

from pathlib import Path

import pytest

from action import payloads
from action.test_artefact import files_of, packed
from action.test_the_step import FAULTY
from action.test_the_step_publishes import known
from action.workflow import Job, opened
from git_repo import Repo
from servers.git_over_http import GitOverHttp, is_installed
from servers.github.world import World

HERE = "https://ghe.example"


@pytest.mark.bug(21)
def test_bug_21_an_enterprise_server_is_asked_for_everything(tmp_path: Path, world: World) -> None:
    """Its API lies below a path and its GraphQL beside that; nothing goes to github.com, and no link leads there."""
    world.below = "/api/v3"
    world.url += world.below
    world.me = "evals-app[bot]"
    job = opened(tmp_path, world, without=FAULTY)
    known(job, world)
    for n in range(120):
        world.comment(f"chat {n}", author="guest")
    job.environment = {"GITHUB_SERVER_URL": HERE}
    done = job.step(job.pull(), backend="lexical", commit="pr", annotations="check")
    assert done.outputs["committed"] == "true", done.log
    assert done.outputs["comment-action"] == "create"
    (check,) = world.checks.values()
    assert check["details_url"] == f"{HERE}/mills/grinding/actions/runs/4400"
    world.artefacts[7] = (4400, "skill-evals", packed(files_of(job.workspace / done.outputs["artefact-path"])))
    world.pulls[12]["head"]["sha"] = job.pull()["pull_request"]["head"]["sha"]
    told = job.step(job.pull(), mode="publish")
    assert told.outputs["comment-action"] == "update", told.log
    assert "github.com" not in done.log + done.summary + str(world.comments) + str(world.checks)


@pytest.fixture
def private(job: Job, world: World) -> Job:
    """The checkout's ``origin`` is a private repository, and no credential was left beside it."""
    if not is_installed():
        pytest.skip("git-http-backend is not installed beside git")
    return job


@pytest.mark.bug(47)
@pytest.mark.bug(48)
def test_bug_47_48_a_private_base_is_fetched_with_the_steps_own_token(private: Job) -> None:
    """Newer checkouts keep their credential outside of the repository, careful ones keep none."""
    with GitOverHttp(private.folder, token="token-marker") as server:
        here = Repo(private.workspace, start=False)
        here.git("remote", "set-url", "origin", f"{server.url}/origin")
        private.environment = {"GITHUB_SERVER_URL": server.url}
        done = private.step(private.pull(), mode="lint")
        assert (done.code, done.outputs["errors"]) == (1, "4"), done.log
        assert server.let_in >= 2
        assert "token-marker" not in here.git("config", "--list") + done.log


@pytest.mark.bug(48)
def test_bug_48_the_token_is_shown_to_no_other_server(private: Job) -> None:
    """The header is bound to the server of this GitHub, whatever ``origin`` names."""
    with GitOverHttp(private.folder, token="token-marker") as server:
        Repo(private.workspace, start=False).git("remote", "set-url", "origin", f"{server.url}/origin")
        private.environment = {"GITHUB_SERVER_URL": HERE}
        done = private.step(private.pull(), mode="lint")
        assert (done.code, server.let_in) == (2, 0), done.log
        assert "`permissions: contents: read`" in done.log


@pytest.mark.bug(60)
def test_bug_60_sarif_is_a_file_and_nobody_is_asked_to_take_it(job: Job, world: World) -> None:
    """Uploading is refused on forks; it is another step's, which a workflow can leave out there."""
    done = job.step(job.pull(head_repo=payloads.FORK), mode="lint", **{"sarif-file": "lint.sarif"})
    assert (job.workspace / done.outputs["sarif-file"]).is_file(), done.log
    assert not [one.path for one in world.requests if "code-scanning" in one.path]
