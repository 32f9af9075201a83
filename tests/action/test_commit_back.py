"""Results on their way to the branch: committed once, never onto another tree, else kept with a patch that says why."""

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from action.payloads import FORK, HEAD_SHA
from action.payloads import pull as payload
from action.test_commit_policy import FORK as THEIRS
from action.test_commit_policy import event, pull
from git_repo import Repo
from servers.github.world import World
from skill_evals.app.commit_back import Committed, Offer, commit_results
from skill_evals.app.own_commits import head_moved
from skill_evals.edges.github.api import GitHub

PATH = "a/evals/results.json"
OLD, NEW = b'{\n "old": 1\n}\n', b'{\n "new": 1\n}\n'
BRANCH = "topic/#1 & 'more'"
NEXT = "e" * 40


@pytest.fixture(autouse=True)
def branch(world: World) -> None:
    world.me = "evals-app[bot]"
    world.pulls[12] = payload()["pull_request"]
    world.pulls[12]["head"] = {**world.pulls[12]["head"], "ref": BRANCH}
    world.push(BRANCH, {PATH: OLD, "a/SKILL.md": b"skill"}, sha=HEAD_SHA, author="miller")


def offer(**more: Any) -> Offer:
    found = Offer(
        results={PATH: NEW, "a/evals/results.provenance.json": b"{}\n"},
        event=event(),
        pull=pull(),
        setting="auto",
        headline="Record results",
        before={PATH: OLD}.get,
    )
    return replace(found, **more)


def commits(world: World) -> int:
    return len(world.commits) - 1


def test_results_become_one_commit_upon_the_head_that_was_measured(world: World, github: GitHub) -> None:
    found = commit_results(github, offer())
    assert found.sha == world.branches[BRANCH]
    assert world.commits[found.sha]["parent"] == HEAD_SHA
    assert world.commits[found.sha]["files"] == dict(offer().results)
    assert found.patch is None


@pytest.mark.bug(38)
@pytest.mark.parametrize("name", ["a/b#c", "it's $HOME & `more`", "ünï/日本", "-f", "a..b%2F;x"])
def test_bug_38_any_name_of_a_branch_is_only_a_name(world: World, github: GitHub, name: str) -> None:
    world.pulls[12]["head"] = {**world.pulls[12]["head"], "ref": name}
    world.push(name, {}, sha=HEAD_SHA, author="miller")
    judged = pull()
    judged = replace(judged, head=replace(judged.head, ref=name))
    assert commit_results(github, offer(pull=judged)).sha == world.branches[name] != HEAD_SHA


def test_only_what_differs_is_committed_and_only_results(world: World, github: GitHub) -> None:
    found = commit_results(github, offer(results={PATH: OLD, "b/results.json": NEW, "a/SKILL.md": b"forged"}))
    assert found.sha is not None
    assert world.commits[found.sha]["files"] == {"b/results.json": NEW}


@pytest.mark.bug(35)
def test_bug_35_equal_bytes_are_no_commit_whatever_a_checkout_did_to_line_ends(world: World, github: GitHub) -> None:
    found = commit_results(github, offer(results={PATH: OLD}, before={PATH: OLD.replace(b"\n", b"\r\n")}.get))
    assert (found.sha, commits(world)) == (None, 0)
    assert "already" in found.why
    assert found.patch is None


def test_the_second_run_finds_its_own_commit_and_makes_no_other(world: World, github: GitHub) -> None:
    commit_results(github, offer())
    assert commit_results(github, offer()).sha is None
    assert commits(world) == 1
    assert head_moved(github, pull()) is None


def test_further_results_go_upon_our_own_commit(world: World, github: GitHub) -> None:
    first = commit_results(github, offer()).sha
    second = commit_results(github, offer(results={"b/results.json": NEW})).sha
    assert world.commits[second or ""]["parent"] == first


@pytest.mark.bug(36)
@pytest.mark.parametrize(
    ("author", "files"),
    [("miller", {PATH: NEW}), ("evals-app[bot]", {PATH: NEW, "a/SKILL.md": b"other"}), ("miller", {"x": b""})],
)
def test_bug_36_a_head_that_moved_is_superseded(
    world: World, github: GitHub, author: str, files: dict[str, bytes]
) -> None:
    world.push(BRANCH, files, sha=NEXT, author=author)
    found = commit_results(github, offer())
    assert found == Committed(
        sha=None, why=f"superseded: the head moved from {'c' * 12} to {'e' * 12}", superseded=True
    )
    assert world.branches[BRANCH] == NEXT
    assert "moved" in (head_moved(github, pull()) or "")


@pytest.mark.bug(36)
def test_bug_36_stale_data_after_the_last_look_is_superseded(world: World, github: GitHub) -> None:
    world.meanwhile = lambda: world.push(BRANCH, {"a/SKILL.md": b"other"}, sha=NEXT, author="miller")
    found = commit_results(github, offer())
    assert (found.sha, found.superseded) == (None, True)
    assert world.branches[BRANCH] == NEXT


def test_our_own_commit_for_another_job_meanwhile_is_no_reason_to_give_up(world: World, github: GitHub) -> None:
    world.meanwhile = lambda: world.push(BRANCH, {"b/results.json": b"b"}, sha=NEXT, author="evals-app[bot]")
    found = commit_results(github, offer())
    assert world.commits[found.sha or ""]["parent"] == NEXT


def test_a_lost_answer_is_looked_for_and_not_committed_twice(world: World, github: GitHub) -> None:
    world.lose_commits = True
    found = commit_results(github, offer())
    assert found.sha == world.branches[BRANCH] != HEAD_SHA
    assert commits(world) == 1


@pytest.mark.bug(37)
def test_bug_37_a_protected_branch_gets_a_patch_and_the_ways_out(world: World, github: GitHub) -> None:
    world.me = "github-actions[bot]"
    world.required = {"rules:main": ["build"]}
    found = commit_results(github, offer())
    assert (found.sha, commits(world)) == (None, 0)
    assert "`build`" in found.why
    assert any("GitHub App" in way for way in found.ways_out)
    assert found.patch


def test_rules_that_cannot_be_read_are_no_leave_to_commit(world: World, github: GitHub) -> None:
    world.me = "github-actions[bot]"
    world.forbidden.append(("GET", "/rules/", "metadata=read"))
    found = commit_results(github, offer())
    assert (found.sha, commits(world)) == (None, 0)
    assert "cannot be told" in found.why


@pytest.mark.bug(4)
def test_bug_4_nothing_is_sent_to_a_forks_branch(world: World, github: GitHub) -> None:
    world.pulls[12] = payload(head_repo=FORK)["pull_request"]
    found = commit_results(github, offer(pull=pull(THEIRS)))
    assert "fork" in found.why
    assert found.patch
    assert world.requests == []


def test_a_missing_permission_is_named_and_the_patch_is_kept(world: World, github: GitHub) -> None:
    world.no_commits = True
    found = commit_results(github, offer())
    assert found.sha is None
    assert "Resource not accessible by integration" in found.why
    assert "give the job `permissions: contents: write`" in found.why
    assert found.patch


@pytest.mark.bug(45)
def test_bug_45_a_link_in_the_place_of_results_is_not_replaced(world: World, github: GitHub) -> None:
    world.links.add(PATH)
    found = commit_results(github, offer())
    assert (found.sha, commits(world)) == (None, 0)
    assert "is no file" in found.why


def test_a_branch_of_its_own_takes_the_results(world: World, github: GitHub) -> None:
    world.push("data", {}, sha="a" * 40)
    found = commit_results(github, offer(setting="branch:data"))
    assert world.commits[found.sha or ""]["branch"] == "data"
    assert world.branches[BRANCH] == HEAD_SHA


def test_a_branch_that_does_not_exist_is_said(world: World, github: GitHub) -> None:
    found = commit_results(github, offer(setting="branch:data"))
    assert "there is no branch `data`" in found.why
    assert found.patch


def test_the_default_branch_takes_them_where_it_is_what_was_measured(world: World, github: GitHub) -> None:
    world.push("main", {}, sha=HEAD_SHA)
    given = offer(setting="default-branch", pull=None, event=event("push", "refs/heads/main"))
    world.push("main", {"x": b""}, sha=NEXT, author="miller")
    assert commit_results(github, given).superseded
    world.branches["main"] = HEAD_SHA
    assert commit_results(github, given).sha == world.branches["main"]


def test_no_results_are_no_commit(github: GitHub) -> None:
    assert commit_results(github, offer(results={})).why == "there are no results to commit"


def test_git_applies_the_patch(repo: Repo, tmp_path: Path, github: GitHub) -> None:
    fancy = 'a/na"me é/results.json'
    repo.write({PATH: OLD.decode()})
    given = offer(setting="off", results={PATH: NEW, fancy: b"no end", "b/results.provenance.json": b"{}\n"})
    patch = tmp_path / "results.patch"
    patch.write_bytes(commit_results(github, given).patch or b"")
    subprocess.run(["git", "apply", str(patch)], cwd=repo.root, check=True, capture_output=True)
    assert {path: (repo.root / path).read_bytes() for path in given.results} == dict(given.results)


def test_results_are_not_committed_upon_our_own_that_the_server_did_not_sign(world: World, github: GitHub) -> None:
    """GitHub Enterprise Server signs no commits by default, so nobody vouches for those results, and the run that an
    App's commit starts measures them again. Its results must not start another one.
    """
    first = commit_results(github, offer()).sha
    assert first is not None
    judged = replace(pull(), head=replace(pull().head, sha=first))
    again = offer(pull=judged, results={PATH: b'{\n "newer": 2\n}\n'})
    world.commits[first]["verified"] = False
    kept = commit_results(github, again)
    assert (kept.sha, world.branches[BRANCH]) == (None, first)
    assert "did not sign" in kept.why
    assert kept.patch is not None
    world.commits[first]["author"] = "miller"
    assert commit_results(github, again).sha is not None, "a person's own commit is measured and committed upon"
