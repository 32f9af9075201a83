"""``--update-goldens`` writes the stage files of the stories anew."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .stages import Stages
from .story import make_repository

Golden = Callable[[Path, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a stage file, or writes it."""
    update = bool(request.config.getoption("--update-goldens"))

    def check(path: Path, text: str) -> None:
        if update:
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{path} is missing: pytest tests/flow --update-goldens"
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture
def stages(story: Path, tmp_path: Path) -> Stages:
    """The stages of a story, in a repository of its own."""
    repo = make_repository(story, tmp_path / "repository")
    return Stages(story, repo)
