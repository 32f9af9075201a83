"""What lies on disk: listed by git where there is a repository, read without ever following a link."""

import os
from pathlib import Path
from typing import Any

import pytest

from git_repo import Exec, Link, Repo, write_file
from skill_evals.edges import git as git_edge
from skill_evals.edges.files import WorkingTree
from skill_evals.errors import FileUnavailableError, UsageError
from skill_evals.model.files import FileKind

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n"


def plain(root: Path, files: dict[str, str | Link | Exec]) -> WorkingTree:
    for name, content in files.items():
        write_file(root / name, content)
    return WorkingTree(root)


def test_tracked_untracked_and_ignored(repo: Repo) -> None:
    repo.commit({"a.md": "a", "x/run.sh": Exec("#!"), "l": Link("a.md"), ".gitignore": "out/\n", "gone.md": "g"})
    repo.write({"x/new.md": "n", "out/b.md": "ignored", "gone.md": None})
    entries = WorkingTree(repo.root).entries
    assert [(e.path, e.kind.value, e.tracked) for e in entries.values()] == [
        (".gitignore", "regular", True),
        ("a.md", "regular", True),
        ("l", "link", True),
        ("x/new.md", "regular", False),
        ("x/run.sh", "executable", True),
    ]


def test_one_git_process_lists_the_tree(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a.md": "a"})
    calls: list[tuple[str, ...]] = []
    real = git_edge.Git.run

    def counted(self: git_edge.Git, *arguments: str, **options: Any) -> tuple[int, bytes]:
        calls.append(arguments)
        return real(self, *arguments, **options)

    monkeypatch.setattr(git_edge.Git, "run", counted)
    done: list[str] = []
    tree = WorkingTree(repo.root, meanwhile=iter([lambda: done.append("this"), lambda: done.append("more")]))
    assert tree.read("a.md") == b"a"
    assert [call[0] for call in calls] == ["ls-files"]
    assert done == ["this"]


def test_what_fails_meanwhile_leaves_no_git_process_behind(repo: Repo) -> None:
    def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        WorkingTree(repo.root, meanwhile=iter([fail]))


def test_an_unmerged_path_is_listed_once(repo: Repo) -> None:
    repo.commit({"a.md": "one\n"})
    repo.branch("other")
    repo.commit({"a.md": "two\n"})
    repo.checkout("main")
    repo.commit({"a.md": "three\n"})
    with pytest.raises(AssertionError):
        repo.git("merge", "other")
    tree = WorkingTree(repo.root)
    assert list(tree.entries) == ["a.md"]
    assert b"<<<<<<<" in tree.read("a.md")


def test_nested_repositories_are_not_entered(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    Repo(repo.root / "nested").commit({"inner.md": "i"})
    tree = WorkingTree(repo.root)
    assert {path: entry.kind for path, entry in tree.entries.items()} == {
        "a.md": FileKind.REGULAR,
        "nested": FileKind.SUBMODULE,
    }
    with pytest.raises(FileUnavailableError, match="submodule or a nested repository"):
        tree.read("nested")


def test_a_root_below_the_top_sees_only_its_own(repo: Repo) -> None:
    repo.commit({"plugin/a.md": "a", "b.md": "b"})
    tree = WorkingTree(repo.root / "plugin")
    assert list(tree.entries) == ["a.md"]
    assert tree.read("a.md") == b"a"


def test_a_root_that_the_repository_ignores_is_walked(repo: Repo) -> None:
    repo.commit({".gitignore": "out/\n"})
    repo.write({"out/a.md": "a"})
    assert list(WorkingTree(repo.root / "out").entries) == ["a.md"]


def test_an_empty_repository_is_an_empty_tree(repo: Repo) -> None:
    assert dict(WorkingTree(repo.root).entries) == {}


def test_what_a_sparse_checkout_left_out_is_known_by_name(repo: Repo) -> None:
    repo.commit({"in/a.md": "a", "out/b.md": "b"})
    repo.git("sparse-checkout", "set", "in")
    tree = WorkingTree(repo.root)
    assert {path: entry.present for path, entry in tree.entries.items()} == {"in/a.md": True, "out/b.md": False}
    with pytest.raises(FileUnavailableError, match="only the name"):
        tree.read("out/b.md")


def test_a_git_file_that_leads_nowhere_is_no_repository(tmp_path: Path) -> None:
    tree = plain(tmp_path, {".git": "gitdir: /nowhere\n", "a.md": "a"})
    assert list(tree.entries) == ["a.md"]


def test_without_a_repository_the_folders_are_walked(tmp_path: Path) -> None:
    tree = plain(tmp_path, {"b/c.md": "c", "a.md": "a", "run.sh": Exec("#!"), "b/.hidden": "h"})
    assert [(e.path, e.kind.value) for e in tree.entries.values()] == [
        ("a.md", "regular"),
        ("b/.hidden", "regular"),
        ("b/c.md", "regular"),
        ("run.sh", "executable"),
    ]


def test_a_walk_follows_no_link_to_a_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    plain(outside, {"secret.md": "s"})
    tree = plain(tmp_path / "root", {"a.md": "a", "away": Link("../outside"), "loop": Link(".")})
    assert {path: entry.kind for path, entry in tree.entries.items()} == {
        "a.md": FileKind.REGULAR,
        "away": FileKind.LINK,
        "loop": FileKind.LINK,
    }
    assert tree.entries["away"].target == "../outside"


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside.md", "a.md", "nowhere"])
def test_links_are_never_read(repo: Repo, target: str) -> None:
    write_file(repo.root.parent / "outside.md", "outside")
    repo.commit({"a.md": "a", "l.md": Link(target)})
    tree = WorkingTree(repo.root)
    assert tree.entries["l.md"].target == target
    with pytest.raises(FileUnavailableError, match="symbolic link"):
        tree.read("l.md")


def test_a_folder_that_became_a_link_hides_what_was_in_it(repo: Repo) -> None:
    outside = repo.root.parent / "outside"
    plain(outside, {"a.md": "secret"})
    repo.commit({"x/a.md": "a"})
    (repo.root / "x/a.md").unlink()
    (repo.root / "x").rmdir()
    (repo.root / "x").symlink_to(outside)
    tree = WorkingTree(repo.root)
    assert "x/a.md" not in tree.entries
    assert tree.entries["x"].kind is FileKind.LINK
    with pytest.raises(FileUnavailableError):
        tree.read("x/a.md")


def test_a_file_swapped_for_a_link_after_the_listing_is_refused(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    tree = WorkingTree(repo.root)
    (repo.root / "a.md").unlink()
    (repo.root / "a.md").symlink_to("/etc/passwd")
    with pytest.raises(FileUnavailableError, match="cannot be read"):
        tree.read("a.md")


def test_pipes_are_not_listed_and_never_opened(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    os.mkfifo(repo.root / "pipe")
    tree = WorkingTree(repo.root)
    assert list(tree.entries) == ["a.md"]
    (repo.root / "a.md").unlink()
    os.mkfifo(repo.root / "a.md")
    with pytest.raises(FileUnavailableError, match="not a regular file any more"):
        tree.read("a.md")


def test_names_that_are_no_paths_of_the_tree(repo: Repo) -> None:
    repo.commit({"x/a.md": "a"})
    tree = WorkingTree(repo.root)
    for path in ("x", "../repo/x/a.md", "/etc/passwd", "x/../x/a.md", "./x/a.md", "a\0b", ""):
        with pytest.raises(FileUnavailableError, match="there is no file"):
            tree.read(path)


def test_names_with_unusual_bytes(repo: Repo) -> None:
    names = [b"caf\xc3\xa9 \xff.md", b'q"uote\nd.md', b"back\\slash.md"]
    repo.commit({names[0]: "0", names[1]: "1"})
    repo.write({names[2]: "2"})
    tree = WorkingTree(repo.root)
    assert list(tree.entries) == sorted(os.fsdecode(name) for name in names)
    assert {tree.read(os.fsdecode(name)) for name in names} == {b"0", b"1", b"2"}


def test_a_file_longer_than_the_bound_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"12345")
    assert WorkingTree(tmp_path, most_bytes=5).read("a.md") == b"12345"
    with pytest.raises(FileUnavailableError, match="5 bytes; at most 4"):
        WorkingTree(tmp_path, most_bytes=4).read("a.md")


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    assert WorkingTree(tmp_path).read("a.md") == b""


def test_an_lfs_pointer_is_not_the_content(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(POINTER)
    with pytest.raises(FileUnavailableError, match="LFS pointer") as raised:
        WorkingTree(tmp_path).read("a.md")
    assert "git lfs pull" in str(raised.value.cure)


def test_a_listing_adds_names_without_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    tree = WorkingTree(tmp_path, listing=["a.md", "b/c.md"])
    assert {path: entry.present for path, entry in tree.entries.items()} == {"a.md": True, "b/c.md": False}
    with pytest.raises(FileUnavailableError, match="only the name"):
        tree.read("b/c.md")


def test_a_root_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        WorkingTree(tmp_path / "nowhere")
