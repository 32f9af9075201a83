"""Our own commit of results is ours however many suites it is about: else the next run would pay for all of it again,
commit on top, and start one more.
"""

import pytest

from action import payloads
from action.payloads import HEAD_SHA
from servers.github.world import World
from skill_evals.app.own_commits import is_own, is_same_head, is_unsigned_own
from skill_evals.edges.github.api import GitHub

OURS = "e" * 40
BRANCH = "sharper-stones"


def committed(world: World, number: int, *, author: str = "evals-app[bot]", also: str = "") -> None:
    world.me = "evals-app[bot]"
    world.pulls[12] = payloads.pull()["pull_request"]
    world.push(BRANCH, {}, sha=HEAD_SHA, author="miller")
    files = {f"suite-{n:04}/results.json": b"{}\n" for n in range(number)} | ({also: b""} if also else {})
    world.push(BRANCH, files, sha=OURS, author=author)


@pytest.mark.parametrize(("number", "pages"), [(1, 1), (99, 1), (100, 2), (101, 2), (250, 3)])
def test_all_its_files_are_looked_at(world: World, github: GitHub, number: int, pages: int) -> None:
    committed(world, number)
    assert is_own(github, OURS)
    assert len(world.sent("GET", f"/commits/{OURS}")) == pages
    assert is_same_head(github, HEAD_SHA, OURS)


@pytest.mark.parametrize("number", [100, 150])
def test_a_file_on_a_later_page_that_is_no_result_makes_it_another_tree(
    world: World, github: GitHub, number: int
) -> None:
    committed(world, number, also="zoo/SKILL.md")
    assert not is_own(github, OURS)
    assert not is_same_head(github, HEAD_SHA, OURS)
    world.commits[OURS]["verified"] = False
    assert not is_unsigned_own(github, OURS)


def test_more_than_github_tells_of_is_not_believed(world: World, github: GitHub) -> None:
    committed(world, 3_001)
    assert not is_own(github, OURS)


def test_a_commit_of_anything_else_is_one_question(world: World, github: GitHub) -> None:
    world.push(BRANCH, {f"notes/{n:04}.md": b"" for n in range(900)}, sha=OURS, author="miller")
    assert not is_own(github, OURS)
    assert len(world.requests) == 1
