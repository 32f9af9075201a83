"""What a child dies of becomes a finding, unless it is only slow while branches are counted."""

import signal
from pathlib import Path

import pytest

from fuzz import findings, watchdog
from fuzz.box import Box
from fuzz.targets import TARGETS

TARGET = next(target for target in TARGETS if target.name == "json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A child's folder as a child leaves it that died in the middle of an input."""
    monkeypatch.setattr(findings, "CRASHES", tmp_path / "crashes")
    Box(tmp_path / "box").begin(b'{"a": 1}')
    (tmp_path / "log").write_text("Current thread:\n")
    return tmp_path


def test_what_is_quick_without_instrumentation_is_no_finding(folder: Path) -> None:
    assert watchdog._cause(TARGET, -signal.SIGPROF, folder) is None


def test_a_death_of_another_signal_is_one(folder: Path) -> None:
    found = watchdog._cause(TARGET, -signal.SIGSEGV, folder)
    assert found is not None
    assert (found.what, Path(found.file).read_bytes()) == ("ended by SIGSEGV", b'{"a": 1}')


def test_a_child_that_dies_between_inputs_says_its_last_words(folder: Path) -> None:
    box = Box(folder / "box")
    box.begin(b"")
    box.end()
    found = watchdog._cause(TARGET, 1, folder)
    assert found is not None
    assert "Current thread" in found.what
