"""docs/recipes/evaluate.yml and sharded.yml with the workflows that they call, as wholes: each job by act, in containers."""

import shutil
from pathlib import Path

import pytest

from action import payloads
from action.workflow import EXAMPLES, Job
from e2e.acted import Act, Uploads
from e2e.example import model
from git_repo import Repo
from servers.github.judge import judged_world
from servers.github.world import World
from servers.messages_api import MessagesApi

RUN = 4400
FAULTY = "plugins/shipping/evals/flaky-tests/evals.jsonc"
"""Of the change; what is wrong in it would be found beside what was measured."""


def opened(place: Path, world: World, act: Act, recipe: str, backend: str) -> Job:
    """The recipe on `main`, the example's change in a pull request, and GitHub knows of it."""
    origin = Repo(place / "origin")
    shutil.copytree(EXAMPLES / "marketplace", origin.root, dirs_exist_ok=True)
    text = act.as_it_runs(f"docs/recipes/{recipe}")
    origin.commit({f".github/workflows/{recipe}": text, ".skill-evals.yml": f"backend: {backend}\n"})
    origin.git("add", "--all")
    origin.commit(message="example")
    origin.git("checkout", "--quiet", "-b", "sharper-stones")
    (place / "runner").mkdir()
    job = Job(folder=place / "runner", world=world, origin=origin)
    job.push(without=FAULTY)
    pull = world.pulls[12] = job.pull()["pull_request"]
    world.push("sharper-stones", {}, sha=pull["head"]["sha"], author="miller")
    world.artefacts = Uploads(RUN, act.store)
    return job


def checked_out(job: Job, sha: str = "") -> Path:
    """The test merge, or another commit, and the base: from the containers nothing leads to the origin."""
    job.check_out()
    workspace = Repo(job.workspace, start=False)
    workspace.git("fetch", "--quiet", "--depth=50", "origin", sha or "main", "main")
    if sha:
        workspace.git("checkout", "--quiet", sha)
    return job.workspace


def only(world: World, words: str) -> str:
    (found,) = [str(one["body"]) for one in world.comments.values() if words in one["body"]]
    return found


@pytest.fixture
def place(tmp_path: Path, quiet_git: None) -> Path:
    folder = tmp_path / "act"
    folder.mkdir()
    return folder


def test_evaluate_answers_measures_publishes_and_ends_its_status(place: Path, tmp_path: Path, image: str) -> None:
    with judged_world() as world, MessagesApi(model) as api:
        environment = {"GITHUB_API_URL": world.url, "GITHUB_RUN_ID": str(RUN), "ANTHROPIC_BASE_URL": api.url}
        secrets = {"GITHUB_TOKEN": "token-marker", "ANTHROPIC_API_KEY": api.key}
        called = ".github/workflows/evaluate.yml"
        act = Act(place=place, image=image, called=called, environment=environment, secrets=secrets)
        job = opened(tmp_path, world, act, "evaluate.yml", "messages")
        world.permissions["miller"] = "write"
        head = world.pulls[12]["head"]["sha"]
        said = payloads.comment("/evaluate --tier triggers --skill meeting-minutes")
        done = act.run("issue_comment", said, checked_out(job, head))
        log = done.stdout + done.stderr
        assert [one["state"] for one in world.statuses if one["sha"] == head] == ["failure", "pending"], log
        assert f"Evaluating `{head}`" in only(world, "as `miller` asked")
        assert "regressed, 9 → 8 of 9 pass" in only(world, "skill-evals-action:comment")
        assert head in [one["parent"] for one in world.commits.values()], "the results are committed onto it"
        assert api.messages


def test_shards_are_planned_measured_merged_and_published(place: Path, tmp_path: Path, image: str) -> None:
    with judged_world() as world:
        environment = {"GITHUB_API_URL": world.url, "GITHUB_RUN_ID": str(RUN)}
        secrets = {"GITHUB_TOKEN": "token-marker"}
        called = ".github/workflows/sharded.yml"
        act = Act(place=place, image=image, called=called, environment=environment, secrets=secrets)
        job = opened(tmp_path, world, act, "sharded.yml", "lexical")
        merge = checked_out(job)
        done = act.run("pull_request", job.pull(action="opened"), merge)
        log = done.stdout + done.stderr
        left = {folder.name.rpartition("-leg-")[0] for folder in act.store.iterdir()}
        assert len(list(act.store.iterdir())) > 3, log
        assert left == {"skill-evals", ""}, "each leg's artefact, and the one that is made of them"
        assert "regressed: 4 cases broken" in only(world, "skill-evals-action:comment"), log
        assert len(world.checks) == 1
