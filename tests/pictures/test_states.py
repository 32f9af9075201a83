"""What is read of each state, whole: `pytest tests/pictures --update-goldens` writes it anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from report.test_html import ATTRIBUTES, KNOWN, Reader
from servers.github.judge import judged_world
from servers.github.world import World

from .playing import HERE, play
from .states import STATES, State


@pytest.fixture
def world() -> Iterator[World]:
    with judged_world() as found:
        yield found


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_what_is_told_of_it(
    state: State,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    told = play(state, tmp_path, world, monkeypatch, capfd)
    assert told.code == state.code, told.log
    folder = HERE / state.name
    for name, text in (("comment.md", told.comment), ("summary.md", told.summary)):
        if request.config.getoption("--update-goldens"):
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        assert text == (folder / name).read_text(encoding="utf-8")
    assert told.comment.split("\n")[1].startswith(state.verdict)
    read = Reader(told.page)
    assert (read.tags <= KNOWN, read.attributes <= ATTRIBUTES, read.open) == (True, True, [])
    assert [words for words in (state.verdict.rpartition(": ")[2], *state.page) if words not in read.text] == []
