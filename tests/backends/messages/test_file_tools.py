"""The agent's file tools: what they give, and what they say where they cannot."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skill_evals.edges.backends.messages.agent_hands import errand

Tool = Callable[..., str]


@pytest.fixture
def tool(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Tool:
    """Carries a call out in ``work``; a refusal begins with an exclamation mark."""
    work = tmp_path / "work"
    work.mkdir()
    for name, text in {"a.txt": "one\ntwo\nthree\n", "src/b.ts": "const two = 2\n", "src/c.tsx": "two\ntwo\n"}.items():
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text(text)

    def call(name: str, **given: object) -> str:
        given = {key.replace("ignore_case", "-i"): value for key, value in given.items()}
        errand(json.dumps({"tool": name, "given": given, "root": str(tmp_path), "workspace": str(work)}))
        told = json.loads(capsysbinary.readouterr().out)
        return f"{'!' if told['refused'] else ''}{told['text']}"

    return call


def test_a_part_of_a_file_says_that_it_is_one(tool: Tool) -> None:
    assert tool("Read", file_path="a.txt") == "     1\tone\n     2\ttwo\n     3\tthree"
    part = tool("Read", file_path="a.txt", offset=2, limit=1)
    assert part == "     2\ttwo\n[lines 2 to 2 of 3; ask with `offset` for more]"
    assert tool("Read", file_path="a.txt", offset=9) == "!a.txt has 3 lines only"


def test_a_long_file_is_given_in_parts(tool: Tool, tmp_path: Path) -> None:
    (tmp_path / "work/long").write_text("x" * 90 + "\n" + ("y" * 5000 + "\n") * 100)
    told = tool("Read", file_path="long")
    assert len(told) < 110_000
    assert "[the line is cut here]" in told
    assert told.endswith("of 101; ask with `offset` for more]")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("src", "!src is a folder"),
        ("none", "No such file or directory"),
        ("/etc/passwd", "lies outside of the working directory"),
        ("pipe", "!pipe is no regular file"),
        ("bytes", "!bytes is no text"),
        ("empty", "[the file is empty]"),
        ("a\0b", "!"),
    ],
)
def test_what_is_no_text_file_is_said(tool: Tool, tmp_path: Path, path: str, words: str) -> None:
    os.mkfifo(tmp_path / "work/pipe")
    (tmp_path / "work/bytes").write_bytes(b"a\0b")
    (tmp_path / "work/empty").touch()
    assert words in tool("Read", file_path=path)


def test_home_and_temporary_files_are_the_runs_own_as_well(tool: Tool, tmp_path: Path) -> None:
    assert tool("Write", file_path=f"{tmp_path}/home/notes", content="x").endswith("was made")


def test_a_file_is_made_with_its_folders_or_replaced(tool: Tool, tmp_path: Path) -> None:
    assert tool("Write", file_path="new/x.md", content="é\n") == "new/x.md was made"
    assert tool("Write", file_path="new/x.md", content="è\n") == "new/x.md was replaced"
    assert (tmp_path / "work/new/x.md").read_text() == "è\n"
    assert tool("Write", file_path="a.txt/x", content="").startswith("!")


def test_a_passage_is_replaced_where_it_is_certain_which(tool: Tool, tmp_path: Path) -> None:
    edit = {"old_string": "two", "new_string": "2"}
    assert tool("Edit", file_path="a.txt", **edit) == "a.txt was changed in 1 place"
    assert tool("Edit", file_path="a.txt", **edit) == "!a.txt does not hold `old_string`"
    assert tool("Edit", file_path="src/c.tsx", **edit).startswith("!src/c.tsx holds `old_string` 2 times; quote more")
    assert tool("Edit", file_path="src/c.tsx", replace_all=True, **edit) == "src/c.tsx was changed in 2 places"
    assert tool("Edit", file_path="a.txt", old_string="", new_string="x").startswith(
        "!`old_string` must hold something"
    )
    assert (tmp_path / "work/a.txt").read_text() == "one\n2\nthree\n"


def test_bytes_that_are_no_text_survive_an_edit(tool: Tool, tmp_path: Path) -> None:
    (tmp_path / "work/latin").write_bytes(b"caf\xe9 two\r\n")
    tool("Edit", file_path="latin", old_string="two", new_string="2")
    assert (tmp_path / "work/latin").read_bytes() == b"caf\xe9 2\r\n"


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.ts", {"src/b.ts"}),
        ("src/*.{ts,tsx}", {"src/b.ts", "src/c.tsx"}),
        ("**/*.txt", {"a.txt"}),
        ("*.rs", {"[no files match]"}),
    ],
)
def test_files_by_pattern(tool: Tool, pattern: str, found: set[str]) -> None:
    assert set(tool("Glob", pattern=pattern).split("\n")) == found


def test_the_latest_change_comes_first_and_git_s_own_folder_never(tool: Tool, tmp_path: Path) -> None:
    os.utime(tmp_path / "work/src/c.tsx", (1, 1))
    (tmp_path / "work/.git").mkdir()
    (tmp_path / "work/.git/config").write_text("two")
    assert tool("Glob", pattern="*").split("\n")[-1] == "src/c.tsx"
    assert "config" not in tool("Glob", pattern="**/*") + tool("Grep", pattern="two")


def test_lines_by_expression(tool: Tool) -> None:
    assert tool("Grep", pattern="TWO") == "[no files match]"
    assert tool("Grep", pattern="TWO", ignore_case=True) == "a.txt\nsrc/b.ts\nsrc/c.tsx"
    assert tool("Grep", pattern="^two", output_mode="content") == "a.txt:2:two\nsrc/c.tsx:1:two\nsrc/c.tsx:2:two"
    assert tool("Grep", pattern="two", output_mode="count", path="src", glob="*.tsx") == "src/c.tsx:2"
    assert tool("Grep", pattern="(").startswith("!`pattern` is no regular expression of Python's: ")


def test_of_many_files_some_are_named_and_the_others_counted(tool: Tool, tmp_path: Path) -> None:
    for number in range(205):
        (tmp_path / f"work/{number}.log").touch()
    told = tool("Glob", pattern="*.log").split("\n")
    assert len(told) == 201
    assert told[-1] == "[5 more files match]"
