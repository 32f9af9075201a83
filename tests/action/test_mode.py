"""Every event, and what a job does about it: what is judged against what, what is run, commented and committed."""

from typing import Any

import pytest

from action import payloads
from skill_evals.app.action.by_event import KNOWN, mode_of
from skill_evals.app.action.mode import DRY, Against, Asked, Held, Mode, Task
from skill_evals.edges.github.payload import event_of
from skill_evals.errors import UsageError
from skill_evals.model.event import NO_COMMIT
from skill_evals.run.record_members import Members

_BARE = Held()


def decide(name: str, payload: dict[str, Any], held: Held = _BARE, **environment: str) -> Mode:
    event = event_of(name, Members(where="payload", values=payload), {**payloads.ENVIRONMENT, **environment})
    return mode_of(event, held)


MAIN, TAG = "refs/heads/main", "refs/tags/v3"


@pytest.mark.parametrize(
    ("name", "payload", "ref", "runs", "comments", "commits", "against"),
    [
        ("pull_request", payloads.pull("opened"), "", True, True, True, Against.PULL_REQUEST),
        ("pull_request", payloads.pull(head_repo=payloads.FORK), "", True, True, False, Against.PULL_REQUEST),
        ("pull_request", payloads.pull(head_repo=None), "", True, True, False, Against.PULL_REQUEST),
        ("pull_request", payloads.pull(draft=True), "", False, True, False, Against.PULL_REQUEST),
        ("pull_request_target", payloads.pull(head_repo=payloads.FORK), "", False, True, False, Against.PULL_REQUEST),
        ("merge_group", payloads.merge_group(), "", False, False, False, Against.SHA),
        ("push", payloads.push(), MAIN, False, False, False, Against.BEFORE),
        ("push", payloads.push(before=NO_COMMIT), "refs/heads/new", False, False, False, Against.BEFORE),
        ("push", payloads.push(), TAG, False, False, False, Against.BEFORE),
        ("workflow_dispatch", {"repository": payloads.HOME}, MAIN, True, False, True, Against.NOTHING),
        ("schedule", {}, MAIN, True, False, True, Against.NOTHING),
    ],
)
def test_what_is_judged(
    name: str, payload: dict[str, Any], ref: str, runs: bool, comments: bool, commits: bool, against: Against
) -> None:
    mode = decide(name, payload, GITHUB_REF=ref)
    assert mode.task is Task.JUDGE
    assert (mode.runs, not mode.not_commented, not mode.not_committed) == (runs, comments, commits)
    assert mode.against is against
    assert mode.blobs_only is (name == "pull_request_target")


@pytest.mark.parametrize(
    ("name", "payload", "task", "because"),
    [
        ("pull_request", payloads.pull("closed", state="closed"), Task.NOTHING, "pull request 12 is closed"),
        ("pull_request_target", payloads.pull("closed", state="closed"), Task.NOTHING, "pull request 12 is closed"),
        ("push", payloads.push(after=NO_COMMIT), Task.NOTHING, "refs/heads/old was deleted"),
        ("issue_comment", payloads.comment("/evaluate"), Task.EVALUATE, "miller wrote /evaluate on pull request 12"),
        ("issue_comment", payloads.comment(f"/evaluate {'a' * 40}\nplease"), Task.EVALUATE, "miller wrote"),
        ("issue_comment", payloads.comment("see\n/evaluate"), Task.NOTHING, "does not begin with /evaluate"),
        ("issue_comment", payloads.comment("/evaluated"), Task.NOTHING, "does not begin with /evaluate"),
        ("issue_comment", payloads.comment(None), Task.NOTHING, "does not begin with /evaluate"),
        ("issue_comment", payloads.comment(action="edited"), Task.NOTHING, "only a new comment"),
        ("issue_comment", payloads.comment(on_pull=False), Task.NOTHING, "on no pull request"),
        ("workflow_run", payloads.finished(), Task.PUBLISH, "a workflow's run ended"),
    ],
)
def test_what_is_not_judged(name: str, payload: dict[str, Any], task: Task, because: str) -> None:
    mode = decide(name, payload, GITHUB_REF="refs/heads/old")
    assert mode.task is task
    assert because in mode.because


@pytest.mark.parametrize(
    "held",
    [
        Held(asked=Asked.EVAL),
        Held(asked=Asked.MERGE),
        Held(backend="messages"),
        Held(commit="pr"),
        Held(commit="branch:data"),
    ],
)
def test_a_strangers_head_is_never_run_beside_secrets(held: Held) -> None:
    with pytest.raises(UsageError, match="never done on pull_request_target"):
        decide("pull_request_target", payloads.pull(head_repo=payloads.FORK), held)


def test_a_draft_is_measured_where_that_is_asked_for() -> None:
    mode = decide("pull_request", payloads.pull(draft=True), Held(drafts=True))
    assert mode.runs
    assert not mode.not_committed


def test_a_queue_pays_for_nothing() -> None:
    with pytest.raises(UsageError, match="in a merge queue"):
        decide("merge_group", payloads.merge_group(), Held(asked=Asked.EVAL))


def test_a_job_that_only_runs_publishes_nothing() -> None:
    mode = decide("pull_request", payloads.pull(), Held(asked=Asked.EVAL))
    assert mode.runs
    assert "another publishes" in mode.not_commented
    assert "another publishes" in mode.not_committed


@pytest.mark.parametrize("asked", [Asked.EVAL, Asked.MERGE])
def test_a_push_has_no_other_job_that_commits_what_it_measured(asked: Asked) -> None:
    """The third way out of the pending checks of docs/action.md: after the merge."""
    mode = decide("push", payloads.push(), Held(asked=asked, commit="default-branch"), GITHUB_REF=MAIN)
    assert (mode.runs, mode.not_committed) == (True, "")
    assert decide(
        "push", payloads.push(), Held(asked=Asked.PLAN, commit="default-branch"), GITHUB_REF=MAIN
    ).not_committed


def test_a_dry_run_leaves_github_as_it_is() -> None:
    mode = decide("pull_request", payloads.pull(), Held(dry=True))
    assert (mode.task, mode.not_commented, mode.not_committed) == (Task.JUDGE, DRY, DRY)
    for name, payload in (("workflow_run", payloads.finished()), ("issue_comment", payloads.comment("/evaluate"))):
        mode = decide(name, payload, Held(dry=True))
        assert mode.task is Task.NOTHING
        assert "dry-run" in mode.because


def test_mode_lint_runs_nothing_and_commits_nothing() -> None:
    mode = decide("pull_request", payloads.pull(), Held(asked=Asked.LINT))
    assert (mode.not_run, mode.not_committed) == ("the input `mode` says lint", "nothing was run")


def test_a_job_that_only_publishes_looks_at_no_event() -> None:
    for name, payload in (("pull_request", payloads.pull()), ("workflow_dispatch", {"repository": payloads.HOME})):
        assert decide(name, payload, Held(asked=Asked.PUBLISH)).task is Task.PUBLISH


def test_an_unknown_event_is_said_with_those_that_are_known() -> None:
    with pytest.raises(UsageError) as error:
        decide("deployment", {"repository": payloads.HOME})
    assert all(name in (error.value.cure or "") for name in KNOWN)
