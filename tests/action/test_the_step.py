"""The step on a pull request, end to end over loopback: git at a distance, GitHub's API, the runner's files."""

import json
import os
from pathlib import Path

import pytest

from action import payloads
from action.workflow import Done, Job, opened
from git_repo import Repo
from servers.github.world import World
from skill_evals.app.action.outputs import OUTPUTS

FAULTY = "plugins/shipping/evals/flaky-tests/evals.jsonc"


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world)


def test_a_regression_is_red_with_one_comment_that_follows_the_pushes(job: Job, world: World) -> None:
    first = job.step(job.pull(action="opened"), backend="lexical")
    assert first.code == 1, first.log
    (comment,) = world.comments.values()
    assert "regressed" in comment["body"]
    assert comment["body"].startswith("<!-- skill-evals-action:comment v1 head=")
    assert first.log.count("::error file=") == 3
    assert "regressed" in first.summary
    assert set(first.outputs) == set(OUTPUTS)
    told = {
        name: first.outputs[name] for name in ("conclusion", "errors", "regressions", "comment-action", "exit-code")
    }
    assert told == {
        "conclusion": "failure",
        "errors": "3",
        "regressions": "4",
        "comment-action": "create",
        "exit-code": "1",
    }
    assert told_of_the_comment(first) == ("true", "false", "true")
    job.push("mended", without=FAULTY)
    job.check_out()
    second = job.step(job.pull(), backend="lexical")
    assert second.outputs["errors"] == "0"
    assert second.outputs["comment-action"] == "update"
    assert told_of_the_comment(second) == ("false", "true", "true")
    assert list(world.comments) == [int(second.outputs["comment-id"])] == [int(first.outputs["comment-id"])]
    assert (job.workspace / first.outputs["report-path"]).is_file()
    assert json.loads((job.workspace / first.outputs["results-file"]).read_text(encoding="utf-8"))["exit"] == 1


def told_of_the_comment(done: Done) -> tuple[str, ...]:
    return tuple(done.outputs[f"comment-{name}"] for name in ("created", "updated", "file-written"))


def test_a_token_that_may_not_comment_costs_the_comment_alone(job: Job, world: World) -> None:
    world.forbidden.append(("POST", "comments", "pull_requests=write"))
    done = job.step(job.pull(), backend="lexical")
    assert done.code == 1
    assert "::notice title=skill-evals::there is no comment: GitHub refused" in done.log
    assert "permissions: pull-requests: write" in done.log
    assert "regressed" in done.summary
    assert done.outputs["comment-action"] == "nothing"


@pytest.mark.bug(61)
def test_a_draft_is_linted_and_not_run(job: Job, world: World) -> None:
    done = job.step(job.pull(draft=True), backend="lexical")
    assert done.code == 1
    assert done.outputs["calls"] == "0"
    (comment,) = world.comments.values()
    assert "**Not run here:** it is a draft" in comment["body"]


def test_where_no_credential_is_here_the_rest_is_told_and_nothing_is_red(job: Job, world: World) -> None:
    job.push("mended", without=FAULTY)
    job.check_out()
    done = job.step(job.pull(head_repo=payloads.FORK), backend="messages")
    assert done.code == 0, done.log
    (comment,) = world.comments.values()
    assert "no credential of a model reaches the job of a fork" in comment["body"]


@pytest.mark.bug(13)
def test_a_closed_pull_request_asks_nobody_anything(job: Job, world: World) -> None:
    done = job.step(job.pull(action="closed", state="closed"))
    assert (done.code, done.outputs["conclusion"], world.requests) == (0, "skipped", [])


def test_a_pull_request_that_concerns_no_skill_gets_no_comment(job: Job, world: World) -> None:
    job.origin.git("reset", "--quiet", "--hard", "main")
    job.origin.commit({"NOTES.txt": "nothing to do with skills"})
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    assert (done.code, done.outputs["conclusion"]) == (0, "success"), done.log
    assert not world.comments


@pytest.mark.bug(42)
def test_a_merge_queue_lints_and_says_nothing_on_the_pull_request(job: Job, world: World) -> None:
    payload = payloads.merge_group()
    payload["merge_group"]["base_sha"] = job.origin.git("rev-parse", "main").strip()
    done = job.step(payload, name="merge_group", backend="lexical")
    assert done.code == 1
    assert "title=stale-triggers (R001)::" in done.log, "by its hashes it was not measured"
    assert done.outputs["calls"] == "0"
    assert not world.comments


def test_on_pull_request_target_the_head_is_read_and_never_checked_out(job: Job, world: World) -> None:
    head = job.origin.git("rev-parse", "sharper-stones").strip()
    base = job.origin.git("rev-parse", "main").strip()
    world.merge_bases[f"{base}...{head}"] = base
    Repo(job.workspace, start=False).git("fetch", "--quiet", "origin", base)
    Repo(job.workspace, start=False).git("checkout", "--quiet", base)
    done = job.step(job.pull(head_repo=payloads.FORK), name="pull_request_target")
    assert (done.code, done.outputs["errors"], done.outputs["calls"]) == (1, "3", "0"), done.log
    assert not Repo(job.workspace, start=False).git("status", "--porcelain", "--", "plugins").strip()


def test_another_commit_than_the_events_is_refused(job: Job) -> None:
    Repo(job.workspace, start=False).commit({"sneaked.txt": "in"})
    payload = job.pull()
    job.environment = {"GITHUB_SHA": "d" * 40}
    done = job.step(payload, backend="lexical")
    assert done.code == 2
    assert "is checked out, and this event is about" in done.log
    assert set(done.outputs) == set(OUTPUTS)
    assert told_of_the_comment(done) == ("false", "false", "false")


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"mode": "lnit"}, "the input `mode` is 'lnit'"),
        ({"max-cost-usd": "five"}, "the input `max-cost-usd` is 'five'"),
        ({"working-directory": "../elsewhere"}, "leads out of the workspace"),
        ({"backend": "mesages"}, "there is no backend named `mesages`"),
    ],
)
def test_a_slip_in_the_workflow_is_one_error_with_its_cure(job: Job, inputs: dict[str, str], says: str) -> None:
    done = job.step(job.pull(), **inputs)
    assert done.code == 2
    assert "::error title=skill-evals::" in done.log
    assert says in done.log
    assert done.outputs["exit-code"] == "2"


def test_a_backend_that_this_image_lacks_is_refused_before_anything_is_spent(
    job: Job, world: World, tmp_path: Path
) -> None:
    (tmp_path / "claude_agent_sdk.py").write_text("", encoding="utf-8")  # no package, whatever else is installed
    job.environment = {"PYTHONPATH": str(tmp_path)}
    done = job.step(job.pull(), backend="claude-code", **{"api-key": "key-marker", "github-token": ""})
    assert (done.code, done.outputs["calls"], done.outputs["conclusion"]) == (2, "0", "failure"), done.log
    assert "needs claude-agent-sdk, which is not installed" in done.summary
    assert "there is no token to ask GitHub with" in done.log
    assert "org/skill-evals-action/claude-code@v1" in done.summary
    assert not world.requests, "without a token nothing is asked of GitHub"


@pytest.mark.bug(32)
def test_findings_in_a_folder_are_annotated_from_the_top_of_the_repository(job: Job) -> None:
    done = job.step(job.pull(), backend="lexical", **{"working-directory": "plugins/shipping"})
    assert done.log.count(f"::error file={FAULTY},line=") == 3, done.log
    assert (job.workspace / done.outputs["report-path"]).is_file()


def test_neither_token_nor_key_is_told_to_anybody(job: Job, world: World) -> None:
    done = job.step(job.pull(), backend="lexical", **{"api-key": "key-marker"})
    written = [path for path in job.folder.rglob("*") if path.is_file() and job.origin.root not in path.parents]
    for marker in ("token-marker", "key-marker"):
        assert marker not in done.log + done.summary + str(done.outputs)
        assert not [path for path in written if marker.encode() in path.read_bytes()]
        assert not [one for one in world.requests if marker in f"{one.path}{one.body}"]
    assert {name for one in world.requests for name, value in one.headers.items() if "marker" in value} == {
        "authorization"
    }


@pytest.mark.bug(5)
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to somebody else")
def test_a_workspace_of_another_user_is_read_all_the_same(job: Job) -> None:
    sha = Repo(job.workspace, start=False).git("rev-parse", "HEAD").strip()
    for folder, names, files in os.walk(job.workspace):
        for name in (*names, *files, "."):
            os.chown(Path(folder) / name, 1001, 1001, follow_symlinks=False)
    assert job.step(job.pull(), sha=sha, backend="lexical").code == 1
