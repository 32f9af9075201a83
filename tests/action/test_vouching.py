"""Whose results in the head are believed: those that the action's own identity committed, as GitHub vouches."""

import pytest

from servers.github.exchange import Refusal
from servers.github.world import BOT, World
from skill_evals.app.action.vouching import own_commits
from skill_evals.edges.github.api import GitHub

PATH = "a/evals/results.json"
FIRST, LAST = "1" * 40, "2" * 40


@pytest.fixture(autouse=True)
def identity(world: World) -> None:
    world.me = BOT


def test_what_the_action_committed_last_is_believed(world: World, github: GitHub) -> None:
    world.push("topic", {PATH: b"{}"}, sha=FIRST, author=BOT)
    world.push("topic", {"other.md": b"later"}, sha=LAST, author="miller")
    assert own_commits(github, LAST)(PATH) == f"committed by {BOT} in the verified commit {FIRST[:12]}"


def test_in_a_folder_the_path_is_the_one_that_github_knows(world: World, github: GitHub) -> None:
    world.push("topic", {f"plugins/{PATH}": b"{}"}, sha=FIRST, author=BOT)
    assert own_commits(github, FIRST, below="plugins")(PATH) is not None
    assert own_commits(github, FIRST)(PATH) is None
    assert own_commits(github, FIRST, below="else")(PATH) is None


def test_what_somebody_wrote_over_it_is_not(world: World, github: GitHub) -> None:
    world.push("topic", {PATH: b"{}"}, sha=FIRST, author=BOT)
    world.push("topic", {PATH: b"{ }"}, sha=LAST, author="miller")
    assert own_commits(github, LAST)(PATH) is None
    assert own_commits(github, FIRST)(PATH) is not None


def test_a_person_vouches_for_nothing(world: World, github: GitHub) -> None:
    """What somebody edits on GitHub is verified too, and a person may be called as an App is."""
    world.me = "miller"
    world.push("topic", {PATH: b"{}"}, sha=FIRST, author="miller")
    assert own_commits(github, FIRST)(PATH) is None


def test_the_name_alone_is_nothing_without_the_signature(world: World, github: GitHub) -> None:
    """Anybody can write somebody else's address into a commit."""
    world.push("topic", {PATH: b"{}"}, sha=FIRST, author=BOT)
    world.commits[FIRST]["verified"] = False
    assert own_commits(github, FIRST)(PATH) is None


def test_who_signs_himself_can_name_anybody_as_the_author(world: World, github: GitHub) -> None:
    """GitHub then calls the commit verified, since it holds the signature to the committer alone."""
    world.push("topic", {PATH: b"{}"}, sha=FIRST, author=BOT)
    world.commits[FIRST]["committer"] = "miller"
    assert own_commits(github, FIRST)(PATH) is None


def test_what_nobody_committed_or_nobody_tells_of_is_not(world: World, github: GitHub) -> None:
    world.push("topic", {"other.md": b"later"}, sha=FIRST, author=BOT)
    assert own_commits(github, FIRST)(PATH) is None
    world.push("topic", {PATH: b"{}"}, sha=LAST, author=BOT)
    world.refusals.append(("GET", r"/commits", Refusal(status=403, message="Resource not accessible by integration")))
    assert own_commits(github, LAST)(PATH) is None
