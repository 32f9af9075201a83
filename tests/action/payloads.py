"""Payloads of our own making: only the members that are read, and a few that are not."""

from typing import Any

HOME: dict[str, Any] = {"id": 7001, "full_name": "mills/grinding", "default_branch": "main", "private": False}
FORK: dict[str, Any] = {"id": 9002, "full_name": "guest/grinding", "default_branch": "main", "private": False}
BASE_SHA, HEAD_SHA, MERGE_SHA = "b" * 40, "c" * 40, "d" * 40

ENVIRONMENT: dict[str, str] = {
    "GITHUB_SHA": MERGE_SHA,
    "GITHUB_REF": "refs/pull/12/merge",
    "GITHUB_REPOSITORY": HOME["full_name"],
    "GITHUB_REPOSITORY_ID": str(HOME["id"]),
    "GITHUB_RUN_ID": "4400",
    "GITHUB_RUN_NUMBER": "31",
    "GITHUB_RUN_ATTEMPT": "2",
    "GITHUB_WORKFLOW": "skills",
    "GITHUB_JOB": "evals",
    "GITHUB_ACTOR": "miller",
}


def pull(action: str = "synchronize", *, head_repo: dict[str, Any] | None = HOME, **more: Any) -> dict[str, Any]:
    """A ``pull_request`` payload; ``more`` are members of the pull request."""
    found = {
        "number": 12,
        "state": "open",
        "draft": False,
        "merged": False,
        "changed_files": 3,
        "title": "Sharpen @everyone ::error::",
        "base": {"sha": BASE_SHA, "ref": "main", "repo": HOME},
        "head": {"sha": HEAD_SHA, "ref": "sharper-stones", "repo": head_repo},
        **more,
    }
    return {"action": action, "number": 12, "repository": HOME, "pull_request": found}


def push(before: str = BASE_SHA, after: str = HEAD_SHA) -> dict[str, Any]:
    return {"ref": "refs/heads/main", "before": before, "after": after, "repository": HOME}


def merge_group() -> dict[str, Any]:
    return {
        "action": "checks_requested",
        "merge_group": {"base_sha": BASE_SHA, "head_sha": HEAD_SHA, "head_ref": "refs/heads/queue/main/pr-12"},
        "repository": HOME,
    }


def comment(body: str | None = "/evaluate", *, on_pull: bool = True, action: str = "created") -> dict[str, Any]:
    issue = {"number": 12, **({"pull_request": {"url": "…"}} if on_pull else {})}
    return {
        "action": action,
        "issue": issue,
        "comment": {"id": 555, "body": body, "user": {"login": "miller"}},
        "repository": HOME,
    }


def finished(event: str = "pull_request", *, head_repository: dict[str, Any] | None = FORK) -> dict[str, Any]:
    return {
        "action": "completed",
        "workflow_run": {
            "id": 4399,
            "event": event,
            "conclusion": "success",
            "head_sha": HEAD_SHA,
            "head_branch": "main",
            "head_repository": head_repository,
            "run_attempt": 1,
            "pull_requests": [],
        },
        "repository": HOME,
    }
