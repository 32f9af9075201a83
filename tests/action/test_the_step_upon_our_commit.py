"""The run that our own commit of results starts: nothing is paid again, and the verdict is that of the commit below."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from action.test_the_step import FAULTY
from action.test_the_step_publishes import known
from action.workflow import Done, Job, opened
from servers.github.exchange import Refusal
from servers.github.world import BOT, World

APP = "evals-app[bot]"
RED: dict[str, str] = {"backend": "lexical"}
GREEN: dict[str, str] = {}
"""Inputs: the example's change breaks cases, of which a backend that nobody named merely informs."""


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    world.me = APP
    found = opened(tmp_path, world, without=FAULTY)
    known(found, world)
    return found


def committed(job: Job, world: World, **inputs: str) -> Done:
    """The run that measured, with its commit of results as the head, checked out."""
    first = job.step(job.pull(), commit="pr", **inputs)
    assert first.outputs["committed"] == "true", first.log
    assert int(first.outputs["calls"]) > 0
    fetchable(job, world, first.outputs["commit-sha"])
    return first


def fetchable(job: Job, world: World, made: str, **more: Any) -> str:
    """GitHub's commit as one that git has too: under the id that git gives it, with the rest as it is told."""
    was = world.commits.pop(made)
    world.branches["sharper-stones"] = was["parent"]
    sha = job.origin.commit(was["files"], message="Record results")
    world.push("sharper-stones", was["files"], sha=sha, author=was["author"], message=was["message"])
    world.commits[sha].update(more)
    for comment in world.comments.values():
        comment["body"] = comment["body"].replace(made, sha)
    for check in world.checks.values():
        check["head_sha"] = check["head_sha"].replace(made, sha)
    job.check_out()
    return sha


def head_of(world: World) -> str:
    return world.branches["sharper-stones"]


def again(job: Job, **inputs: str) -> Done:
    return job.step(job.pull(), commit="pr", **inputs)


@pytest.mark.parametrize(("inputs", "code", "ends"), [(GREEN, 0, "success"), (RED, 1, "failure")])
def test_the_verdict_stands_and_nothing_is_run(
    job: Job, world: World, inputs: dict[str, str], code: int, ends: str
) -> None:
    first = committed(job, world, **inputs)
    assert (first.code, first.outputs["conclusion"]) == (code, ends), first.log
    done = again(job, **inputs)
    told = ("conclusion", "exit-code", "errors", "warnings", "regressions", "improvements")
    assert {name: done.outputs[name] for name in told} == {name: first.outputs[name] for name in told}, done.log
    assert (done.code, done.outputs["calls"], done.outputs["committed"]) == (code, "0", "false")
    assert "Nothing is measured again" in done.summary


def test_the_comment_of_what_was_measured_stays_and_is_about_the_new_head(job: Job, world: World) -> None:
    committed(job, world, **RED)
    (before,) = (one["body"] for one in world.comments.values())
    assert f" head={head_of(world)} " in before.split("\n")[0]
    done = again(job, **RED)
    (after,) = (one["body"] for one in world.comments.values())
    assert after == before
    assert "regressed" in after
    assert done.outputs["comment-action"] == "keep"


def test_a_comment_that_stayed_behind_moves_to_the_new_head(job: Job, world: World) -> None:
    """The job that measured ended between its commit and its comment, which is about the commit below."""
    committed(job, world, **RED)
    below = world.commits[head_of(world)]["parent"]
    (comment,) = world.comments.values()
    rest = comment["body"].split("\n", 1)[1]
    comment["body"] = comment["body"].replace(f"head={head_of(world)}", f"head={below}")
    assert again(job, **RED).outputs["comment-action"] == "update"
    first, after = comment["body"].split("\n", 1)
    assert f" head={head_of(world)} " in first
    assert after == rest


def test_a_check_run_is_about_the_new_head_and_as_red(job: Job, world: World) -> None:
    committed(job, world, **RED)
    world.checks.clear()
    again(job, annotations="check", **RED)
    (check,) = world.checks.values()
    assert (check["head_sha"], check["conclusion"]) == (head_of(world), "failure")


def test_two_commits_of_ours_upon_each_other_are_looked_through(job: Job, world: World) -> None:
    """Another job's came upon it, and has no mark that this one reads."""
    committed(job, world, **RED)
    path = "plugins/other/evals/results.json"
    sha = job.origin.commit({path: "{}\n"}, message="Record results")
    world.push("sharper-stones", {path: b"{}\n"}, sha=sha, author=APP)
    job.check_out()
    done = again(job, **RED)
    assert (done.code, done.outputs["calls"]) == (1, "0"), done.log


def strangers(job: Job, world: World) -> None:
    """With our own words: anybody can write those."""
    world.commits[head_of(world)]["author"] = "miller"


def unsigned(job: Job, world: World) -> None:
    """As on an Enterprise server, and as anybody can make one with our address in it."""
    world.commits[head_of(world)]["verified"] = False


def everybodys(job: Job, world: World) -> None:
    """Of the workflow's own token, which every workflow has."""
    world.me = BOT
    world.commits[head_of(world)]["author"] = BOT


def a_persons(job: Job, world: World) -> None:
    """What a person edits on GitHub is signed, too."""
    world.me = "miller"
    world.commits[head_of(world)]["author"] = "miller"


def of_more_than_results(job: Job, world: World) -> None:
    world.commits[head_of(world)]["files"]["README.md"] = b"more"


def unmarked(job: Job, world: World) -> None:
    world.commits[head_of(world)]["message"]["body"] = "As older versions made them"


def reworded(job: Job, world: World) -> None:
    """Something else beside the mark, such as what a squashed merge adds."""
    world.commits[head_of(world)]["message"]["body"] += "\n\nand more"


def of_another_base(job: Job, world: World) -> None:
    job.origin.git("checkout", "--quiet", "main")
    job.origin.commit({"NOTES.txt": "merged meanwhile"})
    job.origin.git("checkout", "--quiet", "sharper-stones")
    job.check_out()


def of_another_commit(job: Job, world: World) -> None:
    message = world.commits[head_of(world)]["message"]
    message["body"] = message["body"].replace(world.commits[head_of(world)]["parent"], "5" * 40)


def with_a_persons_upon_it(job: Job, world: World) -> None:
    sha = job.origin.commit({"NOTES.txt": "one more thing"})
    world.push("sharper-stones", {"NOTES.txt": b"one more thing"}, sha=sha, author="miller")
    job.check_out()


def that_nobody_tells_of(job: Job, world: World) -> None:
    world.refusals.append(("GET", f"/commits/{head_of(world)}", Refusal(status=404, message="Not Found")))


OTHERS = (
    strangers,
    unsigned,
    everybodys,
    a_persons,
    of_more_than_results,
    unmarked,
    reworded,
    of_another_base,
    of_another_commit,
    with_a_persons_upon_it,
    that_nobody_tells_of,
)


@pytest.mark.parametrize("change", OTHERS)
def test_any_other_commit_is_measured(job: Job, world: World, change: Callable[[Job, World], None]) -> None:
    committed(job, world, **RED)
    change(job, world)
    done = again(job, **RED)
    assert int(done.outputs["calls"]) > 0, done.log
    assert "Nothing is measured again" not in done.summary


def test_what_was_measured_under_other_inputs_is_not_what_is_asked(job: Job, world: World) -> None:
    committed(job, world, **GREEN)
    done = again(job, **RED)
    assert int(done.outputs["calls"]) > 0, done.log
    assert done.outputs["conclusion"] == "failure"


@pytest.mark.parametrize("more", [{"baseline": "file"}, {"baseline": "none"}, {"max-cases": "400"}])
def test_what_it_is_compared_with_and_how_much_of_it_is_measured_are_inputs(
    job: Job, world: World, more: dict[str, str]
) -> None:
    committed(job, world, **GREEN)
    done = again(job, **GREEN, **more)
    assert int(done.outputs["calls"]) > 0, done.log
    assert "Nothing is measured again" not in done.summary
