"""What GitHub's answers tell beside what was asked for, and what is made of it."""

from typing import Any

import pytest

from action.test_publish_comment import HEAD, NEXT, body, draft
from servers.github.exchange import Refusal
from servers.github.world import REPOSITORY, World
from skill_evals.app.publish import publish_comment
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Pace, Wire
from skill_evals.errors import GitHubError
from skill_evals.model.publication import Commit
from skill_evals.report.sticky import Action

ALERTS = {"alerts_threshold": "errors", "security_alerts_threshold": "none"}


def of(world: World, token: str) -> GitHub:
    return GitHub(Wire(token, api_url=world.url, pace=Pace(between_writes=0, backoff=0)), REPOSITORY)


def test_a_comment_that_somebody_hid_is_left_and_another_one_made(world: World, github: GitHub) -> None:
    hidden = world.comment(body(draft()))
    world.comments[hidden]["hidden"] = True
    found = publish_comment(github, draft(run=32, head=NEXT))
    assert found.action is Action.CREATE
    assert found.id != hidden
    assert world.comments[hidden]["body"] == body(draft())


@pytest.mark.parametrize(
    ("token", "me", "is_ours"),
    [("ghs_marker", "evals-app[bot]", False), ("ghp_marker", "evals-app", True), ("marker", "evals-app[bot]", True)],
    ids=["an App", "a person", "who knows"],
)
def test_an_app_is_not_mistaken_for_a_person_of_its_name(world: World, token: str, me: str, is_ours: bool) -> None:
    """GraphQL may leave the end of an App's login out, and anybody may call himself what is left."""
    world.me = me
    theirs = world.comment(body(draft(run=99, text="### forged")), author="evals-app")
    found = publish_comment(of(world, token), draft(run=31))
    assert (found.id == theirs) is is_ours
    assert world.comments[theirs]["body"] == body(draft(run=99, text="### forged"))


@pytest.mark.parametrize(
    ("kind", "parameters", "names"),
    [
        ("workflows", {"workflows": [{"path": ".github/workflows/all.yml", "repository_id": 1}]}, 1),
        ("code_scanning", {"code_scanning_tools": [{**ALERTS, "tool": "CodeQL"}, {**ALERTS, "tool": "other"}]}, 2),
        ("required_deployments", {"required_deployment_environments": ["staging"]}, 1),
        ("max_file_size", {"max_file_size": 5}, 0),
        ("deletion", None, 0),
    ],
)
def test_whatever_a_rule_wants_to_have_run_is_required(
    world: World, github: GitHub, kind: str, parameters: dict[str, Any] | None, names: int
) -> None:
    """None of it runs for a commit that starts no workflow."""
    world.rules.append({"type": kind, **({} if parameters is None else {"parameters": parameters})})
    assert len(github.required_checks("main")) == names


def test_a_branch_that_is_not_there_is_named_with_what_to_do(world: World, github: GitHub) -> None:
    with pytest.raises(GitHubError, match="there is no branch `data` that this token can see") as raised:
        github.branch_head("data")
    assert "push it first" in str(raised.value.cure)


@pytest.mark.parametrize(
    ("refusal", "lost"),
    [
        (Refusal(status=502, message="Bad Gateway"), True),
        (Refusal(status=200, untyped=True, message="Something went wrong"), True),
        (Refusal(status=200, kind="FORBIDDEN", message="Resource not accessible by integration"), False),
        (Refusal(status=200, kind="STALE_DATA", message="Expected branch to point to"), False),
        (Refusal(status=401, message="Bad credentials"), False),
    ],
)
def test_whether_a_commit_may_have_been_made_all_the_same(
    world: World, github: GitHub, refusal: Refusal, lost: bool
) -> None:
    """GraphQL gives up in the midst of its work with HTTP 200 and an error that has no type."""
    world.refusals.append(("POST", "graphql", refusal))
    with pytest.raises(GitHubError) as raised:
        github.commit(Commit(branch="topic", expected=HEAD, headline="Results", files={"a/results.json": b"{}"}))
    assert raised.value.lost is lost


@pytest.mark.parametrize("status", [302, 307, 308])
def test_a_redirection_that_is_not_followed_is_nothing_that_was_done(
    github: GitHub, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """GitHub redirects what is asked of a repository that was renamed, in the midst of a run as well."""
    answer = status, {"location": "/repositories/7001/issues/comments/1"}, '{"message": "Moved"}'
    monkeypatch.setattr("github.Requester.Requester.requestJson", lambda *_, **__: answer)
    with pytest.raises(GitHubError) as raised:
        github.edit_comment(1, "as it should be")
    assert (raised.value.status, raised.value.lost) == (status, False)
    assert "renamed" in str(raised.value.cure)


@pytest.mark.parametrize(("status", "lost"), [(502, True), (404, False)])
def test_an_answer_that_is_a_page_for_people_is_told_by_its_status(
    github: GitHub, monkeypatch: pytest.MonkeyPatch, status: int, lost: bool
) -> None:
    """As a proxy on the way answers."""
    monkeypatch.setattr(
        "github.Requester.Requester.requestJson", lambda *_, **__: (status, {}, "<html>no such thing</html>")
    )
    with pytest.raises(GitHubError) as raised:
        github.create_comment(12, "x")
    assert (raised.value.status, raised.value.lost) == (status, lost)


@pytest.mark.parametrize("text", ['{"id": 1', "[" * 200_000], ids=["cut off", "nested without end"])
def test_an_answer_that_is_cut_off_is_lost(github: GitHub, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("github.Requester.Requester.requestJson", lambda *_, **__: (201, {}, text))
    with pytest.raises(GitHubError, match="as if it were cut off") as raised:
        github.create_comment(12, "x")
    assert raised.value.lost
