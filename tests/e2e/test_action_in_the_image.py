"""The step in its container: a pull request over loopback, and what it leaves for the steps after it."""

from e2e.runner import RUNNER
from e2e.stage import FAULTY, Stage
from skill_evals.app.action.outputs import OUTPUTS


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
    stage.world.forbidden.append(("POST", ".*", "contents=write"))  # or it would be told that its token can write
    ended = stage.step(stage.job.pull(), backend="claude-code", **{"api-key": "key-marker"})
    assert (ended.code, ended.outputs["calls"], ended.outputs["conclusion"]) == (2, "0", "failure"), ended.log
    assert "needs claude-agent-sdk, which is not installed" in ended.summary
    assert "org/skill-evals-action/claude-code@v1" in ended.summary


def test_no_secret_is_in_the_log(stage: Stage) -> None:
    ended = stage.step(stage.job.pull(), **{"api-key": "key-marker"})
    assert "key-marker" not in ended.log + ended.summary
    assert "token-marker" not in ended.log + ended.summary
