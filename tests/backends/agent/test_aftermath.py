"""What is seen of the agent's work: how much it changed, by git's own count, whatever it did to the repository."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from git_repo import Repo
from skill_evals.edges.backends.agent.aftermath import Aftermath, aftermath
from skill_evals.edges.backends.agent.diff import diff_size
from skill_evals.edges.backends.agent.room import Room, agent_room
from skill_evals.grade.needs import Needs
from skill_evals.model.evidence import DiffSize
from skill_evals.run.ports.request import TreeFile

from .requests import request_of, tally

DIFF = Needs(diff=True)


def after(room: Room, needs: Needs = DIFF) -> Aftermath:
    return aftermath(room, needs, allow_commands=False, sandbox=True)


def files(**contents: str) -> Mapping[str, TreeFile]:
    return {name.replace("_", "."): TreeFile(data=text.encode()) for name, text in contents.items()}


@pytest.mark.parametrize(
    ("before", "end", "size"),
    [
        (files(a="1\n"), files(a="1\n"), DiffSize()),
        (files(a="1\n2\n3\n"), files(a="1\n2!\n3\n4\n"), DiffSize(files=1, added=2, removed=1, hunks=2)),
        (files(a="1\n"), files(b="1\n"), DiffSize(files=2, added=1, removed=1, hunks=2)),
        (files(a="\0\1"), files(a="\0\2"), DiffSize(files=1)),
        (files(), files(_gitignore="*.log\n", a_log="x"), DiffSize(files=1, added=1, hunks=1)),
        (files(a="x\n"), files(a="@@ -1 +1 @@\n"), DiffSize(files=1, added=1, removed=1, hunks=1)),
        ({"a": TreeFile(data=b"x")}, {"a": TreeFile(data=b"x", executable=True)}, DiffSize(files=1)),
        ({}, {"a": TreeFile(data=b"", link="/etc/passwd")}, DiffSize(files=1, added=1, hunks=1)),
    ],
    ids=["nothing", "two places", "a rename", "binary", "ignored", "a line like a hunk's", "a mode", "a link"],
)
def test_the_size_of_a_change(before: Mapping[str, TreeFile], end: Mapping[str, TreeFile], size: DiffSize) -> None:
    assert diff_size(before, end) == size


TEXTS = st.dictionaries(
    st.sampled_from(["a", "b/c", "b/d", "e.txt"]), st.lists(st.sampled_from("xyz"), max_size=6), max_size=4
)


@given(before=TEXTS, end=TEXTS)
@settings(max_examples=8, deadline=None)
def test_it_counts_as_git_does(
    before: Mapping[str, list[str]], end: Mapping[str, list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    states = [{path: "".join(f"{line}\n" for line in lines) for path, lines in one.items()} for one in (before, end)]
    repo = Repo(tmp_path_factory.mktemp("git"))
    first = repo.commit(states[0])
    second = repo.commit({**dict.fromkeys(states[0]), **states[1]})
    rows = [row.split() for row in repo.git("diff", "--no-renames", "--numstat", first, second).splitlines()]
    told = DiffSize(
        files=len(rows),
        added=sum(int(row[0]) for row in rows),
        removed=sum(int(row[1]) for row in rows),
        hunks=repo.git("diff", "--no-renames", "-U0", first, second).count("\n@@ "),
    )
    trees = [{path: TreeFile(data=text.encode()) for path, text in one.items()} for one in states]
    assert diff_size(*trees) == told


def test_the_installed_skill_is_part_of_the_start() -> None:
    with agent_room(request_of(tally(), fixtures={"in.csv": b"1\n"})) as room:
        assert after(room).diff == DiffSize()
        (room.place.path / "out.csv").write_text("3\n")
        assert after(room).diff == DiffSize(files=1, added=1, hunks=1)


def test_nothing_that_the_agent_does_to_its_repository_counts_or_runs() -> None:
    with agent_room(request_of(fixtures={"in.csv": b"1\n"})) as room:
        path, trap = room.place.path, room.place.root / "tmp" / "trap"
        git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
        for command in (("init", "-q", "inner"), ("config", "core.fsmonitor", f"touch {trap}; false")):
            subprocess.run([*git, *command], cwd=path, check=True)
        (path / "inner/.git/config").write_text(f"[core]\n\tfsmonitor = touch {trap}; false\n")
        (path / ".gitattributes").write_text("* -diff filter=trap\n")
        (path / ".git/config").write_text(f'[filter "trap"]\n\tclean = touch {trap}; cat\n')
        (path / "git~1").write_text("x\n")
        (path / "in.csv").write_text("2\n")
        assert after(room).diff == DiffSize(files=3, added=3, removed=1, hunks=3)
        assert not trap.exists()


def test_no_link_is_followed_and_no_pipe_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the key\n")
    with agent_room(request_of()) as room:
        (room.place.path / "link").symlink_to(tmp_path / "secret")
        (room.place.path / "folder").symlink_to(tmp_path)
        os.mkfifo(room.place.path / "pipe")
        found = after(room)
    assert found.diff == DiffSize(files=2, added=2, hunks=2)
    assert found.files == {}


def test_too_deep_is_said_and_not_measured() -> None:
    with agent_room(request_of()) as room:
        (room.place.path / "/".join(["d"] * 80)).mkdir(parents=True)
        found = after(room)
    assert found.diff is not None
    assert found.diff.error == "the workspace has folders more than 64 deep"


def test_texts_that_changed_are_kept_for_whoever_judges() -> None:
    with agent_room(request_of(tally(), fixtures={"same.txt": b"same", "old.txt": b"old"})) as room:
        path = room.place.path
        (path / "old.txt").write_text("new")
        (path / "report.md").write_text("It is 3.")
        (path / "picture.png").write_bytes(b"\x89PNG\0")
        (path / "long.txt").write_text("x" * 70_000)
        (path / ".claude/skills/tally/notes.md").write_text("mine")
        found = after(room, Needs())
    assert {name: file.text for name, file in found.files.items()} == {"old.txt": "new", "report.md": "It is 3."}
    assert found.diff is None
    assert found.workspace == str(path)
