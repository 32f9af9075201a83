"""`/evaluate` where GitHub answers late, not at all, or with a refusal: no status stays pending, and no answer lies."""

import pytest

from action import payloads
from action.payloads import HEAD_SHA
from action.steps import step
from action.test_evaluate import ME, OTHER, answers, ask, pending, standing, states, swept, under_way, url_of
from servers.github.exchange import Refusal
from servers.github.world import World
from skill_evals.app.action.evaluate import publish_evaluation
from skill_evals.app.action.evaluate_status import CONTEXT
from skill_evals.app.action.step import Step
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import GitHubError

__all__ = ["standing"]

LOST = Refusal(status=502, message="Bad Gateway")


@pytest.mark.parametrize("author", ["dependabot[bot]", ""], ids=["an App", "nobody any more"])
def test_whom_github_does_not_know_as_a_user_may_not(world: World, github: GitHub, author: str) -> None:
    world.refusals.append(("GET", "/permission", Refusal(status=404, message="dependabot[bot] is not a user")))
    found = ask(github, author=author)
    assert found.sha is None
    assert "write is needed" in found.why
    assert (states(world), answers(world)) == ([], [])


def test_who_may_is_not_guessed_where_github_does_not_say(world: World, github: GitHub) -> None:
    world.forbidden.append(("GET", "/permission", "metadata=read"))
    with pytest.raises(GitHubError):
        ask(github)


def test_an_answer_does_not_go_on_promising_a_status_that_was_refused(world: World, github: GitHub) -> None:
    world.forbidden.append(("POST", "/statuses/", "statuses=write"))
    with pytest.raises(GitHubError):
        ask(github)
    (answer,) = answers(world)
    assert answer.startswith("Not evaluated: ")
    assert "`permissions: statuses: write`" in answer


def test_where_it_cannot_be_told_who_else_evaluates_the_status_ends(world: World, github: GitHub) -> None:
    """The second look comes when the status is pending already."""
    world.before_status = lambda: world.refusals.extend([("GET", "/statuses", LOST)] * 4)
    with pytest.raises(GitHubError):
        ask(github)
    assert states(world) == ["error", "pending"]
    assert answers(world)[0].startswith("Not evaluated: ")


@pytest.mark.parametrize("done", [False, True])
def test_a_lost_answer_about_a_status_is_asked_for_again(world: World, github: GitHub, done: bool) -> None:
    """To set it twice says nothing else, and the one that ends an evaluation has to arrive."""
    world.refusals.append(("POST", "/statuses/", Refusal(status=502, message="Bad Gateway", done=done)))
    assert ask(github).sha == HEAD_SHA
    assert states(world) == ["pending", "pending"][: 1 + done]
    world.refusals += [("POST", "/statuses/", LOST)] * 3
    publish_evaluation(publishing(github))
    assert states(world)[0] == "error"


def publishing(github: GitHub) -> Step:
    return step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA)


def test_one_that_stood_back_does_not_hide_a_status_from_the_sweeper(world: World, github: GitHub) -> None:
    """Two at once: the later one's status is the newest, it stands back, and the one that goes on is cancelled."""
    ask(github)
    pending(github, OTHER)
    under_way(world, OTHER, "success")
    assert swept(github) == (HEAD_SHA,)
    assert states(world)[0] == "error"


def test_the_sweeper_leaves_a_later_evaluation_that_lasts_its_status(world: World, github: GitHub) -> None:
    ask(github)
    pending(github, OTHER)
    under_way(world, OTHER)
    assert swept(github) == ()
    assert states(world)[0] == "pending"


def test_the_sweeper_does_not_take_an_older_status_for_one_that_is_left(world: World, github: GitHub) -> None:
    """An evaluation that ended since has the last word."""
    ask(github)
    world.statuses.insert(
        0, {"sha": HEAD_SHA, "state": "success", "context": CONTEXT, "description": "", "target_url": url_of(OTHER)}
    )
    pending(github, OTHER)
    under_way(world, OTHER, "cancelled")
    assert swept(github, run=ME) == ()


@pytest.mark.parametrize("words", ["💥" * 200, "a\nb\udcff" * 60, "é" * 500])
def test_whatever_broke_a_status_takes_the_words(
    world: World, github: GitHub, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """GitHub refuses a description of more than 140 characters, and one with a character beyond U+FFFF."""
    ask(github)

    def broken(_: Step) -> None:
        raise GitHubError(words)

    monkeypatch.setattr("skill_evals.app.action.evaluate.publish_run", broken)
    with pytest.raises(GitHubError):
        publish_evaluation(publishing(github))
    assert states(world) == ["error", "pending"]
    described = world.statuses[0]["description"]
    assert 0 < len(described) <= 140
    assert described.isprintable()
    assert max(described) <= "\uffff"
