"""The run that another job's commit of results starts. Whoever measured sealed how that ended; who commits has it from an
artefact, need not be believed, and has no part in it but to hand it on.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from action import payloads
from action.payloads import HOME
from action.test_artefact import files_of, listed, packed
from action.test_the_step import FAULTY
from action.test_the_step_in_shards import leg, legs_of, merge
from action.test_the_step_publishes import known
from action.test_the_step_upon_our_commit import APP, GREEN, RED, fetchable, head_of, of_another_base
from action.workflow import Done, Job, opened
from git_repo import Repo
from servers.github.world import BOT, World
from skill_evals.model.mark import Mark
from skill_evals.report.commit_mark import mark_line, mark_of

KEY = "0123456789abcdef" * 4
SEALED = {"mode": "eval", "seal-key": KEY}
TOLD = ("conclusion", "exit-code", "errors", "warnings", "regressions", "improvements")


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    found = opened(tmp_path, world, without=FAULTY)
    known(found, world)
    return found


def measured(job: Job, world: World, **inputs: str) -> Done:
    """By a job whose token may only read, and is no App's."""
    world.me = BOT
    return job.step(job.pull(), **{**SEALED, **inputs})


def left(job: Job, world: World, ran: Done) -> None:
    """What it left, as the runner uploads it."""
    world.artefacts[len(world.artefacts) + 1] = (4400, "skill-evals", packed(files_of(artefact_of(job, ran))))


def artefact_of(job: Job, ran: Done) -> Path:
    return job.workspace / ran.outputs["artefact-path"]


def published(job: Job, world: World) -> Done:
    """By a job with an App's token, and neither key nor checkout."""
    world.me = APP
    return job.step(job.pull(), mode="publish", commit="pr")


def committed(job: Job, world: World, **inputs: str) -> Done:
    """What was measured, with the publisher's commit of its results as the head, checked out."""
    ran = measured(job, world, **inputs)
    assert int(ran.outputs["calls"]) > 0, ran.log
    left(job, world, ran)
    told = published(job, world)
    assert told.outputs["committed"] == "true", told.log
    fetchable(job, world, told.outputs["commit-sha"])
    return ran


def is_paid_again(done: Done) -> bool:
    assert ("Nothing is measured again" in done.summary) is (done.outputs["calls"] == "0"), done.log
    return done.outputs["calls"] != "0"


@pytest.mark.parametrize(("inputs", "code", "ends"), [(GREEN, 0, "success"), (RED, 1, "failure")])
def test_the_verdict_stands_and_nothing_is_run(
    job: Job, world: World, inputs: dict[str, str], code: int, ends: str
) -> None:
    first = committed(job, world, **inputs)
    assert (first.code, first.outputs["conclusion"]) == (code, ends), first.log
    done = measured(job, world, **inputs)
    assert not is_paid_again(done)
    assert {name: done.outputs[name] for name in TOLD} == {name: first.outputs[name] for name in TOLD}, done.log


def test_comment_and_check_move_to_the_new_head_and_say_the_same(job: Job, world: World) -> None:
    committed(job, world, **RED)
    (before,) = (one["body"] for one in world.comments.values())
    assert f" head={head_of(world)} " in before.split("\n")[0]
    world.checks.clear()
    left(job, world, measured(job, world, **RED))
    told = published(job, world)
    assert told.outputs["comment-action"] == "keep", told.log
    (after,) = (one["body"] for one in world.comments.values())
    assert after == before
    (check,) = world.checks.values()
    assert (check["head_sha"], check["conclusion"]) == (head_of(world), "failure")


def test_a_workflow_of_its_own_publishes_the_same(job: Job, world: World) -> None:
    """After ``workflow_run``: its event, its run and its branch are the default branch's."""
    ran = measured(job, world, **RED)
    left(job, world, ran)
    world.me = APP
    ended = payloads.finished(head_repository=HOME)
    ended["workflow_run"] |= {"id": 4400, "head_branch": "sharper-stones", "head_sha": head_of(world)}
    world.runs[4400] = ended["workflow_run"]
    told = job.step(ended, name="workflow_run", commit="pr")
    assert told.outputs["committed"] == "true", told.log
    fetchable(job, world, told.outputs["commit-sha"])
    assert not is_paid_again(measured(job, world, **RED))


def test_what_evaluate_measured_stands_for_the_run_that_its_commit_starts(job: Job, world: World) -> None:
    world.permissions["miller"] = "write"
    said = payloads.comment("/evaluate")
    sha = job.step(said, name="issue_comment").outputs["commit-sha"]
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "origin", sha)
    here.git("checkout", "--quiet", sha)
    main = job.origin.git("rev-parse", "main").strip()
    asked = {"name": "issue_comment", "expected-head-sha": sha}
    ran = job.step(said, sha=main, **asked, **SEALED, **RED)
    left(job, world, ran)
    world.me = APP
    told = job.step(said, mode="publish", commit="pr", **asked)
    fetchable(job, world, told.outputs["commit-sha"])
    done = measured(job, world, **RED)
    assert not is_paid_again(done)
    assert (done.code, done.outputs["conclusion"]) == (ran.code, ran.outputs["conclusion"]) == (1, "failure")


def test_evaluate_itself_measures_whatever_the_head_is(job: Job, world: World) -> None:
    committed(job, world, **RED)
    world.permissions["miller"] = "write"
    said = payloads.comment("/evaluate")
    sha = job.step(said, name="issue_comment").outputs["commit-sha"]
    assert sha == head_of(world)
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "origin", sha)
    here.git("checkout", "--quiet", sha)
    main = job.origin.git("rev-parse", "main").strip()
    again = job.step(said, name="issue_comment", sha=main, **{"expected-head-sha": sha}, **SEALED, **RED)
    assert is_paid_again(again)


def test_a_sweep_in_shards_plans_none_and_ends_as_it_did(job: Job, world: World, tmp_path: Path) -> None:
    """The ends of it have the key; the legs, which run what the pull request says, have not."""
    key = {"seal-key": KEY}
    for shard in legs_of(job, shards="3", **key):
        leg(job, shard, tmp_path / "shards")
    first = merge(job, tmp_path / "shards", **key)
    assert first.code == 1, first.log
    left(job, world, first)
    told = published(job, world)
    fetchable(job, world, told.outputs["commit-sha"])
    world.me = BOT
    assert legs_of(job, shards="3", **key) == []
    done = merge(job, tmp_path / "nothing", **key)
    assert not is_paid_again(done)
    assert {name: done.outputs[name] for name in TOLD} == {name: first.outputs[name] for name in TOLD}, done.log


def unsigned(world: World) -> None:
    """As on an Enterprise server that signs no commits."""
    world.commits[head_of(world)]["verified"] = False


def everybodys(world: World) -> None:
    """Of the workflow's own token: that starts no run, but somebody may, by hand."""
    world.commits[head_of(world)]["author"] = BOT


@pytest.mark.parametrize("change", [unsigned, everybodys])
def test_under_a_seal_it_does_not_matter_who_committed(job: Job, world: World, change: Callable[[World], None]) -> None:
    committed(job, world, **RED)
    change(world)
    assert not is_paid_again(measured(job, world, **RED))


def test_a_single_job_seals_what_it_commits_itself(job: Job, world: World) -> None:
    world.me = BOT
    first = job.step(job.pull(), commit="pr", **{"seal-key": KEY}, **RED)
    fetchable(job, world, first.outputs["commit-sha"])
    unsigned(world)
    done = job.step(job.pull(), commit="pr", **{"seal-key": KEY}, **RED)
    assert not is_paid_again(done)
    assert done.code == first.code == 1


def mark(world: World) -> Mark:
    message = world.commits[head_of(world)]["message"]
    found = mark_of(f"{message['headline']}\n\n{message['body']}")
    assert found is not None
    return found


def test_an_artefact_with_a_false_verdict_gets_its_comment_and_no_more(job: Job, world: World) -> None:
    """Another job of the same run can leave one in the place of ours, and the publisher cannot tell."""
    ran = measured(job, world, **RED)
    files = files_of(artefact_of(job, ran))
    line = json.loads(files["manifest.json"])["mark"]
    world.artefacts[1] = (4400, "skill-evals", packed(listed(files, mark=line.replace("=failed", "=passed"))))
    told = published(job, world)
    assert told.outputs["committed"] == "true", told.log
    fetchable(job, world, told.outputs["commit-sha"])
    assert not mark(world).failed
    done = measured(job, world, **RED)
    assert is_paid_again(done)
    assert done.code == 1


def test_an_artefact_cannot_keep_the_comment_on_other_content(job: Job, world: World) -> None:
    committed(job, world, **RED)
    (comment,) = world.comments.values()
    before, about = comment["body"], head_of(world)
    sha = job.origin.commit({"NOTES.txt": "one more thing"})
    world.push("sharper-stones", {"NOTES.txt": b"one more thing"}, sha=sha, author="miller")
    job.check_out()
    files = files_of(artefact_of(job, measured(job, world, **GREEN)))
    world.artefacts[2] = (4400, "skill-evals", packed(listed(files, alike=[sha, about])))
    told = published(job, world)
    assert told.outputs["comment-action"] == "update", told.log
    assert comment["body"].partition("\n")[2] != before.partition("\n")[2]


def test_an_app_that_also_measures_does_not_take_it_for_its_own_word(job: Job, world: World) -> None:
    """Its signature is upon what an artefact said: a mark with a seal counts by that alone."""
    committed(job, world, **RED)
    world.commits[head_of(world)]["message"]["body"] = mark_line(replace(mark(world), failed=False))
    world.me = APP
    done = job.step(job.pull(), **RED)
    assert is_paid_again(done)
    assert done.code == 1


def test_after_a_merge_into_the_base_it_is_measured(job: Job, world: World) -> None:
    """The mark is true and sealed, of the base before."""
    committed(job, world, **RED)
    of_another_base(job, world)
    assert is_paid_again(measured(job, world, **RED))


def test_under_other_inputs_it_is_measured(job: Job, world: World) -> None:
    committed(job, world, **GREEN)
    done = measured(job, world, **RED)
    assert is_paid_again(done)
    assert done.code == 1


def test_without_the_key_nothing_is_marked_and_nothing_believed(job: Job, world: World) -> None:
    ran = measured(job, world, **RED, **{"seal-key": ""})
    assert "mark" not in json.loads(files_of(artefact_of(job, ran))["manifest.json"])
    committed(job, world, **RED)
    assert is_paid_again(measured(job, world, **RED, **{"seal-key": ""}))


def test_what_a_cap_cut_short_is_not_marked(job: Job, world: World) -> None:
    ran = measured(job, world, **RED, **{"max-calls": "5"})
    assert "the cap of 5 calls was reached" in ran.summary
    assert "mark" not in json.loads(files_of(artefact_of(job, ran))["manifest.json"])


def test_the_key_stands_nowhere(job: Job, world: World) -> None:
    job.environment["RUNNER_DEBUG"] = "1"
    ran = measured(job, world, **RED)
    assert "input seal-key: ***" in ran.log
    told = [ran.log, ran.summary, *ran.outputs.values()]
    files = [path.read_bytes() for path in job.workspace.rglob("*") if path.is_file()]
    assert not any(KEY in text for text in told)
    assert not any(KEY.encode() in data for data in files)


def test_a_key_that_could_be_guessed_is_refused(job: Job, world: World) -> None:
    done = measured(job, world, **{"seal-key": "hunter2"})
    assert done.code == 2
    assert "openssl rand -hex 32" in done.log
    assert "hunter2" not in done.log
