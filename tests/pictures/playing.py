"""A state played by the action's step, in this process: what it says on the pull request, in the summary, on the page."""

import os
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from action import payloads
from action.test_artefact import files_of, packed
from action.workflow import PASSED_ON, Done, Job, answered
from git_repo import Repo, clean_environment
from servers.github.world import World
from servers.messages_api import MessagesApi
from skill_evals.cli.main import main
from skill_evals.edges.backends.messages.credentials import BASE_URL

from .states import State

HERE = Path(__file__).parent
RUN = int(payloads.ENVIRONMENT["GITHUB_RUN_ID"])
COMMITS = {"main": "b" * 40, "sharper-stones": "c" * 40}
"""What stands for the commits, whose ids depend on git."""


@dataclass(frozen=True, kw_only=True)
class Told:
    code: int
    log: str
    comment: str
    summary: str
    page: str


def play(
    state: State, folder: Path, world: World, patch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Told:
    """The pull request of a state, measured as the recipes do it."""
    job = _opened(state, folder, world)
    with ExitStack() as stack:
        inputs = dict(state.inputs)
        if state.model is not None:
            api = stack.enter_context(MessagesApi(state.model))
            inputs["api-key"] = api.key
            job.environment[BASE_URL] = api.url
        done = _step(job, patch, capfd, job.pull(head_repo=_sender(state)), **inputs)
    assert done.outputs["report-path"], done.log
    page = (job.workspace / done.outputs["report-path"]).read_text(encoding="utf-8")
    if state.is_fork:
        _publish(job, world, patch, capfd, done)
    (comment,) = world.comments.values()
    return Told(
        code=done.code,
        log=done.log,
        comment=_steady(job, comment["body"]),
        summary=_steady(job, done.summary),
        page=_steady(job, page),
    )


def _opened(state: State, folder: Path, world: World) -> Job:
    origin = Repo(folder / "origin")
    if not state.base:
        shutil.copytree(HERE / "base", origin.root, dirs_exist_ok=True)
    origin.commit(state.base, message="base")
    origin.branch("sharper-stones")
    if state.change:
        shutil.copytree(HERE / "changes" / state.change, origin.root, dirs_exist_ok=True)
    origin.commit(state.head, message="change")
    job = Job(folder=folder, world=world, origin=origin)
    job.check_out()
    return job


def _sender(state: State) -> dict[str, Any]:
    return payloads.FORK if state.is_fork else payloads.HOME


def _step(
    job: Job, patch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], payload: dict[str, Any], **more: str
) -> Done:
    """As `Job.step`, without the seconds that a process of its own takes."""
    place, environment = job.handed(payload, **more)
    kept = {name: value for name, value in clean_environment().items() if name in PASSED_ON or name.startswith("GIT_")}
    with patch.context() as here:
        for name in set(os.environ) - set(kept):
            here.delenv(name)
        for name, value in (kept | environment).items():
            here.setenv(name, value)
        here.chdir(job.workspace)
        capfd.readouterr()
        code = main(["action"])
    said = capfd.readouterr()
    return answered(place, code, said.out + said.err)


def _publish(job: Job, world: World, patch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], done: Done) -> None:
    """The second workflow, which may write and runs nothing."""
    pull = job.pull(head_repo=payloads.FORK)["pull_request"]
    world.pulls[12] = pull
    world.artefacts[7] = (RUN, "skill-evals", packed(files_of(job.workspace / done.outputs["artefact-path"])))
    payload = payloads.finished()
    ended = payload["workflow_run"]
    ended |= {"id": RUN, "head_sha": pull["head"]["sha"], "head_branch": pull["head"]["ref"]}
    world.runs[RUN] = ended
    told = _step(job, patch, capfd, payload, name="workflow_run")
    assert told.code == 0, told.log


def _steady(job: Job, text: str) -> str:
    """With the same commits on every machine."""
    for branch, stand_in in COMMITS.items():
        sha = job.origin.git("rev-parse", branch)
        text = text.replace(sha, stand_in).replace(sha[:12], stand_in[:12])
    return text
