"""Files that root leaves in somebody else's workspace become theirs."""

import os
from pathlib import Path

import pytest

from skill_evals.edges.owners import give_back

OWNER = (1001, 118)
needs_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")


def owner(path: Path) -> tuple[int, int]:
    found = path.lstat()
    return found.st_uid, found.st_gid


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Of somebody else, with a report in it that root wrote, and a link out of it."""
    place = tmp_path / "workspace"
    (place / "out" / "results").mkdir(parents=True)
    (place / "out" / "results" / "results.json").write_text("{}", encoding="utf-8")
    (place / "journal").write_text("", encoding="utf-8")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "shadow").write_text("", encoding="utf-8")
    (place / "out" / "link").symlink_to(outside)
    return place


@needs_root
def test_what_root_wrote_belongs_to_the_owner_of_the_workspace(workspace: Path) -> None:
    os.chown(workspace, *OWNER)
    give_back(workspace, [workspace / "out", workspace / "journal", workspace / "not-there"])
    given = [workspace / "journal", *(workspace / "out").rglob("*"), workspace / "out"]
    assert {owner(path) for path in given} == {OWNER}


@needs_root
def test_no_link_leads_out(workspace: Path, tmp_path: Path) -> None:
    os.chown(workspace, *OWNER)
    (workspace / "linked").symlink_to(tmp_path / "outside")
    give_back(workspace, [workspace / "out", workspace / "linked"])
    assert owner(tmp_path / "outside") == owner(tmp_path / "outside" / "shadow") == (0, 0)


@needs_root
def test_what_belongs_to_a_third_stays_theirs(workspace: Path) -> None:
    os.chown(workspace, *OWNER)
    os.chown(workspace / "journal", 2002, 2002)
    give_back(workspace, [workspace / "journal"])
    assert owner(workspace / "journal") == (2002, 2002)


def test_in_ones_own_folder_nothing_changes(workspace: Path) -> None:
    before = {path: owner(path) for path in workspace.rglob("*")}
    give_back(workspace, [workspace])
    assert {path: owner(path) for path in workspace.rglob("*")} == before
