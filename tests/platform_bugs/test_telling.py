"""Telling what was found: two runs at once, several jobs, rights that are missing, more than there is room for."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from action.test_the_step import FAULTY
from action.workflow import Job
from command_line import skill, triggers
from lint.outputs.test_github_commands import read
from servers.github.exchange import Refusal
from servers.github.world import World

MANY = "plugins/zoo/skills/sheep/evals/triggers.json"


def with_many_errors(job: Job, count: int) -> None:
    """A pull request with one suite of so many errors, and none elsewhere."""
    job.origin.git("reset", "--quiet", "--hard", "main")
    of_none = '{"query": "one more %d", "should_trigger": 1}'
    suite = triggers().replace('"queries": [', '"queries": [' + ",".join(of_none % n for n in range(count)) + ",", 1)
    job.origin.commit(
        {
            "plugins/zoo/.claude-plugin/plugin.json": '{"name": "zoo"}',
            "plugins/zoo/skills/sheep/SKILL.md": skill(),
            MANY: suite,
        }
    )
    job.check_out()


@pytest.mark.bug(18)
def test_bug_18_two_runs_at_once_leave_one_comment(job: Job, world: World, tmp_path: Path) -> None:
    """Two processes, each in a workspace of its own, list the comments before either has made one: both make one."""
    other = replace(job, folder=tmp_path / "another runner")
    shutil.copytree(job.workspace, other.workspace, symlinks=True)
    world.hold(listings=2)
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(lambda one: one.step(one.pull(), backend="lexical"), (job, other)))
    assert [done.code for done in ended] == [1, 1], ended
    assert len(world.sent("POST", "/comments")) == 2, "the race did not happen"
    assert {int(done.outputs["comment-id"]) for done in ended} == set(world.comments)
    assert len(world.comments) == 1


@pytest.mark.bug(33)
@pytest.mark.bug(55)
def test_bug_33_55_each_job_keeps_a_comment_of_its_own(job: Job, world: World) -> None:
    """Projects of one repository, or legs of a matrix, take an id each; nobody adds to somebody else's text."""
    for _ in range(2):
        for name, skill_of in (("paperwork", "meeting-minutes"), ("shipping", "flaky-tests")):
            job.step(job.pull(), backend="lexical", skill=skill_of, **{"comment-id": name})
        job.push("again", without=FAULTY)
        job.check_out()
    bodies = [comment["body"] for comment in world.comments.values()]
    assert [body.split(" ")[3] for body in bodies] == ["id=paperwork", "id=shipping"]
    assert all(body.count("<!-- skill-evals-action:comment") == 1 for body in bodies)


@pytest.mark.bug(23)
def test_bug_23_without_the_right_to_checks_the_findings_are_in_the_log_all_the_same(job: Job, world: World) -> None:
    """More errors than the runner annotates would go into a check run; where that is refused, they must not vanish."""
    with_many_errors(job, 13)
    world.forbidden.append(("POST", "check-runs", "checks=write"))
    done = job.step(job.pull(), mode="lint")
    commands, lines = read(done.log)
    assert len([one for one in commands if one.name == "error"]) == 10
    assert len([line for line in lines if line.startswith(f"{MANY}:")]) == int(done.outputs["errors"]) - 10 >= 3
    assert any("permissions: checks: write" in one.data for one in commands if one.name == "notice"), done.log
    assert done.code == 1


@pytest.mark.bug(24)
def test_bug_24_every_finding_is_in_the_check_run(job: Job, world: World) -> None:
    """A check run takes fifty annotations in one request."""
    with_many_errors(job, 120)
    done = job.step(job.pull(), mode="lint")
    (check,) = world.checks.values()
    failures = [one for one in check["annotations"] if one["annotation_level"] == "failure"]
    assert len(failures) == int(done.outputs["errors"]) >= 120
    assert len(world.sent("PATCH", "/check-runs/")) >= 2


@pytest.mark.bug(22)
@pytest.mark.parametrize("status", [403, 404, 410, 422])
def test_bug_22_where_no_comment_may_be_made_the_rest_is_told(job: Job, world: World, status: int) -> None:
    """Issues are switched off, the conversation is locked, or the token is of elsewhere."""
    world.refusals += [("POST", "/issues/12/comments", Refusal(status=status, message="no comments here"))] * 4
    done = job.step(job.pull(), backend="lexical")
    assert done.code == 1
    assert "there is no comment: GitHub refused" in done.log
    assert "no comments here" in done.log
    assert "regressed" in done.summary
    assert done.outputs["comment-action"] == "nothing"
