"""Repositories that lack what a verb needs: nothing in them, no commit, no base, no git."""

from pathlib import Path

import pytest

from command_line import Call, small, sound
from git_repo import Repo


def test_an_empty_repository_has_nothing_to_lint(repo: Repo, call: Call) -> None:
    done = call("lint", repo.root)
    assert done.code == 0
    assert done.out.startswith("0 errors, 0 warnings, 0 infos in 0 suites and 0 skills")
    assert "nothing was checked" in done.err


def test_an_empty_folder_has_nothing_to_lint(tmp_path: Path, call: Call) -> None:
    done = call("lint", "--root", tmp_path)
    assert done.code == 0
    assert "nothing was checked" in done.err


@pytest.mark.parametrize("words", [["lint", "--base"], ["plan"], ["compare"], ["pr"], ["run", "--base", "main"]])
def test_without_a_commit_there_is_no_base(words: list[str], repo: Repo, call: Call) -> None:
    repo.write(sound())
    done = call(*words, "--root", repo.root)
    assert done.code == 2
    assert done.err == "skill-evals: this repository has no commit yet\n  commit once, or leave out --base\n"


@pytest.mark.parametrize("words", [["lint", "--base"], ["plan"], ["compare"], ["pr"], ["run", "--base", "main"]])
def test_without_git_there_is_no_base(words: list[str], tmp_path: Path, call: Call) -> None:
    Repo(tmp_path / "tree", start=False).write(sound())
    done = call(*words, "--root", tmp_path / "tree")
    assert done.code == 2
    assert "is in no git repository" in done.err
    assert "leave out --base to work without git" in done.err


def test_without_git_a_tree_is_linted_and_run(tmp_path: Path, call: Call) -> None:
    Repo(tmp_path / "tree", start=False).write(sound())
    assert call("lint", tmp_path / "tree").code == 0
    done = call("run", "--all", "--root", tmp_path / "tree")
    assert done.code == 0
    assert "sheep triggers on local/lexical-bm25-v1: 10 of 10 pass" in done.out


@pytest.mark.parametrize("verb", ["lint", "plan", "compare", "pr", "run"])
def test_a_base_that_does_not_exist(verb: str, repo: Repo, call: Call) -> None:
    small(repo)
    done = call(verb, "--base", "nowhere", "--root", repo.root)
    assert done.code == 2
    assert done.err == (
        "skill-evals: there is no revision `nowhere` in this repository\n"
        "  check the name, or fetch it: git fetch --no-tags origin nowhere (--fetch does it)\n"
    )


def test_a_path_behind_base_is_taken_for_a_revision_and_the_message_says_so(repo: Repo, call: Call) -> None:
    small(repo)
    done = call("lint", "--root", repo.root, "--base", repo.root / "skills")
    assert done.code == 2
    assert "it is the name of a path here" in done.err
    assert "name paths before --base, or the base as --base=REF" in done.err
    assert call("lint", repo.root / "skills", "--root", repo.root, "--base").code == 0
