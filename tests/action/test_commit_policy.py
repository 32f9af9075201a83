"""Whether results are committed, and where: the input ``commit`` against event, pull request, token and sweep."""

from dataclasses import replace
from typing import Any

import pytest

from action.payloads import BASE_SHA, HEAD_SHA
from report.test_check_run import report
from skill_evals.model.comparison import Comparison, ComparisonOutcome
from skill_evals.model.event import Event, Job, PullRequest, Repository, Tip
from skill_evals.model.report import RunSummary
from skill_evals.report.commit_policy import WAYS_OUT, CommitFacts, commit_decision, is_only_results, unfinished

HOME = Repository(id=7001, full_name="mills/grinding", default_branch="main")
FORK = Repository(id=9002, full_name="guest/grinding")
TWIN = Repository(id=9003, full_name="mills/grinding-too")


def event(name: str = "pull_request", ref: str = "refs/pull/12/merge") -> Event:
    return Event(name=name, action="", repository=HOME, job=Job(), sha=HEAD_SHA, ref=ref)


def pull(head: Repository | None = HOME, **more: Any) -> PullRequest:
    found = PullRequest(
        number=12,
        base=Tip(sha=BASE_SHA, ref="main", repository=HOME),
        head=Tip(sha=HEAD_SHA, ref="topic/#1 & 'more'", repository=head),
    )
    return replace(found, **more)


def facts(**more: Any) -> CommitFacts:
    found = CommitFacts(setting="auto", event=event(), pull=pull(), required=())
    return replace(found, **more)


PUSH = {"pull": None, "event": event("push", "refs/heads/main")}


@pytest.mark.parametrize("setting", ["auto", "pr"])
def test_a_pull_request_from_the_default_branch_writes_nothing_to_it(setting: str) -> None:
    """Anyone who may read a public repository can open one, from main to an old branch."""
    head = Tip(sha=HEAD_SHA, ref="main", repository=HOME)
    decision = commit_decision(facts(setting=setting, workflow_token=False, pull=replace(pull(), head=head)))
    assert decision.branch is None
    assert "the default branch" in decision.why


@pytest.mark.parametrize(
    ("given", "branch"),
    [
        ({}, "topic/#1 & 'more'"),
        ({"setting": "pr", "required": ("lint",)}, "topic/#1 & 'more'"),
        ({"workflow_token": False, "required": ("lint",)}, "topic/#1 & 'more'"),
        ({"setting": "branch:results", "required": ("lint",)}, "results"),
        ({"setting": "default-branch", **PUSH}, "main"),
        ({"setting": "branch:results", **PUSH}, "results"),
        ({"pull": pull(draft=True), "drafts": True}, "topic/#1 & 'more'"),
        ({"setting": "pr", "backend": "lexical"}, "topic/#1 & 'more'"),
    ],
)
def test_it_is_committed(given: dict[str, Any], branch: str) -> None:
    assert commit_decision(facts(**given)).branch == branch


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"setting": "off"}, "says off"),
        ({"forbidden": "this job runs, and another publishes"}, "another publishes"),
        ({"event": event("pull_request_target")}, "pull_request_target"),
        ({"event": event("merge_group", "refs/heads/gh-readonly-queue/main/pr-12"), "pull": None}, "merge queue"),
        ({"event": event("push", "refs/tags/v1"), "pull": None, "setting": "branch:results"}, "a tag"),
        ({"pull": pull(is_open=False)}, "closed"),
        ({"pull": pull(is_open=False, merged=True)}, "merged"),
        ({"pull": pull(FORK)}, "a fork's branch"),
        ({"pull": pull(FORK), "setting": "branch:results"}, "a fork's branch"),
        ({"pull": pull(draft=True)}, "a draft"),
        ({"unfinished": "not everything was measured: $5 are spent"}, "$5 are spent"),
        ({"backend": "lexical"}, "`lexical`"),
        ({"backend": "replay"}, "`replay`"),
        ({"pull": None, "event": event("workflow_dispatch", "refs/heads/main")}, "pull requests only"),
        ({"setting": "default-branch"}, "where the default branch itself is measured"),
        ({"setting": "default-branch", "pull": None, "event": event("push", "refs/heads/x")}, "default branch itself"),
    ],
)
def test_it_is_not_committed(given: dict[str, Any], why: str) -> None:
    found = commit_decision(facts(**given))
    assert found.branch is None
    assert why in found.why
    assert not found.superseded


@pytest.mark.bug(37)
@pytest.mark.parametrize("required", [("lint",), None])
def test_bug_37_a_required_check_that_the_commit_would_leave_pending_forbids_it(required: tuple[str] | None) -> None:
    found = commit_decision(facts(required=required))
    assert found.branch is None
    assert found.ways_out == WAYS_OUT
    assert ("`lint`" if required else "cannot be told") in found.why


@pytest.mark.bug(39)
def test_bug_39_the_branch_of_a_deleted_fork_is_a_forks() -> None:
    assert "fork" in commit_decision(facts(pull=pull(None))).why


@pytest.mark.bug(40)
def test_bug_40_another_repository_of_the_same_owner_is_a_fork() -> None:
    assert "fork" in commit_decision(facts(pull=pull(TWIN))).why


def test_a_head_that_moved_is_superseded() -> None:
    found = commit_decision(facts(moved="the head moved from c to d"))
    assert (found.branch, found.superseded) == (None, True)


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a/evals/results.json", "a/evals/results.provenance.json"], True),
        (["evals/results.yaml"], True),
        (["a/evals/results.json", "a/SKILL.md"], False),
        (["my-results.json"], False),
        (["results.json/SKILL.md"], False),
        ([], False),
    ],
)
def test_a_commit_of_nothing_but_results(paths: list[str], *, expected: bool) -> None:
    assert is_only_results(paths) is expected


def test_only_a_sweep_that_came_to_its_end_may_be_committed() -> None:
    run = RunSummary(backend="messages", models=("m",))
    whole = report(run=run, comparison=Comparison(outcome=ComparisonOutcome.REGRESSED, families=()))
    assert unfinished(whole) == ""
    assert unfinished(report()) == "nothing was run"
    assert "no key" in unfinished(replace(whole, unmeasured="no key"))
    assert "$5" in unfinished(replace(whole, run=replace(run, partial="$5 are spent")))
    assert unfinished(replace(whole, exit_code=3))
    for outcome in (ComparisonOutcome.INVALID, ComparisonOutcome.PARTIAL):
        assert unfinished(replace(whole, comparison=Comparison(outcome=outcome, families=())))
