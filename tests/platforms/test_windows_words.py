r"""What people on Windows and macOS write: backslashes, other cases, listings of PowerShell, line ends of their own."""

import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import Call, small, triggers
from git_repo import Repo, clean_environment
from skill_evals.cli import output
from skill_evals.edges import git_program
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.listed_name import listed_name, same_beneath
from skill_evals.edges.tree_listing import parse_tree_listing
from skill_evals.errors import UsageError
from skill_evals.skills.globs import glob_matches

SUITE = "skills/sheep/evals/triggers.json"
BROKEN = triggers("goat").replace("true", '"true"', 1)


@pytest.mark.parametrize(
    "glob", [r"skills\sheep\**", r"skills\*\evals\triggers.json", r"skills/sheep\evals", "sheep\\"]
)
def test_a_glob_may_have_backslashes(glob: str) -> None:
    assert glob_matches(glob, SUITE)
    assert not glob_matches(glob, "skills/goat/evals/triggers.json") or "*\\" in glob


def test_the_command_line_and_the_configuration_take_them(repo: Repo, call: Call) -> None:
    small(repo)
    repo.write({SUITE: BROKEN})
    assert "not-boolean" in call("lint", repo.root, "--format", "json").rules
    assert (
        "not-boolean"
        not in call("lint", repo.root, "--extend-exclude", r"skills\sheep\evals", "--format", "json").rules
    )
    ignore = r"""
path-ignores: [{path: 'skills\sheep\**', rules: [not-boolean], reason: a test}]
"""
    repo.write({".skill-evals.yml": ignore})
    assert "not-boolean" not in call("lint", repo.root, "--format", "json").rules


def test_the_place_of_an_ignored_case_may_have_them(repo: Repo, call: Call) -> None:
    small(repo)
    case = '{"id": 1, "prompt": " ", "expectations": ["Names Ada"]}'
    repo.write({"skills/sheep/evals/evals.json": f'{{"skill_name": "sheep", "evals": [{case}]}}'})
    assert "blank-prompt" in call("lint", repo.root, "--format", "json").rules
    repo.write({".skill-evals.yml": "case-ignores: {'skills\\sheep\\evals\\evals.json#1': [blank-prompt]}\n"})
    assert "blank-prompt" not in call("lint", repo.root, "--format", "json").rules


def everything(_one: str, _other: str) -> bool:
    return True


@pytest.mark.parametrize(
    ("written", "listed"),
    [
        ("skills/sheep/evals/triggers.json", SUITE),
        ("Skills/SHEEP/evals/Triggers.json", SUITE),
        ("SKILLS/Sheep", "skills/sheep"),
        ("skills/sheep/evals", "skills/sheep/evals"),
        (unicodedata.normalize("NFD", "skills/Café"), "skills/café"),
        ("skills/goat", "skills/goat"),
        ("skills/sheep/evals/triggers.json/more", "skills/sheep/evals/triggers.json/more"),
        ("", ""),
    ],
)
def test_a_path_is_known_by_the_name_that_the_tree_has_for_it(written: str, listed: str) -> None:
    tree = [SUITE, "skills/café/SKILL.md"]
    assert listed_name(written, tree, everything) == listed
    assert listed_name(written, tree, lambda _one, _other: False) == written


def test_a_file_of_another_case_is_the_listed_one_only_if_it_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "B.json").write_text("{}")
    (tmp_path / "b.json").write_text("{}")
    os.link(tmp_path / "a.json", tmp_path / "A.json")  # as on a file system that knows no case
    same = same_beneath(tmp_path)
    assert listed_name("A.json", ["a.json", "b.json"], same) == "a.json"
    assert listed_name("B.json", ["a.json", "b.json"], same) == "B.json"
    assert listed_name("C.json", ["c.json"], same) == "C.json"
    assert "a.json" in WorkingTree(tmp_path, named=["a.json"]).named


def test_naming_a_suite_in_another_case_checks_it_and_does_not_pass_in_silence(repo: Repo, call: Call) -> None:
    small(repo)
    repo.write({SUITE: BROKEN, ".gitignore": "Triggers.json\n"})
    os.link(repo.root / SUITE, repo.root / "skills/sheep/evals/Triggers.json")
    found = call("lint", repo.root / "skills/sheep/evals/Triggers.json", "--format", "json").json
    assert {d["path"] for d in found["diagnostics"]} == {SUITE}
    assert [d["rule"] for d in found["diagnostics"]].count("not-boolean") == 1


def test_powershell_redirects_as_utf_16() -> None:
    names = 'skills\\a\\SKILL.md\r\n"caf\\303\\251.md"\r\n'
    wanted = ("skills/a/SKILL.md", "café.md")
    assert parse_tree_listing(b"\xff\xfe" + names.encode("utf-16-le")) == wanted
    assert parse_tree_listing(b"\xef\xbb\xbf" + names.encode()) == wanted


def only(*places: str) -> Callable[[str], bool]:
    return lambda path: path in places


def test_git_is_never_a_program_of_the_folder_that_is_looked_at() -> None:
    path = r'.;;tools;\git;C:tools;"C:\Program Files\Git\cmd";\\server\share\git'
    git = r"C:\Program Files\Git\cmd\git.exe"
    assert git_program.on_windows({"PATH": path}, lambda _path: True) == git
    assert git_program.on_windows({"PATH": path}, only(r"\\server\share\git\git.exe")).startswith(r"\\server")
    with pytest.raises(UsageError, match="not in the PATH"):
        git_program.on_windows({"PATH": path}, only("git.exe", r".\git.exe", r"tools\git.exe", r"\git\git.exe"))
    with pytest.raises(UsageError):
        git_program.on_windows({}, lambda _path: True)


WINDOWS_STREAMS = """
import sys
for name in ("stdout", "stderr"):
    getattr(sys, name).reconfigure(newline="\\r\\n", encoding="cp1252")
from skill_evals.cli.entry import enter
enter()
"""


def test_line_feeds_stay_line_feeds_so_that_a_patch_applies(repo: Repo) -> None:
    small(repo)
    repo.write({SUITE: BROKEN})
    made = subprocess.run(
        [sys.executable, "-c", WINDOWS_STREAMS, "lint", "--diff"], cwd=repo.root, env=clean_environment(),
        capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert b"@@" in made.stdout
    assert b"\r" not in made.stdout + made.stderr
    subprocess.run(["git", "apply", "--check"], cwd=repo.root, input=made.stdout, check=True)


def test_a_report_in_a_file_has_the_same_bytes_everywhere(
    repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small(repo)
    repo.write({SUITE: BROKEN})
    unpatched: Any = Path.open

    def as_on_windows(self: Path, mode: str = "r", *rest: Any, newline: str | None = None, **more: Any) -> Any:
        ending = "\r\n" if newline is None and "b" not in mode and "w" in mode else newline
        return unpatched(self, mode, *rest, newline=ending, **more)

    monkeypatch.setattr(Path, "open", as_on_windows)
    call("lint", repo.root, "--format", f"text={tmp_path / 'report.txt'}")
    written = (tmp_path / "report.txt").read_bytes()
    assert b"not-boolean" in written
    assert b"\r" not in written


@pytest.mark.parametrize(
    ("platform", "environment", "colour"),
    [
        ("win32", {}, False),
        ("win32", {"WT_SESSION": "1"}, True),
        ("win32", {"TERM": "xterm"}, True),
        ("linux", {}, True),
    ],
)
def test_the_old_console_of_windows_gets_no_escape_sequences(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], colour: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "stdout", type("Terminal", (), {"isatty": lambda _self: True})())
    monkeypatch.setattr(os, "environ", environment)
    assert output.wants_colour("auto") is colour
    assert output.wants_colour("always")
