"""The throw-away folder: private, complete, and gone afterwards."""

import os
import subprocess
from pathlib import Path

import pytest

from skill_evals.edges.collect import look
from skill_evals.edges.sandbox.uids import POOL
from skill_evals.edges.workspace import Workspace, restore, workspace
from skill_evals.errors import IncompleteError
from skill_evals.model.evidence import WorkspaceFile


def git(place: Workspace, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=place.path, env=dict(place.environment), check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_it_holds_the_fixtures_in_one_commit_and_no_history(place: Workspace) -> None:
    assert (place.path / "data/rows.csv").read_bytes() == b"1,2\n"
    assert git(place, "rev-list", "--count", "HEAD") == "1"
    assert git(place, "status", "--porcelain") == ""
    assert git(place, "branch", "--show-current") == "main"
    assert not (place.path / ".git/hooks").exists()


def test_only_its_owner_may_look_in(place: Workspace) -> None:
    assert place.path.parent.stat().st_mode & 0o077 == 0


def test_it_is_gone_afterwards_even_where_permissions_were_taken_away() -> None:
    with workspace({"deep/er/file": b""}) as place:
        (place.path / "outside").symlink_to("/")
        (place.path / "deep/er").chmod(0)
        (place.path / "deep").chmod(0o500)
        root = place.path.parent
    assert not root.exists()
    assert Path("/usr").exists()


@pytest.mark.parametrize("path", ["../out", "a/../../out", ".git/hooks/post-checkout", ".GIT/config"])
def test_no_fixture_is_staged_outside_or_into_the_repository(path: str) -> None:
    refused = pytest.raises(IncompleteError, match="leads out of the workspace or into its repository")
    with refused, workspace({path: b"x"}):
        pass


@pytest.mark.parametrize("path", ["\ud800", "x" * 5000])
def test_a_fixture_with_an_impossible_name_is_named(path: str) -> None:
    with pytest.raises(IncompleteError, match="cannot be staged"), workspace({path: b""}):
        pass


def test_two_fixtures_that_collide_are_named() -> None:
    with pytest.raises(IncompleteError, match="'a/b' cannot be staged"), workspace({"a": b"", "a/b": b""}):
        pass


def test_a_recorded_workspace_is_built_again_file_by_file(place: Workspace) -> None:
    files = {
        "notes.md": WorkspaceFile(exists=True, text="beta\n"),
        "new/file.txt": WorkspaceFile(exists=True, text="é"),
        "empty": WorkspaceFile(exists=True),
        "gone.md": WorkspaceFile(exists=False),
        "link": WorkspaceFile(exists=True, link=True),
    }
    restore(place, files)
    for path in ("notes.md", "new/file.txt", "empty", "gone.md"):
        assert look(place, path) == files[path]
    assert look(place, "data/rows.csv") == WorkspaceFile(exists=False)
    assert look(place, "link") == WorkspaceFile(exists=False)
    assert git(place, "rev-list", "--count", "HEAD") == "1"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root has users to give away")
def test_each_workspace_has_a_user_of_its_own_for_as_long_as_it_lives() -> None:
    with workspace({}) as one, workspace({}) as other:
        assert one.uid in POOL
        assert other.uid in POOL
        assert one.uid != other.uid


def test_it_is_gone_afterwards_however_deep_it_was() -> None:
    with workspace({}) as place:
        root = place.path.parent
        folder = os.open(place.path, os.O_RDONLY)
        for _ in range(1500):
            os.mkdir("d", dir_fd=folder)
            inner = os.open("d", os.O_RDONLY, dir_fd=folder)
            os.close(folder)
            folder = inner
        os.close(folder)
    assert list(root.parent.glob(f"{root.name}*")) == []
