"""What people see, in a browser: the goldens of tests/pictures with GitHub's style, and the page that needs nothing.

Each picture is left in ``.e2e/pictures``, to be looked at.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pictures.playing import HERE, play
from pictures.states import STATES, State
from servers.github.api import serve
from tools.browser import Browser, Seen, View
from tools.pictures import as_github_shows_it

SHOWN = Path(__file__).resolve().parents[2] / ".e2e" / "pictures"
VIEWS = {
    "wide": View(width=900),
    "wide-dark": View(width=900, dark=True),
    "narrow": View(width=390),
    "narrow-dark": View(width=390, dark=True),
}
RAW = ("<details", "</", "<br", "<summary", "| ---", "**", "###", "&nbsp;", "```", "<!--")
"""Marks that are seen only where something was not understood."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(os.environ["E2E_CHROMIUM"], tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def style() -> str:
    return Path(os.environ["E2E_STYLE"]).read_text(encoding="utf-8")


def keep(name: str, seen: Seen) -> None:
    SHOWN.mkdir(parents=True, exist_ok=True)
    (SHOWN / f"{name}.png").write_bytes(seen.picture)


@pytest.mark.parametrize(
    ("file", "view"), [*(("comment", view) for view in VIEWS), ("summary", "wide"), ("summary", "narrow")]
)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_github_shows_it_whole(
    state: State, file: str, view: str, style: str, browser: Browser, tmp_path: Path
) -> None:
    markdown = (HERE / state.name / f"{file}.md").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    for unfolded in (False,) if VIEWS[view].dark else (False, True):
        page.write_text(as_github_shows_it(markdown, style=style, unfolded=unfolded), encoding="utf-8")
        seen = browser.see(page, VIEWS[view])
        keep(f"{state.name}.{file}.{view}{'.unfolded' if unfolded else ''}", seen)
        assert seen.width == VIEWS[view].width, "it has to be scrolled sideways"
        assert not seen.complaints
        assert not [mark for mark in RAW if mark in seen.text]
        assert seen.text.strip().startswith(state.verdict.removeprefix("### "))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_the_page_needs_nothing(
    state: State, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with serve() as world:
        told = play(state, tmp_path, world, monkeypatch, capfd)
    page = tmp_path / "report.html"
    page.write_text(told.page, encoding="utf-8")
    told_without = browser.see(page, View(scripts=False)).text
    for name, view in VIEWS.items():
        seen = browser.see(page, view)
        keep(f"{state.name}.page.{name}", seen)
        assert seen.requests == (page.as_uri(),), "nothing but itself"
        assert seen.width == view.width, "it has to be scrolled sideways"
        assert not seen.complaints
    assert told_without == browser.see(page, View()).text, "it is the same without scripts"
