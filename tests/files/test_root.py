"""Which folder every path is relative to."""

from pathlib import Path

import pytest

from git_repo import Repo
from skill_evals.edges.root import find_root
from skill_evals.errors import UsageError


@pytest.fixture
def tree(repo: Repo) -> Path:
    repo.commit({
        "plugins/p/.claude-plugin/plugin.json": "{}",
        "plugins/p/skills/s/SKILL.md": "",
        "loose/a.md": "",
        "configured/.skill-evals.yml": "",
        ".gitignore": "out/\n",
    })  # fmt: skip
    repo.write({"out/deep/a.md": "", "out/deep/b/c.md": ""})
    return repo.root


@pytest.mark.parametrize(
    ("arguments", "root"),
    [
        (["."], "."),
        (["plugins/p"], "plugins/p"),
        (["configured"], "configured"),
        (["plugins/p/skills"], "."),
        (["loose/a.md"], "."),
        (["plugins/p", "loose"], "."),
        (["out/deep"], "out/deep"),
        (["out/deep/a.md"], "out/deep"),
        (["out/deep/a.md", "out/deep/b"], "out/deep"),
    ],
)
def test_the_root_follows_from_the_arguments(tree: Path, arguments: list[str], root: str) -> None:
    assert find_root([tree / argument for argument in arguments]) == tree / root


def test_the_option_decides(tree: Path) -> None:
    assert find_root([tree / "loose/a.md"], tree / "plugins") == tree / "plugins"


def test_without_arguments_the_current_folder_counts(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree / "loose")
    assert find_root([]) == tree


def test_outside_a_repository_the_argument_is_the_root(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/f.md").touch()
    assert find_root([tmp_path / "a"]) == tmp_path / "a"
    assert find_root([tmp_path / "a/f.md"]) == tmp_path / "a"


def test_an_argument_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no") as raised:
        find_root([tmp_path / "nowhere"])
    assert raised.value.exit_code == 2


def test_an_option_that_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        find_root([], tmp_path / "nowhere")
