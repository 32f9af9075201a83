"""A revision read without a checkout."""

import os
from dataclasses import replace

import pytest

from git_repo import Exec, Link, Repo
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.git import Git
from skill_evals.edges.git_tree import GitTree
from skill_evals.edges.lfs import is_lfs_pointer
from skill_evals.errors import FileUnavailableError, RevisionError
from skill_evals.model.files import FileEntry, FileKind, FileTree

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 9\n"


def test_the_base_is_read_while_the_head_is_checked_out(repo: Repo) -> None:
    base = repo.commit({"a.md": "old", "gone/b.md": "b"})
    repo.commit({"a.md": "new", "gone/b.md": None})
    with GitTree(Git(repo.root), base) as tree:
        as_port: FileTree = tree
        assert list(as_port.entries) == ["a.md", "gone/b.md"]
        assert (as_port.read("a.md"), as_port.read("gone/b.md"), as_port.read("a.md")) == (b"old", b"b", b"old")


def test_kinds_and_object_ids(repo: Repo) -> None:
    other = Repo(repo.root.parent / "other")
    tip = other.commit({"x": "x"})
    repo.commit({"run.sh": Exec("#!"), "l": Link("run.sh"), "a.md": "a"})
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{tip},sub")
    repo.git("commit", "--quiet", "-m", "submodule")
    with GitTree(Git(repo.root), "HEAD") as tree:
        assert {path: entry.kind for path, entry in tree.entries.items()} == {
            "a.md": FileKind.REGULAR,
            "l": FileKind.LINK,
            "run.sh": FileKind.EXECUTABLE,
            "sub": FileKind.SUBMODULE,
        }
        assert (tree.entries["l"].target, tree.entries["a.md"].target) == ("run.sh", None)
        assert tree.entries["a.md"].oid == repo.git("rev-parse", "HEAD:a.md")
        for path, words in {"l": "symbolic link", "sub": "submodule", "nowhere": "there is no file"}.items():
            with pytest.raises(FileUnavailableError, match=words):
                tree.read(path)


def test_names_and_bytes_of_every_sort(repo: Repo) -> None:
    files = {
        b"caf\xc3\xa9 \xff.md": b"\xff\0\r\n",
        b"new\nline.md": b"",
        b'q"uote\\.md': b"\n",
        b"-dash": b"x" * 200_000,
    }
    repo.commit(files)
    with GitTree(Git(repo.root), "HEAD") as tree:
        assert {os.fsencode(path): tree.read(path) for path in tree.entries} == files


def test_a_root_below_the_top(repo: Repo) -> None:
    repo.commit({"plugin/x/a.md": "a", "plugin-b/a.md": "b", "c.md": "c"})
    (repo.root / "fresh").mkdir()
    with GitTree(Git(repo.root / "plugin"), "HEAD") as tree:
        assert list(tree.entries) == ["x/a.md"]
        assert tree.read("x/a.md") == b"a"
    with GitTree(Git(repo.root / "fresh"), "HEAD") as tree:
        assert dict(tree.entries) == {}


def test_a_blob_longer_than_the_bound_does_not_spoil_the_next(repo: Repo) -> None:
    repo.commit({"big.md": "x" * 3_000_000, "small.md": "s"})
    with GitTree(Git(repo.root), "HEAD", most_bytes=1000) as tree:
        with pytest.raises(FileUnavailableError, match="3,000,000 bytes"):
            tree.read("big.md")
        assert tree.read("small.md") == b"s"


def test_an_lfs_pointer_is_an_error_that_names_the_cure(repo: Repo) -> None:
    repo.commit({"model.bin": POINTER})
    with GitTree(Git(repo.root), "HEAD") as tree, pytest.raises(FileUnavailableError) as raised:
        tree.read("model.bin")
    assert "git lfs pull" in str(raised.value.cure)


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (POINTER, True),
        (b"x" + POINTER, False),
        (POINTER + b"x" * 1024, False),
        (b"version https://git-lfs", False),
        (b"", False),
    ],
)
def test_what_is_a_pointer(data: bytes, pointer: bool) -> None:
    assert is_lfs_pointer(data) is pointer


def test_a_blob_that_is_not_in_the_clone(repo: Repo) -> None:
    repo.commit({"a.md": "a", "b.md": "b"})
    oid = repo.git("rev-parse", "HEAD:a.md")
    (repo.root / ".git/objects" / oid[:2] / oid[2:]).unlink()
    with GitTree(Git(repo.root), "HEAD") as tree:
        with pytest.raises(FileUnavailableError, match="not in this clone") as raised:
            tree.read("a.md")
        assert "git -C" in str(raised.value.cure)
        assert tree.read("b.md") == b"b"


def test_a_partial_clone_is_not_completed_behind_the_users_back(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(repo.root.parent / "partial", "--filter=blob:none", "--no-checkout")
    with GitTree(Git(clone.root), "HEAD") as tree, pytest.raises(FileUnavailableError, match="content of a"):
        tree.read("a.md")


def test_a_revision_that_is_not_here(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    with pytest.raises(RevisionError) as raised:
        GitTree(Git(repo.root), "0" * 40)
    assert "git fetch" in str(raised.value.cure)


def test_the_process_ends_with_the_block(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    with GitTree(Git(repo.root), "HEAD") as tree:
        tree.read("a.md")
        process = tree._process
        assert process is not None
        assert process.poll() is None
    assert process.poll() == 0


def test_a_git_that_dies_is_an_error_and_not_a_hang(repo: Repo) -> None:
    repo.commit({"a.md": "a"})
    with GitTree(Git(repo.root), "HEAD") as tree:
        tree.read("a.md")
        assert tree._process is not None
        tree._process.kill()
        tree._process.wait()
        with pytest.raises(FileUnavailableError, match="git stopped"):
            tree.read("a.md")


def test_working_tree_and_revision_agree_on_a_clean_checkout(repo: Repo) -> None:
    repo.commit({"a.md": "a", "x/run.sh": Exec("#!"), "l": Link("a.md"), b"\xff.md": "f"})
    disk = WorkingTree(repo.root)
    with GitTree(Git(repo.root), "HEAD") as tree:
        assert [without_oid(e) for e in tree.entries.values()] == list(disk.entries.values())
        files = [path for path, entry in disk.entries.items() if entry.kind.is_file]
        assert [tree.read(path) for path in files] == [disk.read(path) for path in files]


def without_oid(entry: FileEntry) -> FileEntry:
    return replace(entry, oid=None)
