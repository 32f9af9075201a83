"""A comment that cannot be written as it should be: what is said of it is true, and nothing else is given up."""

import pytest

from action.test_publish_comment import HEAD, NEXT, body, draft
from servers.github.exchange import Refusal
from servers.github.world import World
from skill_evals.app.publish import publish_comment
from skill_evals.edges.github.api import GitHub
from skill_evals.report.sticky import Action

READ_ONLY = Refusal(status=403, headers={"X-Accepted-GitHub-Permissions": "pull_requests=write"})
LOST = Refusal(status=502, message="Bad Gateway")


def test_a_token_that_lost_its_right_leaves_a_comment_that_is_out_of_date(world: World, github: GitHub) -> None:
    number = world.comment(body(draft()))
    world.refusals.append(("PATCH", "comments", READ_ONLY))
    found = publish_comment(github, draft(run=32, head=NEXT))
    assert (found.action, found.id) == (Action.NOTHING, number)
    assert found.notice.startswith("the comment that stands is not brought up to date: GitHub refused PATCH")
    assert "`permissions: pull-requests: write`" in found.notice


def test_a_second_comment_that_cannot_be_removed_is_said(world: World, github: GitHub) -> None:
    first, second = world.comment(body(draft())), world.comment(body(draft()))
    world.refusals.append(("DELETE", "comments", READ_ONLY))
    found = publish_comment(github, draft(run=32, head=NEXT))
    assert (found.action, found.id) == (Action.UPDATE, first)
    assert found.notice.startswith("one more comment of this action's own is left: GitHub refused DELETE")
    assert second in world.comments


def test_a_comment_that_went_away_between_look_and_write_is_made_again(
    world: World, github: GitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = world.comment(body(draft(text="### old")))
    edit = github.edit_comment

    def removed_before(comment: int, text: str) -> None:
        world.comments.pop(comment, None)
        edit(comment, text)

    monkeypatch.setattr(github, "edit_comment", removed_before)
    found = publish_comment(github, draft(run=32, head=NEXT))
    assert (found.action, found.notice) == (Action.CREATE, "")
    assert [one["body"] for one in world.comments.values()] == [body(draft(run=32, head=NEXT))]
    assert old not in world.comments


@pytest.mark.parametrize(("verb", "says"), [("POST", "there is no comment"), ("PATCH", "is not brought up to date")])
def test_what_stays_lost_is_said_as_what_it_comes_to(world: World, github: GitHub, verb: str, says: str) -> None:
    if verb == "PATCH":
        world.comment(body(draft(text="### old", head=HEAD)))
    world.refusals += [(verb, "comments", LOST)] * 4
    found = publish_comment(github, draft(run=32, head=NEXT))
    assert found.action is Action.NOTHING
    assert says in found.notice
    assert "githubstatus.com" in found.notice
