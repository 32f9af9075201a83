"""What a command may read of the system, where somebody keeps a home or a checkout in it."""

from pathlib import Path

import pytest

from skill_evals.edges.sandbox import system


@pytest.fixture
def opt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for ``/opt``: a checkout, in which the runner works, a tool beside it, and a link to the checkout."""
    opt = tmp_path / "opt"
    for folder in ("runner/work/repo", "tool/bin", "local/bin"):
        (opt / folder).mkdir(parents=True)
    (opt / "current").symlink_to("runner/work")
    (opt / "inner").symlink_to("runner/work/repo")
    for folder in ("home/user/.local/bin", "temporary/cell"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(system, "SYSTEM", (str(opt), str(opt / "local"), str(tmp_path / "lib")))
    monkeypatch.setenv("HOME", str(tmp_path / "home/user"))
    monkeypatch.chdir(opt / "runner/work/repo")
    return opt


def readable(path: str, opt: Path) -> set[str]:
    return set(system.readable(path, opt.parent / "temporary/cell"))


def test_a_checkout_in_a_folder_of_the_system_stays_closed(opt: Path) -> None:
    assert readable("", opt) == {str(opt / "tool"), str(opt / "local"), str(opt.parent / "lib")}


def test_a_folder_that_holds_nothing_private_is_open_as_a_whole(opt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(opt.parent / "temporary")
    assert str(opt) in readable("", opt)


def test_no_folder_of_path_opens_a_home_a_checkout_or_the_place_of_workspaces(opt: Path) -> None:
    here = opt.parent
    inside = [here / "home/user/.local/bin", opt / "runner/work/repo/bin"]
    outside = [here / "home/user", here / "home", here, opt / "runner", here / "temporary", Path()]
    found = readable(":".join(map(str, [*inside, *outside])), opt)
    assert found >= set(map(str, inside))
    assert found.isdisjoint(map(str, outside))
