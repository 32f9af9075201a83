"""A written file is whole or as it was before."""

import os
import stat
from pathlib import Path

import pytest

from skill_evals.edges.atomic import write_atomic
from skill_evals.errors import UsageError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_creates_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write_atomic(path, b"one")
    write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert names(tmp_path) == ["results.json"]


def test_an_existing_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.touch()
    path.chmod(0o604)
    write_atomic(path, b"x")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    write_atomic(tmp_path / "new", b"x")
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode


def test_it_does_not_write_through_a_link(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / "results.json").symlink_to(victim)
    with pytest.raises(UsageError, match="is a link"):
        write_atomic(tmp_path / "results.json", b"x")
    assert victim.read_bytes() == b"precious"


def test_nor_through_a_folder_that_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "root").mkdir()
    (tmp_path / "root/evals").symlink_to(tmp_path / "outside")
    with pytest.raises(UsageError, match="is a link"):
        write_atomic(tmp_path / "root/evals/results.json", b"x", beneath=tmp_path / "root")
    assert names(tmp_path / "outside") == []


def test_nor_outside_the_root(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    with pytest.raises(UsageError, match="outside"):
        write_atomic(tmp_path / "root/../results.json", b"x", beneath=tmp_path / "root")


def test_real_folders_beneath_the_root_are_written_to(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    write_atomic(tmp_path / "a/b/results.json", b"x", beneath=tmp_path)
    assert (tmp_path / "a/b/results.json").read_bytes() == b"x"


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match="No space left"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["results.json"]


@pytest.mark.parametrize("place", ["", "missing/results.json"])
def test_a_place_that_cannot_be_written(tmp_path: Path, place: str) -> None:
    with pytest.raises(UsageError):
        write_atomic(tmp_path / place, b"x")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file to somebody else")
def test_as_root_the_folders_owner_gets_the_file(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 4321)
    write_atomic(tmp_path / "results.json", b"x")
    found = (tmp_path / "results.json").stat()
    assert (found.st_uid, found.st_gid) == (1234, 4321)
