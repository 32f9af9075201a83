"""``--tree-listing``: read as git, or as Windows, writes it."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from git_repo import Repo
from skill_evals.edges.tree_listing import read_tree_listing
from skill_evals.errors import UsageError


def read(tmp_path: Path, data: bytes) -> tuple[str, ...]:
    (tmp_path / "tree.txt").write_bytes(data)
    return read_tree_listing(tmp_path / "tree.txt")


def test_one_path_a_line(tmp_path: Path) -> None:
    assert read(tmp_path, b"a.md\nb/c d.md\n\n./e.md\nlast") == ("a.md", "b/c d.md", "e.md", "last")


def test_windows_separators_and_line_ends(tmp_path: Path) -> None:
    assert read(tmp_path, b"a\\b\\c.md\r\nd.md\r\n") == ("a/b/c.md", "d.md")


def test_a_listing_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_tree_listing(tmp_path / "nowhere")


def test_names_come_back_as_git_quotes_them(repo: Repo, tmp_path: Path) -> None:
    names = [b"caf\xc3\xa9.md", b'q"uote.md', b"tab\t\x07\x0b.md", b"new\nline.md", b"back\\slash.md", b"\xff\xfe.md"]
    repo.commit(dict.fromkeys(names, "x"))
    (tmp_path / "tree.txt").write_text(repo.git("ls-tree", "-r", "--name-only", "HEAD"))
    assert set(read_tree_listing(tmp_path / "tree.txt")) == {os.fsdecode(name) for name in names}


def quoted(name: bytes) -> bytes:
    return b'"' + b"".join(b"\\%03o" % byte for byte in name) + b'"'


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.binary(min_size=1, max_size=20))
def test_every_byte_survives_its_escape(tmp_path: Path, name: bytes) -> None:
    assert read(tmp_path, quoted(name)) == (name.decode("utf-8", "surrogateescape").removeprefix("./"),)
