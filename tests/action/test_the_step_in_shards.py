"""One pull request in several jobs, as .github/workflows/sharded.yml has them: plan, a leg a shard, merge, publish."""

import json
import shutil
from pathlib import Path

import pytest

from action import payloads
from action.test_artefact import files_of, packed
from action.test_the_step import FAULTY
from action.test_the_step_publishes import known
from action.workflow import Done, Job, opened
from servers.github.world import World
from skill_evals.app.action.outputs import OUTPUTS


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    found = opened(tmp_path, world, without=FAULTY)
    known(found, world)
    return found


def legs_of(job: Job, **inputs: str) -> list[str]:
    done = job.step(job.pull(), mode="plan", backend="lexical", **inputs)
    assert done.code == 0, done.log
    assert set(done.outputs) == set(OUTPUTS)
    found: list[str] = json.loads(done.outputs["shards"])
    return found


def leg(job: Job, shard: str, to: Path) -> Done:
    """Each leg has a checkout of its own, and leaves its artefact elsewhere."""
    job.check_out()
    done = job.step(job.pull(), mode="eval", backend="lexical", shard=shard)
    assert done.code == 0, done.log
    shutil.copytree(job.workspace / done.outputs["artefact-path"], to / shard)
    return done


def merge(job: Job, shards: Path, **inputs: str) -> Done:
    job.check_out()
    return job.step(job.pull(), mode="merge", backend="lexical", **{"shards-path": str(shards)}, **inputs)


def test_plan_legs_merge_and_publish_tell_what_one_job_tells(job: Job, world: World, tmp_path: Path) -> None:
    alone = job.step(job.pull(), mode="eval", backend="lexical")
    shards = legs_of(job, shards="3")
    assert len(shards) == 3
    calls = [int(leg(job, shard, tmp_path / "shards").outputs["calls"]) for shard in shards]
    assert all(calls)
    merged = merge(job, tmp_path / "shards")
    assert merged.code == alone.code == 1
    told = ("conclusion", "errors", "regressions", "improvements", "calls")
    assert {name: merged.outputs[name] for name in told} == {name: alone.outputs[name] for name in told}
    world.artefacts[7] = (4400, "skill-evals", packed(files_of(job.workspace / merged.outputs["artefact-path"])))
    published = job.step(job.pull(), mode="publish")
    assert published.outputs["comment-action"] == "create", published.log
    (comment,) = world.comments.values()
    assert "regressed" in comment["body"]


def test_a_leg_that_left_nothing_makes_it_incomplete_and_is_named(job: Job, tmp_path: Path) -> None:
    first, *_ = legs_of(job, shards="3")
    leg(job, first, tmp_path / "shards")
    merged = merge(job, tmp_path / "shards")
    assert (merged.code, merged.outputs["conclusion"]) in {(0, "incomplete"), (1, "failure")}, merged.log
    assert "shard 2 of 3: it is missing" in merged.summary


def test_without_any_leg_the_rest_is_told(job: Job, tmp_path: Path) -> None:
    merged = merge(job, tmp_path / "nothing")
    assert (merged.code, merged.outputs["conclusion"]) == (0, "incomplete"), merged.log
    assert "no shard left its runs" in merged.summary


def test_the_shard_of_another_commit_is_refused(job: Job, tmp_path: Path) -> None:
    (only,) = legs_of(job, shards="1")
    leg(job, only, tmp_path / "shards")
    job.origin.commit({"NOTES.txt": "pushed meanwhile"})
    merged = merge(job, tmp_path / "shards")
    assert merged.code == 2
    assert "is of the head" in merged.log


@pytest.mark.parametrize("payload", [{"draft": True}, {"head_repo": payloads.FORK}], ids=["a draft", "a fork"])
def test_where_nothing_may_be_run_there_is_no_leg(job: Job, tmp_path: Path, payload: dict[str, object]) -> None:
    """On a fork for want of a credential, which no job of its pull request has."""
    pull = job.pull(**payload)
    done = job.step(pull, mode="plan", backend="messages")
    assert (done.code, done.outputs["shards"]) == (0, "[]"), done.log
    job.check_out()
    merged = job.step(pull, mode="merge", backend="messages", **{"shards-path": str(tmp_path / "nothing")})
    assert merged.code == 0, merged.log
    assert "Not run here" in merged.summary


def test_a_plan_counts_on_the_account_of_its_legs(job: Job) -> None:
    done = job.step(job.pull(), mode="plan", backend="messages")
    assert json.loads(done.outputs["shards"]), done.log


def test_a_leg_without_an_account_says_so_and_is_not_red(job: Job) -> None:
    first, *_ = json.loads(job.step(job.pull(), mode="plan", backend="messages").outputs["shards"])
    leg = {"mode": "eval", "backend": "messages", "shard": first}
    done = job.step(job.pull(), **leg, **{"github-token": ""})
    assert (done.code, done.outputs["conclusion"]) == (0, "incomplete"), done.log
    assert done.outputs["artefact-path"] == ".skill-evals"
    assert "needs a credential" in done.log


def test_a_leg_whose_token_can_write_runs_no_agent(job: Job) -> None:
    first, *_ = json.loads(job.step(job.pull(), mode="plan", backend="messages").outputs["shards"])
    done = job.step(job.pull(), mode="eval", backend="messages", shard=first, **{"api-key": "key-marker"})
    assert done.code == 2
    assert "this job holds a token that can write" in done.log


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"mode": "lint", "shard": "1/2"}, "`mode` is `lint`"),
        ({"mode": "merge"}, "needs what the shards left"),
        ({"mode": "eval", "shard": "one"}, "one"),
    ],
)
def test_a_slip_in_the_workflow_is_said(job: Job, inputs: dict[str, str], says: str) -> None:
    done = job.step(job.pull(), backend="lexical", **inputs)
    assert done.code == 2
    assert says in done.log
