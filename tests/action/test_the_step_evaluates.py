"""The status of `/evaluate` ends whatever becomes of the job that measures: killed, cancelled, or never published."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from action import payloads
from action.test_artefact import files_of, packed
from action.test_the_step import FAULTY
from action.test_the_step_publishes import known
from action.workflow import PASSED_ON, Done, Job, answered, opened
from git_repo import Repo
from servers.github.world import World

RUN = 4400
SAID = payloads.comment("/evaluate")


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    """A comment whose commit was authorised and checked out."""
    found = opened(tmp_path, world, without=FAULTY)
    world.permissions["miller"] = "write"
    sha = known(found, world)
    assert found.step(SAID, name="issue_comment").outputs["commit-sha"] == sha
    assert world.statuses[0]["state"] == "pending"
    here = Repo(found.workspace, start=False)
    here.git("fetch", "--quiet", "origin", sha)
    here.git("checkout", "--quiet", sha)
    return found


def head(job: Job) -> str:
    return job.origin.git("rev-parse", "sharper-stones").strip()


def ended_by(job: Job, number: signal.Signals) -> Done:
    """The measuring step, sent a signal once it has said what it is about."""
    inputs = {"mode": "eval", "backend": "lexical", "expected-head-sha": head(job)}
    main = job.origin.git("rev-parse", "main").strip()
    place, environment = job.handed(SAID, name="issue_comment", sha=main, **inputs)
    environment |= {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    words = [sys.executable, "-m", "skill_evals", "action"]
    with subprocess.Popen(words, cwd=job.workspace, env=environment, stderr=subprocess.PIPE, text=True) as started:
        assert started.stderr is not None
        first = started.stderr.readline()
        started.send_signal(number)
        rest = started.stderr.read()
    return answered(place, started.returncode, first + rest)


def publish(job: Job) -> Done:
    return job.step(SAID, name="issue_comment", mode="publish", **{"expected-head-sha": head(job)})


def test_a_measuring_step_that_is_killed_leaves_nothing_and_the_status_ends(job: Job, world: World) -> None:
    killed = ended_by(job, signal.SIGKILL)
    assert (killed.code, killed.outputs) == (-signal.SIGKILL, {})
    told = publish(job)
    assert (told.code, told.outputs["conclusion"]) == (0, "skipped"), told.log
    assert world.statuses[0]["state"] == "error"
    assert "left no artefact" in world.statuses[0]["description"]


def test_a_measuring_step_that_is_cancelled_never_ends_the_status_as_a_success(job: Job, world: World) -> None:
    """Whatever it had at that moment: nothing, or what was measured so far, or all of it."""
    cancelled = ended_by(job, signal.SIGINT)
    if cancelled.outputs.get("artefact-path"):
        left = job.workspace / cancelled.outputs["artefact-path"]
        world.artefacts[7] = (RUN, "skill-evals", packed(files_of(left)))
    publish(job)
    assert world.statuses[0]["state"] in {"error", "failure"}


def test_where_no_job_could_publish_the_sweeper_ends_the_status(job: Job, world: World) -> None:
    payload = payloads.finished("issue_comment", head_repository=payloads.HOME)
    payload["workflow_run"] |= {"id": RUN, "conclusion": "cancelled", "created_at": "2026-11-30T12:00:00Z"}
    done = job.step(payload, name="workflow_run")
    assert (done.code, done.outputs["conclusion"]) == (0, "success"), done.log
    assert world.statuses[0]["state"] == "error"
    assert "cancelled" in world.statuses[0]["description"]
