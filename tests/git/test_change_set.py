"""From the base to the working tree: every kind of change, and every kind of name."""

import os

import pytest

from git_repo import Exec, Link, Repo
from skill_evals.app.revisions import BasePoint, change_set
from skill_evals.edges.git import Git
from skill_evals.edges.git_changes import read_changes
from skill_evals.errors import RevisionError
from skill_evals.model.changes import ChangeKind, ChangeSet
from skill_evals.model.files import FileKind

PROSE = "".join(f"A line of prose, the {number}th of many.\n" for number in range(40))


def changes_since(repo: Repo, base: str) -> ChangeSet:
    return change_set(Git(repo.root), BasePoint(base, "the test says so"))


def rows(found: ChangeSet) -> list[tuple[str, str, str]]:
    return [(change.kind.value, change.old_path, change.path) for change in found.changes]


def test_nothing_changed(repo: Repo) -> None:
    base = repo.commit({"a.md": "a"})
    found = changes_since(repo, base)
    assert (found.base, found.head, found.dirty, found.changes) == (base, base, False, ())
    assert found.base_reason == "the test says so"


def test_added_modified_and_deleted(repo: Repo) -> None:
    base = repo.commit({"a.md": "a", "b.md": "b", "same.md": "same"})
    head = repo.commit({"a.md": "other", "b.md": None, "c/d.md": "new"})
    found = changes_since(repo, base)
    assert rows(found) == [
        ("modified", "a.md", "a.md"),
        ("deleted", "b.md", "b.md"),
        ("added", "c/d.md", "c/d.md"),
    ]
    assert [change.file_kind for change in found.changes] == [FileKind.REGULAR, None, FileKind.REGULAR]
    assert (found.head, found.dirty) == (head, False)


def test_a_rename_is_one_row_from_old_to_new(repo: Repo) -> None:
    base = repo.commit({"old/SKILL.md": PROSE})
    repo.git("mv", "old", "new")
    repo.commit({"new/SKILL.md": PROSE + "One more.\n"})
    found = changes_since(repo, base)
    assert rows(found) == [("renamed", "old/SKILL.md", "new/SKILL.md")]
    assert found.touches("old/SKILL.md")
    assert found.touches("new/SKILL.md")


def test_the_dirty_tree_counts(repo: Repo) -> None:
    base = repo.commit({"a.md": "a", "b.md": "b", "c.md": "c", ".gitignore": "*.log\n"})
    repo.write({"a.md": "changed", "b.md": None, "new.md": "n", "out.log": "ignored"})
    repo.write({"c.md": "staged"})
    repo.git("add", "c.md")
    found = changes_since(repo, base)
    assert rows(found) == [
        ("modified", "a.md", "a.md"),
        ("deleted", "b.md", "b.md"),
        ("modified", "c.md", "c.md"),
        ("added", "new.md", "new.md"),
    ]
    assert found.dirty


def test_only_an_untracked_file_makes_it_dirty(repo: Repo) -> None:
    base = repo.commit({"a.md": "a"})
    repo.write({"b.md": "b"})
    assert changes_since(repo, base).dirty


def test_a_file_taken_from_the_index_and_still_on_disk_is_modified(repo: Repo) -> None:
    base = repo.commit({"a.md": "a"})
    repo.git("rm", "--quiet", "--cached", "a.md")
    assert rows(changes_since(repo, base)) == [("modified", "a.md", "a.md")]


def test_a_file_that_becomes_a_link_is_retyped(repo: Repo) -> None:
    base = repo.commit({"a.md": "a", "b.md": "b"})
    repo.commit({"a.md": Link("b.md")})
    found = changes_since(repo, base)
    assert rows(found) == [("retyped", "a.md", "a.md")]
    assert found.changes[0].file_kind is FileKind.LINK


def test_the_executable_bit_is_a_change(repo: Repo) -> None:
    base = repo.commit({"run.sh": "#!/bin/sh\n"})
    repo.commit({"run.sh": Exec("#!/bin/sh\n")})
    (change,) = changes_since(repo, base).changes
    assert (change.kind, change.file_kind) == (ChangeKind.MODIFIED, FileKind.EXECUTABLE)


def test_a_submodule_is_seen_and_not_entered(repo: Repo) -> None:
    base = repo.commit({"a.md": "a"})
    other = Repo(repo.root.parent / "other")
    tip = other.commit({"inner.md": "inner"})
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{tip},sub")
    repo.git("commit", "--quiet", "-m", "submodule")
    (change,) = read_changes(Git(repo.root), base, repo.head())
    assert (change.kind, change.path, change.file_kind) == (ChangeKind.ADDED, "sub", FileKind.SUBMODULE)


NAMES = [
    b"caf\xc3\xa9.md",
    "日本.md".encode(),
    b'quote"d.md',
    b"tab\there.md",
    b"new\nline ::error::x.md",
    b"-leading.md",
    b"trailing ",
    b"back\\slash.md",
    b"not-utf8-\xff\xfe.md",
    b"glob*[x].md",
]


def test_names_come_through_whatever_they_hold(repo: Repo) -> None:
    base = repo.commit({"a.md": "a"})
    repo.commit(dict.fromkeys(NAMES[:5], "x"))
    repo.write(dict.fromkeys(NAMES[5:], "x"))
    found = changes_since(repo, base)
    assert [change.path for change in found.changes] == sorted(os.fsdecode(name) for name in NAMES)


def test_paths_are_relative_to_a_root_below_the_top(repo: Repo) -> None:
    base = repo.commit({"plugin/a.md": "a", "elsewhere.md": "e"})
    repo.commit({"plugin/a.md": "b", "elsewhere.md": "f"})
    repo.write({"plugin/new.md": "n", "other.md": "o"})
    found = change_set(Git(repo.root / "plugin"), BasePoint(base, ""))
    assert rows(found) == [("modified", "a.md", "a.md"), ("added", "new.md", "new.md")]


def test_nothing_that_the_tree_configures_is_started(repo: Repo) -> None:
    base = repo.commit({"a.md": "a", ".gitattributes": "*.md diff=trap\n"})
    repo.commit({"a.md": "b"})
    trap = f"touch {repo.root}/sprung; cat"
    for key in ("core.fsmonitor", "diff.external", "diff.trap.command", "diff.trap.textconv", "core.pager"):
        repo.git("config", key, trap)
    assert rows(changes_since(repo, base)) == [("modified", "a.md", "a.md")]
    assert not (repo.root / "sprung").exists()


def test_the_callers_routing_variables_do_not_lead_git_elsewhere(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    base = repo.commit({"a.md": "a"})
    repo.commit({"a.md": "b"})
    other = Repo(repo.root.parent / "other")
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / "index"))
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "0")
    assert rows(changes_since(repo, base)) == [("modified", "a.md", "a.md")]


def test_the_users_taste_in_diffs_changes_nothing(repo: Repo) -> None:
    base = repo.commit({"x/old.md": PROSE})
    repo.git("mv", "x/old.md", "x/new.md")
    repo.commit()
    for key, value in {
        "diff.renames": "false",
        "diff.noprefix": "true",
        "diff.relative": "true",
        "core.abbrev": "4",
    }.items():
        repo.git("config", key, value)
    assert rows(changes_since(repo, base)) == [("renamed", "x/old.md", "x/new.md")]


def test_an_unborn_branch_has_no_changes_to_tell(repo: Repo) -> None:
    with pytest.raises(RevisionError, match="no commit yet"):
        changes_since(repo, "0" * 40)


@pytest.mark.bug(5)
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a repository to somebody else")
def test_a_repository_that_somebody_else_owns_is_read(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container action: root works on a checkout of the runner's user, with a HOME that trusts nothing."""
    base = repo.commit({"a.md": "a"})
    repo.commit({"a.md": "b"})
    for path in (repo.root, *repo.root.rglob("*")):
        os.chown(path, 1234, 1234)
    monkeypatch.setenv("HOME", str(repo.root.parent))
    with pytest.raises(AssertionError, match="dubious ownership"):
        repo.git("status")
    assert rows(changes_since(repo, base)) == [("modified", "a.md", "a.md")]
