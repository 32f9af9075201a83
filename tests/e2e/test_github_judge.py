"""The judge of tests/servers/github/judge.py: each slip that it is there for is found, and what is right is let through."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from servers.github.api import serve
from servers.github.exchange import Refusal
from servers.github.judge import PACKAGES, Judge
from servers.github.world import REPOSITORY, World
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Pace, Wire
from skill_evals.errors import GitHubError

HEAD = "c" * 40
AT = f"/repos/{REPOSITORY}"


@pytest.fixture
def judge() -> Judge:
    return Judge(Path(os.environ[PACKAGES]))


@pytest.fixture
def world(judge: Judge) -> Iterator[World]:
    with serve() as found:
        found.judge = judge
        yield found


@pytest.fixture
def wire(world: World) -> Wire:
    return Wire("token-marker", api_url=world.url, pace=Pace(between_writes=0, backoff=0))


def test_what_is_right_is_let_through(wire: Wire, judge: Judge, world: World) -> None:
    github = GitHub(wire, REPOSITORY)
    github.create_comment(12, "words")
    assert github.comments(12)[0].body == "words"
    world.branches["a/b"] = HEAD
    assert github.branch_head("a/b") == HEAD
    github.me()
    assert judge.faults == []
    assert judge.heard == {"issues/create-comment", "issues/list-comments", "git/get-ref", "graphql"}


@pytest.mark.parametrize(
    ("path", "parameters", "says"),
    [
        ("/issues/12/comments", {"pages": 2}, "the query's pages is not described"),
        ("/issues/12/comments", {"per_page": 101}, "GitHub gives 100 at most"),
        ("/issues/12/comments", {"page": "first"}, "page is 'first', no integer"),
        ("/pulls", {"head": "mills:x", "state": "merged"}, "'merged' is not one of"),
        ("/nowhere", {}, "there is no such operation"),
    ],
)
def test_a_slip_in_a_reading_is_found(
    wire: Wire, judge: Judge, world: World, path: str, parameters: dict[str, Any], says: str
) -> None:
    world.refusals.append(("GET", "", Refusal(status=422, message="Validation Failed")))
    with pytest.raises(GitHubError):
        wire.get(f"{AT}{path}", **parameters)
    assert says in "\n".join(judge.faults)


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("/issues/12/comments", {"body": "x", "text": "y"}, "body/text is not described"),
        (f"/statuses/{HEAD}", {"state": "done"}, "'done' is not one of"),
        (f"/statuses/{HEAD}", {"context": "evaluate"}, "'state' is a required property"),
        (f"/statuses/{HEAD}", None, "the request lacks its body"),
    ],
)
def test_a_slip_in_a_writing_is_found(
    wire: Wire, judge: Judge, path: str, body: dict[str, Any] | None, says: str, world: World
) -> None:
    world.refusals.append(("POST", "", Refusal(status=422, message="Validation Failed")))
    with pytest.raises(GitHubError):
        wire.send("POST", f"{AT}{path}", body)
    assert says in "\n".join(judge.faults)


def test_a_slip_in_a_mutation_is_found(wire: Wire, judge: Judge, world: World) -> None:
    world.no_commits = True
    with pytest.raises(GitHubError):
        wire.mutate(
            "createCommitOnBranch", {"expectedHeadOid": HEAD, "file": []}, "commit { oid }", needs="contents: write"
        )
    assert "branch" in "\n".join(judge.faults)


def test_a_slip_in_a_query_is_found(wire: Wire, judge: Judge) -> None:
    wire.query("query { viewer { name_of_login } }")
    assert "Cannot query field 'name_of_login'" in "\n".join(judge.faults)


def test_an_answer_that_github_would_not_give_is_found(wire: Wire, judge: Judge, world: World) -> None:
    world.permissions["miller"] = "write"
    world.comment("words", author="guest")
    world.comments[next(iter(world.comments))]["user"] = {"login": 7, "nick": "m"}
    wire.get(f"{AT}/collaborators/miller/permission")
    assert judge.faults == []
    list(wire.pages(f"{AT}/issues/12/comments"))
    told = "\n".join(judge.faults)
    assert "user/nick is not described" in told
    assert "7 is not" in told
