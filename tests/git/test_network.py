"""The way to the remote: what may pass is asked again, and what will not is told with its cure."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from git_repo import Repo
from servers.git_over_http import GitOverHttp, is_installed
from skill_evals.edges.git import Git, Opener
from skill_evals.edges.git_network import WAITS
from skill_evals.errors import RevisionError

TOKEN = "token-marker"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GitOverHttp]:
    if not is_installed():
        pytest.skip("git-http-backend is not installed beside git")
    Repo(tmp_path / "served" / "origin").commit({"README.md": "# Skills\n"})
    with GitOverHttp(tmp_path / "served", token=TOKEN) as served:
        yield served


@pytest.fixture
def clone(tmp_path: Path, server: GitOverHttp) -> Repo:
    here = Repo(tmp_path / "clone")
    here.git("remote", "add", "origin", f"{server.url}/origin")
    return here


def git_of(clone: Repo, server: GitOverHttp, waits: list[float], *, is_known: bool = True) -> Git:
    opener = Opener(server=server.url, header=f"Authorization: {server.header}") if is_known else None
    return Git(clone.root, opener=opener, wait=waits.append)


def test_what_may_pass_is_asked_again(clone: Repo, server: GitOverHttp) -> None:
    waits: list[float] = []
    server.failing = [502, 503]
    git = git_of(clone, server, waits)
    git.fetch("origin", "main:refs/heads/fetched")
    assert waits == list(WAITS)
    assert git.resolve("fetched") is not None


def test_a_tip_is_asked_for_again_as_well(clone: Repo, server: GitOverHttp) -> None:
    waits: list[float] = []
    server.failing = [429]
    assert git_of(clone, server, waits).remote_tip("main") is not None
    assert waits == [WAITS[0]]


def test_after_the_third_time_it_says_so(clone: Repo, server: GitOverHttp) -> None:
    waits: list[float] = []
    server.failing = [500] * 9
    with pytest.raises(RevisionError) as caught:
        git_of(clone, server, waits).fetch("origin", "main")
    assert waits == list(WAITS)
    assert caught.value.cure is not None
    assert "asked 3 times" in caught.value.cure


def test_a_door_that_is_shut_is_not_knocked_at_again(clone: Repo, server: GitOverHttp) -> None:
    waits: list[float] = []
    with pytest.raises(RevisionError) as caught:
        git_of(clone, server, waits, is_known=False).fetch("origin", "main")
    assert waits == []
    assert caught.value.cure is not None
    assert "contents: read" in caught.value.cure


def test_nor_is_a_branch_that_is_not_there(clone: Repo, server: GitOverHttp) -> None:
    waits: list[float] = []
    with pytest.raises(RevisionError) as caught:
        git_of(clone, server, waits).fetch("origin", "no-such-branch")
    assert waits == []
    assert caught.value.cure == "check that `origin` can be reached and holds it"
