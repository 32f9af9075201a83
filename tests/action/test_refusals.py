"""What a refusal of GitHub's says to whoever reads the log: the cause, and what to do about just that."""

from typing import Any

import pytest

from skill_evals.edges.github.refusal import Refusal

ACCEPTED = "x-accepted-github-permissions"


def refused(status: int, message: str, headers: dict[str, str] | None = None, **data: Any) -> str:
    error = Refusal(status=status, headers=headers or {}, data={"message": message, **data}).error(
        "POST /x", now=0.0, needs=""
    )
    assert message in error.message
    assert error.status == status
    return str(error.cure)


@pytest.mark.parametrize(
    ("accepted", "cure"),
    [
        ("checks=write", "give the job `permissions: checks: write`"),
        ("pull_requests=write", "give the job `permissions: pull-requests: write`"),
        (
            "issues=write; pull_requests=write",
            "give the job `permissions: issues: write` or `pull-requests: write`",
        ),
        (
            "contents=write,workflows=write; administration=write",
            "give the job `permissions: contents: write` and `workflows: write` or `administration: write`",
        ),
        ("", "see whether the token may do this"),
    ],
)
def test_a_missing_permission_is_named_as_a_workflow_writes_it(accepted: str, cure: str) -> None:
    assert refused(403, "Resource not accessible by integration", {ACCEPTED: accepted}) == cure


@pytest.mark.parametrize(
    ("status", "message", "cure"),
    [
        (307, "Temporary Redirect", "run this job again: the repository was renamed"),
        (401, "Bad credentials", "`github-token` that is valid"),
        (403, "Unable to create comment because issue is locked.", "unlock the conversation"),
        (422, "Unable to create comment because issue is locked.", "unlock the conversation"),
        (410, "Issues are disabled for this repo", "switched off in the repository's settings"),
        (422, "Validation Failed", "see what GitHub says of it"),
        (409, "Conflict", "see what GitHub says of it"),
        (500, "Server Error", "githubstatus.com"),
        (504, "Gateway Timeout", "githubstatus.com"),
    ],
)
def test_the_cure_is_one_for_that_cause(status: int, message: str, cure: str) -> None:
    assert cure in refused(status, message, {ACCEPTED: "issues=write"} if "locked" in message else {})


def test_what_graphql_cannot_say_is_for_later() -> None:
    assert "githubstatus.com" in refused(200, "", errors=[{"message": "Something went wrong"}])
