"""The publisher of another job's artefact: bound by GitHub's word to one pull request, whatever the artefact says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from action import payloads
from action.payloads import FORK, HEAD_SHA, HOME
from action.steps import step
from action.test_artefact import files_of, packed
from report.test_comment_fits import report as large
from servers.github.world import World
from skill_evals.app.action.by_event import mode_of
from skill_evals.app.action.mode import Held
from skill_evals.app.action.publishing import publish_run
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.artefact import write_artefact
from skill_evals.errors import GitHubError, UsageError
from skill_evals.model.artefact import Origin
from skill_evals.model.results import ResultsFile
from skill_evals.report.sticky import Action, stamp_of
from skill_evals.results.codec import encode

NEXT = "e" * 40
RUN = 4399
PATH = "a/evals/results.json"
RESULTS = encode(ResultsFile(skill="a", plugin="p"))
BRANCH = "sharper-stones"


def left(world: World, folder: Path, *, of: int = RUN, number: int = 7, **origin: Any) -> None:
    """A run leaves an artefact."""
    said = replace(Origin(repository=HOME["id"], run=of, head_sha=HEAD_SHA, event="pull_request"), **origin)
    report = large(1, 2, 1)
    run_of = report.run
    assert run_of is not None
    write_artefact(
        folder / str(number), replace(report, run=replace(run_of, backend="messages")), {PATH: RESULTS}, said
    )
    world.artefacts[number] = (of, "skill-evals", packed(files_of(folder / str(number))))


def finished(head_repository: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    payload = payloads.finished(head_repository=head_repository)
    payload["workflow_run"] |= {"head_branch": BRANCH, **more}
    return payload


@pytest.fixture(autouse=True)
def standing(world: World, tmp_path: Path) -> None:
    """A pull request of this repository, a run about it, and what it left."""
    world.me = "evals-app[bot]"
    world.push(BRANCH, {PATH: b"old\n"}, sha=HEAD_SHA, author="miller")
    world.pulls[12] = payloads.pull()["pull_request"]
    about(world, HOME)
    left(world, tmp_path)


def about(world: World, head_repository: dict[str, Any] | None, **more: Any) -> None:
    """What GitHub's API says of the run; the payload may say less."""
    world.runs[RUN] = finished(head_repository, **more)["workflow_run"]


def publish(github: GitHub, payload: dict[str, Any] | None = None, **inputs: str) -> Any:
    return publish_run(step(github, "workflow_run", payload or finished(HOME), **inputs))


def nothing(world: World) -> bool:
    return not world.comments and not world.checks and len(world.commits) == 1


def test_comment_check_and_commit_come_from_the_data(world: World, github: GitHub) -> None:
    found = publish(github)
    assert found.committed.sha == found.head == world.branches[BRANCH]
    (comment,) = world.comments.values()
    assert comment["number"] == 12
    stamp = stamp_of(comment["body"])
    assert stamp is not None
    assert (stamp.head, stamp.run) == (found.head, RUN)
    (check,) = world.checks.values()
    assert check["head_sha"] == found.head
    assert len(check["annotations"]) == 1


def test_the_comment_alone_is_posted_where_nothing_else_is_asked_for(world: World, github: GitHub) -> None:
    asked = step(github, "workflow_run", finished(HOME), mode="post-comment", commit="pr", annotations="check")
    found = publish_run(replace(asked, mode=mode_of(asked.event, Held(asked=asked.options.asked, commit="pr"))))
    assert len(world.comments) == 1
    assert (len(world.checks), len(world.commits)) == (0, 1)
    assert found.committed is not None
    assert found.committed.why == "the input `mode` says post-comment"


def test_publishing_again_changes_nothing(world: World, github: GitHub) -> None:
    publish(github)
    again = publish(github)
    assert again.told.comment.action is Action.KEEP
    assert (len(world.comments), len(world.commits)) == (1, 2)


@pytest.mark.bug(43)
def test_bug_43_a_forks_pull_request_is_found_by_repository_branch_and_commit(world: World, github: GitHub) -> None:
    world.pulls[12] = payloads.pull(head_repo=FORK)["pull_request"]
    about(world, FORK)
    found = publish(github, finished(FORK))
    (comment,) = world.comments.values()
    assert "they are its claims" in comment["body"]
    assert found.committed.sha is None
    assert found.committed.patch is None
    assert len(world.commits) == 1


@pytest.mark.bug(57)
@pytest.mark.parametrize(
    "origin", [{"repository": 1}, {"run": 1}, {"head_sha": NEXT}, {"head_sha": "@everyone"}], ids=str
)
def test_bug_57_an_artefact_that_names_another_origin_is_refused(
    world: World, github: GitHub, tmp_path: Path, origin: dict[str, Any]
) -> None:
    left(world, tmp_path, **origin)
    with pytest.raises(UsageError, match="says that it is from"):
        publish(github)
    assert nothing(world)


@pytest.mark.bug(57)
def test_bug_57_a_pull_requests_number_in_the_artefact_is_not_even_read(
    world: World, github: GitHub, tmp_path: Path
) -> None:
    import json

    from action.test_artefact import listed

    world.pulls[99] = {**payloads.pull()["pull_request"], "number": 99, "head": {"sha": NEXT, "ref": "x", "repo": HOME}}
    files = listed(files_of(tmp_path / "7"), pull=99, number=99, pull_request={"number": 99})
    assert json.loads(files["manifest.json"])["pull"] == 99
    world.artefacts[7] = (RUN, "skill-evals", packed(files))
    publish(github)
    assert [one["number"] for one in world.comments.values()] == [12]


@pytest.mark.parametrize("data", [b"", b"no archive", packed({"report.json": b"{}"}), packed({"../x": b""})])
def test_what_is_no_artefact_of_ours_is_refused(world: World, github: GitHub, data: bytes) -> None:
    world.artefacts[7] = (RUN, "skill-evals", data)
    with pytest.raises(UsageError):
        publish(github)
    assert nothing(world)


@pytest.mark.bug(56)
def test_bug_56_a_head_that_moved_is_not_spoken_of(world: World, github: GitHub) -> None:
    world.push(BRANCH, {"a/SKILL.md": b"other"}, sha=NEXT, author="miller")
    found = publish(github)
    assert (found.superseded, found.report) == (True, None)
    assert not world.comments


@pytest.mark.bug(36)
def test_bug_36_a_head_that_moves_right_before_the_commit_is_not_spoken_of(world: World, github: GitHub) -> None:
    world.meanwhile = lambda: world.push(BRANCH, {"a/SKILL.md": b"other"}, sha=NEXT, author="miller")
    found = publish(github)
    assert (found.superseded, world.branches[BRANCH]) == (True, NEXT)
    assert (world.comments, world.checks) == ({}, {})


@pytest.mark.parametrize("event", ["push", "pull_request_target", "workflow_dispatch", "schedule"])
def test_only_runs_of_pull_requests_are_published(world: World, github: GitHub, event: str) -> None:
    about(world, HOME, event=event)
    found = publish(github)
    assert event in found.why
    assert nothing(world)


def test_the_api_is_believed_and_not_the_payload(world: World, github: GitHub) -> None:
    about(world, FORK)
    assert publish(github, finished(HOME)).report is None
    assert nothing(world)


@pytest.mark.bug(39)
def test_bug_39_the_run_of_a_fork_that_is_gone_has_nobody_to_be_told(world: World, github: GitHub) -> None:
    about(world, None)
    assert "gone" in publish(github, finished(None)).why
    assert nothing(world)


@pytest.mark.bug(41)
def test_bug_41_a_forks_branch_of_the_same_name_is_not_mistaken(world: World, github: GitHub) -> None:
    twin = {**FORK, "id": 9009, "full_name": "guest/other"}
    theirs = payloads.pull(head_repo=twin)["pull_request"]
    world.pulls = {13: {**theirs, "number": 13}}
    about(world, FORK)
    assert publish(github, finished(FORK)).report is None
    assert nothing(world)


def test_of_two_pull_requests_of_one_branch_the_one_at_the_commit_is_meant(world: World, github: GitHub) -> None:
    other = payloads.pull()["pull_request"]
    world.pulls[11] = {**other, "number": 11, "head": {**other["head"], "sha": NEXT, "repo": FORK}}
    world.pulls[13] = {**other, "number": 13, "state": "closed"}
    publish(github)
    assert [one["number"] for one in world.comments.values()] == [12]


def test_two_pull_requests_with_the_same_head_are_not_told_apart_by_guessing(world: World, github: GitHub) -> None:
    world.pulls[13] = {**payloads.pull()["pull_request"], "number": 13}
    found = publish(github)
    assert "cannot be told" in found.why
    assert nothing(world)


def test_a_run_without_an_artefact_is_said(world: World, github: GitHub) -> None:
    world.artefacts.clear()
    assert "left no artefact named `skill-evals`" in publish(github).why
    assert nothing(world)


def test_of_several_attempts_the_newest_artefact_counts(world: World, github: GitHub, tmp_path: Path) -> None:
    world.artefacts[6] = (RUN, "skill-evals", b"of an attempt before")
    assert publish(github).report is not None


def test_a_missing_permission_to_fetch_is_named(world: World, github: GitHub) -> None:
    world.forbidden.append(("GET", "artifacts", "actions=read"))
    with pytest.raises(GitHubError) as error:
        publish(github)
    assert error.value.cure == "give the job `permissions: actions: read`"


@pytest.mark.parametrize(("verb", "path"), [("POST", "comments"), ("POST", "check-runs"), ("GET", "/pulls/12")])
def test_what_is_refused_leaves_the_rest(world: World, github: GitHub, verb: str, path: str) -> None:
    if path == "/pulls/12":
        world.no_commits = True
    else:
        world.forbidden.append((verb, path, "something=write"))
    found = publish(github)
    told = (len(world.comments), len(world.checks), len(world.commits) - 1)
    assert sum(told) == 2
    assert found.told.notices or found.committed.why


def test_dependabots_run_is_published_as_any_other(world: World, github: GitHub) -> None:
    payload = finished(HOME)
    payload["sender"] = {"login": "dependabot[bot]"}
    assert publish(github, payload).report is not None


def test_the_second_job_of_a_run_publishes_what_the_first_one_left(
    world: World, github: GitHub, tmp_path: Path
) -> None:
    left(world, tmp_path, of=4400)
    found = publish_run(step(github, "pull_request", payloads.pull(), expected_head_sha=HEAD_SHA))
    assert found.committed is not None
    assert found.committed.sha == world.branches[BRANCH]
    assert len(world.comments) == 1


def test_the_second_job_says_nothing_of_a_head_that_moved(world: World, github: GitHub, tmp_path: Path) -> None:
    left(world, tmp_path, of=4400)
    world.push(BRANCH, {"a/SKILL.md": b"other"}, sha=NEXT, author="miller")
    found = publish_run(step(github, "pull_request", payloads.pull()))
    assert (found.superseded, len(world.comments)) == (True, 0)


def test_commit_off_publishes_without_a_commit(world: World, github: GitHub) -> None:
    found = publish(github, commit="off")
    assert (found.committed.sha, found.head) == (None, HEAD_SHA)
    assert found.committed.patch
    assert len(world.comments) == 1


def test_an_artefact_that_expired_is_none(world: World, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
    (gone,) = github.artefacts(RUN, "skill-evals")
    monkeypatch.setattr(github, "artefacts", lambda *_: (replace(gone, expired=True),))
    assert "left no artefact" in publish(github).why
    assert nothing(world)


def test_what_another_version_measured_says_so(world: World, github: GitHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.app.action.publishing.__version__", "99.0")
    publish(github)
    (comment,) = world.comments.values()
    assert "told by 99.0" in comment["body"]


def test_what_no_comment_can_hold_is_refused_before_anything_is_written(
    world: World, github: GitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill_evals.app.action.publishing._LONGEST", 10)
    with pytest.raises(UsageError, match="more than fits into a comment"):
        publish(github)
    assert nothing(world)
