"""Which marks upon a head are proven: a seal says who measured, GitHub's signature says which App committed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from action.payloads import FORK, HOME
from servers.github.world import BOT, World
from skill_evals.app.action.marks import Seal, proven_marks
from skill_evals.app.commit_back import blob_id
from skill_evals.edges.github.api import GitHub
from skill_evals.model.mark import Mark
from skill_evals.report.commit_mark import mark_in, mark_line
from skill_evals.report.mark_seal import files_digest, is_sealed

JUDGED, HEAD = "1" * 40, "2" * 40
APP = "evals-app[bot]"
SEAL = Seal(key="0123456789abcdef" * 4, repository=HOME["id"])
FILES = {"a/evals/results.json": b"{}\n", "a/evals/results.provenance.json": b"{ }\n"}
DIGEST = files_digest({path: blob_id(data) for path, data in FILES.items()})
PLAIN = Mark(judged=JUDGED, base="b" * 40, by="f" * 64, failed=True, regressions=2, errors=1)
TRUE = SEAL.upon(replace(PLAIN, results=DIGEST))


@pytest.fixture(autouse=True)
def identity(world: World) -> None:
    """The job's token is the workflow's own."""
    world.me = BOT
    world.push("topic", {"a/SKILL.md": b"x"}, sha=JUDGED, author="miller")


def found(
    world: World, github: GitHub, mark: Mark, *, author: str = APP, seal: Seal | None = SEAL
) -> list[Mark | None]:
    """Of a commit that says this."""
    world.push("topic", FILES, sha=HEAD, author=author, message={"headline": "Record", "body": mark_line(mark)})
    return proven(github, seal)


def proven(github: GitHub, seal: Seal | None = SEAL) -> list[Mark | None]:
    return [mark for _, mark in proven_marks(github, HEAD, seal)]


def test_a_seal_is_believed_whoever_committed(world: World, github: GitHub) -> None:
    assert found(world, github, TRUE, author="miller") == [TRUE]


FORGED: dict[str, Callable[[Mark], Mark]] = {
    "another verdict": lambda mark: replace(mark, failed=False),
    "fewer regressions": lambda mark: replace(mark, regressions=0),
    "another base": lambda mark: replace(mark, base="c" * 40),
    "another commit": lambda mark: replace(mark, judged=HEAD),
    "other inputs": lambda mark: replace(mark, by="0" * 64),
    "other results": lambda mark: replace(mark, results="0" * 64),
    "another repository": lambda mark: replace(SEAL, repository=FORK["id"]).upon(mark),
    "another key": lambda mark: replace(SEAL, key="f" * 64).upon(mark),
    "no seal": lambda mark: PLAIN,
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_mark_is_not(world: World, github: GitHub, forge: Callable[[Mark], Mark]) -> None:
    assert found(world, github, forge(TRUE)) == []


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_nor_is_it_where_our_own_app_committed_it(world: World, github: GitHub, forge: Callable[[Mark], Mark]) -> None:
    """Who commits what another job measured has it from an artefact."""
    world.me = APP
    forged = forge(TRUE)
    assert found(world, github, forged) == ([] if forged.seal else [PLAIN])


def test_without_the_key_no_seal_can_be_read(world: World, github: GitHub) -> None:
    assert found(world, github, TRUE, seal=None) == []


def test_a_true_mark_above_other_results_is_a_copy(world: World, github: GitHub) -> None:
    """Their claims would escape the audit."""
    found(world, github, TRUE)
    world.commits[HEAD]["files"]["a/evals/results.json"] = b"{ }\n"
    assert proven(github) == []


def test_a_true_mark_above_more_results_is_a_copy(world: World, github: GitHub) -> None:
    found(world, github, TRUE)
    world.commits[HEAD]["files"]["b/evals/results.json"] = b"{}\n"
    assert proven(github) == []


def test_a_true_mark_above_fewer_results_is_a_copy(world: World, github: GitHub) -> None:
    found(world, github, TRUE)
    del world.commits[HEAD]["files"]["a/evals/results.json"]
    assert proven(github) == []


def test_a_true_mark_above_results_that_are_removed_is_a_copy(world: World, github: GitHub) -> None:
    found(world, github, TRUE)
    world.commits[HEAD]["status"] = "removed"
    assert proven(github) == []


@pytest.mark.parametrize("author", [APP, BOT, "miller"])
def test_who_signs_himself_can_name_anybody_as_the_author(world: World, github: GitHub, author: str) -> None:
    """GitHub holds a signature to the committer, so that it says nothing of the author."""
    world.me = author
    found(world, github, PLAIN, author=author)
    world.commits[HEAD]["committer"] = "miller"
    assert proven(github) == []


def test_what_our_app_marked_itself_is_believed_by_its_signature(world: World, github: GitHub) -> None:
    world.me = APP
    assert found(world, github, PLAIN, seal=None) == [PLAIN]


def test_one_more_commit_of_somebodys_hides_what_lies_below(world: World, github: GitHub) -> None:
    found(world, github, TRUE)
    world.push("topic", {"b/evals/results.json": b"{}"}, sha="3" * 40, author="miller")
    assert not list(proven_marks(github, "3" * 40, SEAL))


DIGITS = st.text("0123456789abcdef", min_size=64, max_size=64)
MARKS = st.builds(
    Mark,
    judged=DIGITS,
    base=DIGITS.map(lambda text: text[:40]),
    by=DIGITS,
    failed=st.booleans(),
    regressions=st.integers(0, 999_999),
    improvements=st.integers(0, 999_999),
    errors=st.integers(0, 10**9 - 1),
    warnings=st.integers(0, 10**9 - 1),
    results=DIGITS,
)


@given(MARKS, MARKS)
def test_a_seal_holds_for_one_mark_alone(one: Mark, other: Mark) -> None:
    whole = SEAL.upon(one)
    assert mark_in(mark_line(whole)) == whole
    assert is_sealed(whole, key=SEAL.key, repository=SEAL.repository)
    moved = replace(other, seal=whole.seal)
    assert is_sealed(moved, key=SEAL.key, repository=SEAL.repository) is (other == one)


@given(st.dictionaries(st.text(), DIGITS), st.dictionaries(st.text(), DIGITS))
def test_the_digest_of_files_tells_path_from_bytes(one: dict[str, str], other: dict[str, str]) -> None:
    assert (files_digest(one) == files_digest(other)) is (one == other)


def test_the_key_is_not_shown() -> None:
    assert SEAL.key not in repr(SEAL)
