"""The payload of an event → Event. It holds what strangers wrote: titles, branches, comments, names of repositories.

Members are those of https://docs.github.com/en/webhooks/webhook-events-and-payloads.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from skill_evals.errors import UsageError
from skill_evals.model.event import (
    Comment,
    Event,
    FinishedRun,
    Job,
    MergeGroup,
    PullRequest,
    Push,
    Repository,
    Tip,
)
from skill_evals.run.record_members import Members

_CURE = "give it the file that GitHub wrote (GITHUB_EVENT_PATH)"
_LARGEST = 32 * 2**20
"""GitHub sends no payload of more than 25 MB."""


def read_event(environment: Mapping[str, str]) -> Event:
    """The event of the job that this process runs in.

    Raises:
        UsageError: this is no job of GitHub Actions, or the payload is not one of its event's.
    """
    name = environment.get("GITHUB_EVENT_NAME", "")
    path = environment.get("GITHUB_EVENT_PATH", "")
    if not name or not path:
        raise UsageError(
            "this is no job of GitHub Actions: GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are not set",
            cure="run `skill-evals pr` here; `skill-evals action` is for a workflow's step",
        )
    payload = Members(where="the event's payload", values=_read(Path(path)), cure=_CURE)
    return event_of(name, payload, environment)


def event_of(name: str, payload: Members, environment: Mapping[str, str]) -> Event:
    """An event by its name and payload.

    Raises:
        UsageError: a member is missing or of the wrong type.
    """
    event = Event(
        name=name,
        action="" if payload.absent("action") else payload.text("action"),
        repository=_required_repository(payload, environment),
        job=_job(environment),
        sha=environment.get("GITHUB_SHA", ""),
        ref=environment.get("GITHUB_REF", ""),
    )
    complete = _READERS.get(name)
    return event if complete is None else complete(event, payload)


def _read(path: Path) -> Mapping[str, object]:
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise UsageError(f"{path} is larger than any payload of GitHub's", cure=_CURE)
        found = json.loads(data)
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no JSON"
        raise UsageError(f"the event's payload {path} cannot be read: {reason}", cure=_CURE) from error
    if not isinstance(found, dict):
        raise UsageError(f"the event's payload {path} is no object", cure=_CURE)
    return found


def _of_pull_request(event: Event, payload: Members) -> Event:
    return replace(event, pull=pull_request_of(payload.member("pull_request")))


def pull_request_of(pull: Members) -> PullRequest:
    """A pull request as payloads and the API have it."""
    return PullRequest(
        number=pull.integer("number"),
        base=_tip(pull.member("base")),
        head=_tip(pull.member("head")),
        is_open=pull.text("state", "open") == "open",
        draft=not pull.absent("draft") and pull.flag("draft"),
        merged=not pull.absent("merged") and pull.flag("merged"),
    )


def _of_push(event: Event, payload: Members) -> Event:
    return replace(event, push=Push(before=payload.text("before"), after=payload.text("after")))


def _of_merge_group(event: Event, payload: Members) -> Event:
    group = payload.member("merge_group")
    return replace(event, merge_group=MergeGroup(base_sha=group.text("base_sha"), head_sha=group.text("head_sha")))


def _of_issue_comment(event: Event, payload: Members) -> Event:
    comment, issue = payload.member("comment"), payload.member("issue")
    found = Comment(
        id=comment.integer("id"),
        body="" if comment.absent("body") else comment.text("body"),
        author="" if comment.absent("user") else comment.member("user").text("login"),
        pull=None if issue.absent("pull_request") else issue.integer("number"),
    )
    return replace(event, comment=found)


def _of_workflow_run(event: Event, payload: Members) -> Event:
    return replace(event, finished=finished_run_of(payload.member("workflow_run")))


def finished_run_of(run: Members) -> FinishedRun:
    """A run of a workflow as payloads and the API have it."""
    return FinishedRun(
        id=run.integer("id"),
        event=run.text("event"),
        conclusion="" if run.absent("conclusion") else run.text("conclusion"),
        head_sha=run.text("head_sha"),
        head_branch="" if run.absent("head_branch") else run.text("head_branch"),
        head_repository=_repository(run, "head_repository"),
        attempt=run.integer("run_attempt", 1),
        created="" if run.absent("created_at") else run.text("created_at"),
    )


_READERS: Mapping[str, Callable[[Event, Members], Event]] = MappingProxyType(
    {
        "pull_request": _of_pull_request,
        "pull_request_target": _of_pull_request,
        "push": _of_push,
        "merge_group": _of_merge_group,
        "issue_comment": _of_issue_comment,
        "workflow_run": _of_workflow_run,
    }
)


def _tip(tip: Members) -> Tip:
    return Tip(sha=tip.text("sha"), ref=tip.text("ref"), repository=_repository(tip, "repo"))


def _repository(holder: Members, name: str) -> Repository | None:
    if holder.absent(name):
        return None
    found = holder.member(name)
    return Repository(
        id=found.integer("id"),
        full_name=found.text("full_name"),
        default_branch="" if found.absent("default_branch") else found.text("default_branch"),
        private=not found.absent("private") and found.flag("private"),
    )


def _required_repository(payload: Members, environment: Mapping[str, str]) -> Repository:
    """A scheduled run's payload names no repository; the environment always does."""
    found = _repository(payload, "repository")
    if found is not None:
        return found
    name, number = environment.get("GITHUB_REPOSITORY", ""), environment.get("GITHUB_REPOSITORY_ID", "")
    if not name or not number.isdecimal():
        raise payload.wrong("repository", "an object")
    return Repository(id=int(number), full_name=name)


def _job(environment: Mapping[str, str]) -> Job:
    default = Job()
    return Job(
        run_id=_number(environment, "GITHUB_RUN_ID", 0),
        attempt=_number(environment, "GITHUB_RUN_ATTEMPT", 1),
        server_url=environment.get("GITHUB_SERVER_URL") or default.server_url,
        api_url=environment.get("GITHUB_API_URL") or default.api_url,
    )


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else default
