"""The step in its container: a pull request over loopback, and what it leaves for the steps after it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from action import payloads
from action.workflow import EXAMPLES, Job
from e2e.runner import RUNNER, Ended, Runner
from git_repo import Repo
from servers.github_api import REPOSITORY, World
from servers.github_judge import judged_world
from skill_evals.app.action.outputs import OUTPUTS

FAULTY = "plugins/shipping/evals/flaky-tests/evals.jsonc"


@dataclass(kw_only=True)
class Stage:
    """A pull request, the GitHub that it is on, and a runner with both at hand."""

    job: Job
    runner: Runner
    world: World
    runs: int = 30

    def step(self, payload: dict[str, Any], **inputs: str) -> Ended:
        self.runs += 1
        self.job.check_out()
        merge = Repo(self.runner.workspace, start=False).git("rev-parse", "HEAD").strip()
        now = {"GITHUB_SHA": merge, "GITHUB_RUN_NUMBER": str(self.runs)}
        given = {"github-token": "token-marker", "backend": "lexical", **inputs}
        runner = replace(self.runner, environment={**self.runner.environment, **now})
        return runner.run("action", payload=payload, inputs=given)


@pytest.fixture
def stage(image: str, tmp_path: Path, quiet_git: None) -> Iterator[Stage]:
    origin = Repo(tmp_path / "origin")
    shutil.copytree(EXAMPLES / "marketplace", origin.root, dirs_exist_ok=True)
    origin.commit(message="example")
    origin.git("checkout", "--quiet", "-b", "sharper-stones")
    place = tmp_path / "runner"
    place.mkdir()
    with judged_world() as world:
        environment = payloads.ENVIRONMENT | {"GITHUB_REPOSITORY": REPOSITORY, "GITHUB_API_URL": world.url}
        runner = Runner(image=image, place=place, network="host", environment=environment, seen=(origin.root,))
        found = Stage(job=Job(folder=place, world=world, origin=origin), runner=runner, world=world)
        found.job.push()
        yield found


def test_a_pull_request(stage: Stage) -> None:
    ended = stage.step(stage.job.pull(action="opened"))
    assert ended.code == 1, ended.log
    assert tuple(ended.outputs) == OUTPUTS
    assert (ended.outputs["conclusion"], ended.outputs["errors"]) == ("failure", "3")
    assert ended.log.count("::error file=") == 3
    assert "regressed" in ended.summary
    (comment,) = stage.world.comments.values()
    assert "regressed" in comment["body"]


def test_the_second_push_updates_the_comment(stage: Stage) -> None:
    first = stage.step(stage.job.pull(action="opened"))
    stage.job.push("mended", without=FAULTY)
    second = stage.step(stage.job.pull())
    assert (first.outputs["comment-action"], second.outputs["comment-action"]) == ("create", "update")
    assert list(stage.world.comments) == [int(second.outputs["comment-id"])]


def test_what_it_leaves_belongs_to_whom_the_workspace_belongs_to(stage: Stage) -> None:
    """Or the next step cannot upload it, and the next checkout cannot delete it."""
    ended = stage.step(stage.job.pull(), **{"journal-path": ".skill-evals-journal/runs.jsonl"})
    assert (stage.runner.workspace / ended.outputs["report-path"]).is_file()
    assert (stage.runner.workspace / ".skill-evals-journal" / "runs.jsonl").is_file()
    strange = [
        path
        for path in stage.runner.workspace.rglob("*")
        if (path.lstat().st_uid, path.lstat().st_gid) != RUNNER and ".git" not in path.parts
    ]
    assert strange == []


def test_a_backend_that_another_image_has_is_refused_with_its_line_before_anything_is_spent(stage: Stage) -> None:
    ended = stage.step(stage.job.pull(), backend="claude-code", **{"api-key": "key-marker"})
    assert ended.code == 2, ended.log
    assert "::error title=skill-evals::" in ended.log
    assert "org/skill-evals-action/claude-code@v1" in ended.log
    assert (tuple(ended.outputs), ended.outputs["exit-code"]) == (OUTPUTS, "2")
    assert stage.world.comments == {}


def test_no_secret_is_in_the_log(stage: Stage) -> None:
    ended = stage.step(stage.job.pull(), **{"api-key": "key-marker"})
    assert "key-marker" not in ended.log + ended.summary
    assert "token-marker" not in ended.log + ended.summary
