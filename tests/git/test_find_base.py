"""Which commit the head is compared with; in the clones that CI really makes."""

from pathlib import Path

import pytest

from git_repo import Repo
from skill_evals.app.revisions import change_set, find_base
from skill_evals.edges.git import Git
from skill_evals.errors import RevisionError, UsageError


def pull_request(repo: Repo) -> tuple[str, str, str]:
    """A base branch that moved on, a pull request, and its merge commit: (base tip, head, merge)."""
    repo.commit({"a.md": "a"})
    repo.branch("feature")
    head = repo.commit({"mine.md": "mine"})
    repo.checkout("main")
    tip = repo.commit({"theirs.md": "theirs"})
    repo.branch("merge")
    repo.git("merge", "--quiet", "--no-ff", "-m", "merge", "feature")
    return tip, head, repo.head()


def test_the_merge_base_of_a_named_branch(repo: Repo) -> None:
    start = repo.commit({"a.md": "a"})
    repo.branch("feature")
    repo.commit({"b.md": "b"})
    repo.checkout("main")
    repo.commit({"c.md": "c"})
    repo.checkout("feature")
    assert find_base(Git(repo.root), "main") == (start, "merge base of `main` and HEAD")


def test_main_is_the_default(repo: Repo) -> None:
    start = repo.commit({"a.md": "a"})
    repo.branch("feature")
    repo.commit({"b.md": "b"})
    assert find_base(Git(repo.root)) == (start, "merge base of `main` and HEAD")


def test_the_remotes_default_branch_comes_first(repo: Repo, tmp_path: Path) -> None:
    start = repo.commit({"a.md": "a"})
    clone = repo.clone(tmp_path / "clone")
    clone.commit({"b.md": "b"})
    assert find_base(Git(clone.root)) == (start, "merge base of `origin/HEAD` and HEAD")


def test_on_the_base_branch_itself_only_the_dirty_tree_is_compared(repo: Repo) -> None:
    head = repo.commit({"a.md": "a"})
    commit, reason = find_base(Git(repo.root))
    assert commit == head
    assert "only changes that are not committed" in reason


def test_a_depth_1_checkout_of_a_merge_names_the_missing_parent(repo: Repo, tmp_path: Path) -> None:
    tip, _, merge = pull_request(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    assert clone.head() == merge
    with pytest.raises(RevisionError) as raised:
        find_base(Git(clone.root))
    assert f"git fetch --no-tags --depth=1 origin {tip}" in str(raised.value.cure)
    assert "fetch-depth: 2" in str(raised.value.cure)
    assert raised.value.exit_code == 2


def test_the_command_that_the_cure_gives_does_cure_it(repo: Repo, tmp_path: Path) -> None:
    tip, _, _ = pull_request(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    clone.git("fetch", "--no-tags", "--depth=1", "origin", tip)
    base = find_base(Git(clone.root))
    assert base == (tip, "first parent of the merge commit that is checked out")
    # What went into the base branch meanwhile is not the pull request's.
    assert [change.path for change in change_set(Git(clone.root), base).changes] == ["mine.md"]


def test_fetch_does_it_by_itself(repo: Repo, tmp_path: Path) -> None:
    tip, _, _ = pull_request(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    assert find_base(Git(clone.root), fetch=True).commit == tip


def test_a_depth_2_checkout_needs_no_fetch(repo: Repo, tmp_path: Path) -> None:
    tip, _, _ = pull_request(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=2", "--branch=merge")
    clone.git("update-ref", "-d", "refs/remotes/origin/merge")
    assert find_base(Git(clone.root)).commit == tip


def test_a_named_base_that_is_the_parent_of_a_shallow_merge(repo: Repo, tmp_path: Path) -> None:
    tip, _, _ = pull_request(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    clone.git("fetch", "--depth=1", "origin", "main:refs/remotes/origin/main")
    commit, reason = find_base(Git(clone.root), "origin/main")
    assert commit == tip
    assert reason == "`origin/main`, which is the first parent of the merge commit that is checked out"


def test_a_shallow_head_commit_is_deepened_only_when_asked(repo: Repo, tmp_path: Path) -> None:
    start = repo.commit({"a.md": "a"})
    repo.branch("feature")
    for number in range(4):
        repo.commit({"b.md": str(number)})
    repo.checkout("main")
    repo.commit({"c.md": "c"})
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--branch=feature")
    with pytest.raises(RevisionError, match="shallow"):
        find_base(Git(clone.root))
    with pytest.raises(RevisionError, match="no revision `main`"):
        find_base(Git(clone.root), "main")
    assert find_base(Git(clone.root), "main", fetch=True) == (start, "merge base of `main` and HEAD")


def test_fetching_never_cuts_a_complete_clone(repo: Repo, tmp_path: Path) -> None:
    start = repo.commit({"a.md": "a"})
    clone = repo.clone(tmp_path / "clone")
    repo.branch("later")
    repo.commit({"b.md": "b"})
    repo.commit({"c.md": "c"})
    assert find_base(Git(clone.root), "later", fetch=True).commit == start
    assert clone.git("rev-parse", "--is-shallow-repository") == "false"


@pytest.mark.parametrize("ref", ["nowhere", "--upload-pack=touch sprung", "HEAD~99", "", "f" * 40, "bad\nname"])
def test_a_base_that_does_not_exist(repo: Repo, ref: str) -> None:
    repo.commit({"a.md": "a"})
    with pytest.raises(RevisionError, match="no revision") as raised:
        find_base(Git(repo.root), ref)
    assert raised.value.exit_code == 2
    assert not (repo.root / "sprung").exists()


def test_fetching_a_base_that_the_remote_lacks(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.md": "a"})
    clone = repo.clone(tmp_path / "clone")
    with pytest.raises(RevisionError, match="no revision `nowhere`"):
        find_base(Git(clone.root), "nowhere", fetch=True)


def test_fetching_without_a_remote(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    with pytest.raises(RevisionError) as raised:
        find_base(Git(repo.root), "nowhere", fetch=True)
    assert "origin" in str(raised.value.cure)


def test_unrelated_histories(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    repo.git("checkout", "--quiet", "--orphan", "other")
    repo.commit({"b.md": "b"})
    with pytest.raises(RevisionError, match="share no history"):
        find_base(Git(repo.root), "main")


def test_no_base_branch_at_all(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    repo.git("branch", "--move", "trunk")
    with pytest.raises(RevisionError, match="no base branch") as raised:
        find_base(Git(repo.root))
    assert "--base" in str(raised.value.cure)


@pytest.mark.parametrize("ref", [None, "main"])
def test_a_repository_without_commits(repo: Repo, ref: str | None) -> None:
    with pytest.raises(RevisionError, match="no commit yet"):
        find_base(Git(repo.root), ref)


def test_no_repository_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no git repository"):
        Git(tmp_path)


def test_a_replaced_commit_does_not_change_the_parents(repo: Repo) -> None:
    first = repo.commit({"a.md": "a"})
    second = repo.commit({"a.md": "b"})
    repo.git("replace", "--graft", second)
    assert Git(repo.root).parents(second) == (first,)
