"""Backends by name: ours at once, others from whoever installed them."""

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from skill_evals.edges.backends.lexical import LexicalBackend
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.registry import BUILT_IN, GROUP, create_backend
from skill_evals.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]


def installed(monkeypatch: pytest.MonkeyPatch, **places: str) -> None:
    found = EntryPoints(EntryPoint(name=name, value=value, group=GROUP) for name, value in places.items())
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found)


def test_ours_are_the_ones_that_the_package_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    assert dict(BUILT_IN).items() <= declared.items()


def test_ours_are_found_without_a_look_at_what_is_installed() -> None:
    code = (
        "import sys; from skill_evals.edges.backends.registry import create_backend;"
        "from skill_evals.edges.backends.options import BackendOptions;"
        "create_backend('lexical', BackendOptions()); sys.exit('importlib.metadata' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_installed_backend_is_called_with_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, words="skill_evals.edges.backends.lexical:create [extra]")
    assert isinstance(create_backend("words", BackendOptions()), LexicalBackend)


def test_an_unknown_name_lists_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, words="somewhere:create")
    with pytest.raises(
        UsageError, match="no backend named `lexcal`; known are claude-code, lexical, messages, replay, words"
    ) as caught:
        create_backend("lexcal", BackendOptions())
    assert caught.value.exit_code == 2
    assert caught.value.cure


@pytest.mark.parametrize("place", ["no_such_package:create", "skill_evals.errors:no_such_factory"])
def test_a_backend_that_is_half_installed_says_so(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    installed(monkeypatch, words=place)
    with pytest.raises(UsageError, match="`words` cannot be loaded") as caught:
        create_backend("words", BackendOptions())
    assert caught.value.exit_code == 2
    assert caught.value.cure
