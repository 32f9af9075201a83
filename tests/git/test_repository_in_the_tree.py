"""A folder of the tree that looks like a bare repository: git would take it for the repository, were it left to look by
itself, and its configuration could start anything.
"""

from pathlib import Path

import pytest

from git_repo import Exec, Repo
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.git import Git
from skill_evals.edges.git_changes import read_changes
from skill_evals.errors import RevisionError


@pytest.fixture
def trap(repo: Repo) -> str:
    """Its path; a program of the tree leaves a file there when it is started."""
    program = repo.root / "sprung.sh"
    repo.write({"sprung.sh": Exec('#!/bin/sh\ntouch "$(dirname "$0")/sprung"\nexit 1\n')})
    config = (
        f"[core]\n\tbare = false\n\tworktree = {repo.root}\n"
        f'[filter "trap"]\n\tclean = {program}\n\tprocess = {program}\n'
        f'[remote "origin"]\n\turl = {repo.root}\n\tuploadpack = {program}\n'
    )
    repo.commit(
        {
            ".gitattributes": "* filter=trap\n",
            "skills/HEAD": "ref: refs/heads/main\n",
            "skills/config": config,
            "skills/objects/kept": "",
            "skills/refs/kept": "",
            "skills/a/SKILL.md": "one\n",
        }
    )
    return str(program.with_name("sprung"))


def test_it_is_read_as_files(repo: Repo, trap: str) -> None:
    files = WorkingTree(repo.root / "skills")

    assert {"HEAD", "config", "a/SKILL.md"} <= files.entries.keys()
    assert files.entries["config"].tracked
    assert not Path(trap).exists()


def test_changes_are_those_of_the_repository_around_it(repo: Repo, trap: str) -> None:
    repo.write({"skills/a/SKILL.md": "two\n"})

    changes = read_changes(Git(repo.root / "skills"), repo.head())

    assert [one.path for one in changes] == ["a/SKILL.md"]
    assert not Path(trap).exists()


def test_its_remotes_are_nobodys(repo: Repo, trap: str) -> None:
    with pytest.raises(RevisionError):
        Git(repo.root / "skills").fetch("--depth=1", "origin", repo.head())

    assert not Path(trap).exists()
