"""The payload of an event: what is read of it, and what is said of one that GitHub would not send."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from action import payloads
from skill_evals.edges.github.payload import event_of, read_event
from skill_evals.errors import UsageError
from skill_evals.model.event import Event, Repository
from skill_evals.run.record_members import Members


def read(name: str, payload: dict[str, Any], **environment: str) -> Event:
    return event_of(name, Members(where="payload", values=payload), {**payloads.ENVIRONMENT, **environment})


def test_a_pull_request_with_its_job() -> None:
    event = read("pull_request", payloads.pull())
    assert event.pull is not None
    assert (event.action, event.pull.number, event.pull.head.ref) == ("synchronize", 12, "sharper-stones")
    assert (event.pull.base.sha, event.pull.head.sha, event.sha) == ("b" * 40, "c" * 40, "d" * 40)
    assert (event.job.run_id, event.job.attempt) == (4400, 2)
    assert event.job.api_url == "https://api.github.com"
    assert not event.pull.is_fork


@pytest.mark.parametrize(
    ("head", "is_fork"),
    [
        (payloads.HOME, False),
        (payloads.FORK, True),
        pytest.param({**payloads.HOME, "id": 7002, "full_name": "mills/twin"}, True, id="two of one owner's"),
        pytest.param({**payloads.HOME, "full_name": "mills/renamed"}, False, id="renamed since"),
        pytest.param(None, True, id="the fork was deleted"),
    ],
)
def test_a_fork_is_told_by_the_ids_of_repositories(head: dict[str, Any] | None, is_fork: bool) -> None:
    event = read("pull_request", payloads.pull(head_repo=head))
    assert event.pull is not None
    assert event.pull.is_fork is is_fork


def test_an_enterprise_server_is_asked_where_it_is() -> None:
    event = read("push", payloads.push(), GITHUB_API_URL="https://ghe.example/api/v3", GITHUB_SERVER_URL="")
    assert event.job.api_url == "https://ghe.example/api/v3"
    assert event.job.server_url == "https://github.com"


def test_the_other_events() -> None:
    group = read("merge_group", payloads.merge_group()).merge_group
    assert group is not None
    assert (group.base_sha, group.head_sha) == ("b" * 40, "c" * 40)
    comment = read("issue_comment", payloads.comment("/evaluate")).comment
    assert comment is not None
    assert (comment.body, comment.author, comment.pull) == ("/evaluate", "miller", 12)
    assert read("issue_comment", payloads.comment(None, on_pull=False)).comment == type(comment)(
        id=555, body="", author="miller", pull=None
    )
    done = read("workflow_run", payloads.finished()).finished
    assert done is not None
    assert (done.id, done.event, done.head_repository) == (
        4399,
        "pull_request",
        Repository(id=9002, full_name="guest/grinding", default_branch="main"),
    )


def test_a_scheduled_run_names_its_repository_in_the_environment_only() -> None:
    assert read("schedule", {"schedule": "0 3 * * *"}).repository == Repository(id=7001, full_name="mills/grinding")


@pytest.mark.parametrize(
    ("name", "payload", "says"),
    [
        ("pull_request", {"repository": payloads.HOME}, "payload, pull_request: `number` must be an integer"),
        ("pull_request", payloads.pull(number="12"), "payload, pull_request: `number` must be an integer"),
        ("pull_request", payloads.pull(head=None), "payload, pull_request: `head` must be an object"),
        ("push", {"repository": payloads.HOME, "after": 1, "before": ""}, "payload: `after` must be a text"),
        ("merge_group", {"repository": payloads.HOME}, "payload, merge_group: `base_sha` must be a text"),
        ("push", {"repository": []}, "payload: `repository` must be an object"),
    ],
)
def test_what_is_no_payload_is_said(name: str, payload: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError) as error:
        read(name, payload)
    assert error.value.message == says


def test_the_file_of_the_runner(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    environment = {**payloads.ENVIRONMENT, "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": str(path)}
    for data, says in [
        (None, "cannot be read: No such file or directory"),
        (b"{", "cannot be read: it is no JSON"),
        (b"[" * 100_000, "cannot be read: it is no JSON"),
        (b"[]", "is no object"),
    ]:
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(UsageError, match=says):
            read_event(environment)
    path.write_text(json.dumps(payloads.pull()))
    assert read_event(environment).pull is not None
    with pytest.raises(UsageError, match="no job of GitHub Actions"):
        read_event({})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(payloads.pull())), inner),
    max_leaves=12,
)
NAMES = ("pull_request", "pull_request_target", "push", "merge_group", "issue_comment", "workflow_run", "schedule")


@given(name=st.sampled_from(NAMES), payload=st.dictionaries(st.sampled_from(sorted(payloads.pull())), JSON))
def test_any_object_is_an_event_or_an_error_in_words(name: str, payload: dict[str, Any]) -> None:
    said = ""
    try:
        read(name, payload)
    except UsageError as error:
        said = error.message
    assert not said or "must be" in said
