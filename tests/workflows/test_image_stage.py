"""`make e2e` is never green where an engine or the image cannot be had: it names what is missing."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import e2e, e2e_apt, e2e_docker, e2e_image

Engine = Callable[[str], None]


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """A machine with a ``docker`` that does what its script says, and with no other program."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(e2e_apt, "PATH", str(programs))
    monkeypatch.setattr(e2e_image, "KEPT", tmp_path / "base.tar")
    monkeypatch.delenv("BASE_IMAGE", raising=False)

    def does(script: str) -> None:
        docker = programs / "docker"
        docker.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        docker.chmod(0o755)

    return does


def test_without_an_engine(engine: Engine) -> None:
    fault = e2e_docker.make()
    assert fault is not None
    assert "there is no Docker engine" in fault
    assert "here is no apt-get" in fault


def test_without_a_base(engine: Engine) -> None:
    engine("exit 1")
    fault = e2e_image.make()
    assert fault is not None
    assert f"there is no base to build images on: {e2e_image.OFFICIAL} cannot be pulled" in fault
    assert "debootstrap cannot be installed" in fault


def test_where_the_build_fails(engine: Engine) -> None:
    engine('case "$1" in build) echo "the third step failed"; exit 1;; esac')
    fault = e2e_image.make()
    assert fault is not None
    assert fault.startswith(f"the target claude-code cannot be built on {e2e_image.OFFICIAL}:")
    assert "the third step failed" in fault


def test_what_is_missing_ends_it_before_any_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(e2e, "STAGES", {"a stage": lambda: None, "another": lambda: "there is no moon"})
    monkeypatch.setattr(e2e, "TESTS", (sys.executable, "-c", "print('never')"))
    assert e2e.main() == e2e.MISSING
    said = capsys.readouterr().out
    assert "s for a stage" in said
    assert said.endswith("make e2e: there is no moon\n")
