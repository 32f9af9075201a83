"""Clones that left files out: a base that cannot be read whole is fetched or refused, and never taken for an empty one."""

from pathlib import Path

import pytest

from git_repo import Link, Repo
from skill_evals.app.place import base_of, open_place
from skill_evals.edges.git import Git
from skill_evals.edges.git_partial import whole_tree
from skill_evals.errors import FileUnavailableError, RevisionError
from skill_evals.model.changes import ChangeKind


@pytest.fixture
def first(repo: Repo) -> str:
    """A commit of which every file is another one in the branch's tip."""
    for name in ("allowFilter", "allowAnySHA1InWant"):
        repo.git("config", f"uploadpack.{name}", "true")
    base = repo.commit({"a.md": "old", "in/b.md": "old b", "out/c.md": "old c", "link": Link("a.md")})
    repo.commit({"a.md": "new", "in/b.md": "new b", "link": Link("in/b.md")})
    return base


def cloned(repo: Repo, *options: str) -> Repo:
    return repo.clone(repo.root.parent / "clone", *options)


def test_what_a_base_lacks_is_fetched_at_once(repo: Repo, first: str) -> None:
    clone = cloned(repo, "--filter=blob:none")
    with whole_tree(Git(clone.root), first, fetch=True) as tree:
        assert (tree.read("a.md"), tree.read("in/b.md")) == (b"old", b"old b")
        assert tree.entries["link"].target == "a.md"
    assert clone.git("rev-parse", "--is-shallow-repository") == "false"


def test_without_leave_to_fetch_it_is_refused(repo: Repo, first: str) -> None:
    clone = cloned(repo, "--filter=blob:none")
    with pytest.raises(RevisionError, match="is partial, and 3 files of") as raised:
        whole_tree(Git(clone.root), first, fetch=False)
    assert "--fetch" in str(raised.value.cure)


def test_a_clone_that_has_all_of_it_asks_nobody(repo: Repo, first: str) -> None:
    clone = cloned(repo)
    repo.root.rename(repo.root.with_name("gone"))
    with whole_tree(Git(clone.root), first, fetch=True) as tree:
        assert tree.read("a.md") == b"old"


def test_where_even_names_are_missing_that_is_said(repo: Repo, first: str) -> None:
    clone = cloned(repo, "--filter=tree:0")
    with pytest.raises(RevisionError, match="not even the names") as raised:
        whole_tree(Git(clone.root), first, fetch=True)
    assert "--filter=blob:none" in str(raised.value.cure)


def sparse(repo: Repo) -> Repo:
    clone = cloned(repo, "--filter=blob:none", "--no-checkout")
    clone.git("sparse-checkout", "set", "in")
    clone.git("checkout", "--quiet", "main")
    return clone


def test_what_is_not_checked_out_is_read_on_neither_side(repo: Repo, first: str) -> None:
    """A base that has more than the head would make every skill beside a sparse checkout one that was removed."""
    clone = sparse(repo)
    place = open_place([], root=clone.root)
    with base_of(place, first, fetch=True) as base:
        assert base.files.read("in/b.md") == b"old b"
        for side in (place.files, base.files):
            assert not side.entries["out/c.md"].present
            with pytest.raises(FileUnavailableError):
                side.read("out/c.md")


def test_a_rename_beside_a_sparse_checkout_is_told_all_the_same(repo: Repo, first: str) -> None:
    """Whether two files are alike is told by their bytes, of which this clone has neither."""
    text = "".join(f"line {n}\n" for n in range(50))
    base = repo.commit({"out/d.md": text})
    repo.commit({"out/d.md": None, "out/e.md": text + "one more\n"})
    place = open_place([], root=sparse(repo).root)
    with base_of(place, base, fetch=True) as side:
        changes = {change.path: change.kind for change in side.changes.changes}
    assert changes.get("out/e.md") in {ChangeKind.RENAMED, ChangeKind.ADDED}


def test_the_origin_being_away_is_said(repo: Repo, first: str, tmp_path: Path) -> None:
    clone = cloned(repo, "--filter=blob:none")
    repo.root.rename(tmp_path / "gone")
    with pytest.raises(RevisionError) as raised:
        whole_tree(Git(clone.root), first, fetch=True)
    assert "origin" in str(raised.value.cure)
