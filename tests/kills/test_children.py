"""What a run started ends with the sweep, whoever is to end it."""

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from skill_evals.edges import children
from skill_evals.edges.collect import why_refused
from skill_evals.edges.shell import run_command, scrubbed
from skill_evals.edges.workspace import workspace
from skill_evals.model.evidence import CommandRun


def ended(run: Callable[[], CommandRun], up: Path) -> CommandRun:
    """The command says through a pipe that it is up; then everything is ended."""
    found: list[CommandRun] = []
    os.mkfifo(up)
    thread = threading.Thread(target=lambda: found.append(run()))
    thread.start()
    up.read_bytes()
    children.end_all()
    thread.join(60)
    return found[0]


def test_a_command_ends_with_all_that_it_started(tmp_path: Path) -> None:
    command = "(setsid sleep 300 >/dev/null 2>&1 &); echo > up; sleep 300"
    env = scrubbed(tmp_path, tmp_path)
    done = ended(lambda: run_command(command, cwd=tmp_path, env=env, seconds=300), tmp_path / "up")
    assert done.exit_code == -signal.SIGKILL


def test_so_does_one_that_is_shut_in() -> None:
    refused = why_refused(allow_commands=True, sandbox=True)
    if refused is not None:
        pytest.skip(refused)
    from skill_evals.edges.sandbox.confined import Cell, run_confined

    with workspace({}) as place:
        cell = Cell(root=place.root, uid=place.uid)
        done = ended(
            lambda: run_confined("echo > up; sleep 300", cwd=place.path, env=place.environment, seconds=300, cell=cell),
            place.path / "up",
        )
    assert done.exit_code is None
    assert done.error == "it was ended with the runner"


def test_what_is_ended_while_a_process_starts_concerns_it_too() -> None:
    calls = []
    begun = children.moment()
    children.end_all()
    with children.ended_with_us(lambda: calls.append("one"), begun=begun):
        assert calls == ["one"]
    with children.ended_with_us(lambda: calls.append("two"), begun=children.moment()):
        pass
    assert calls == ["one"]


def test_nobody_is_ended_who_has_ended() -> None:
    calls = []
    with children.ended_with_us(lambda: calls.append("one")):
        children.end_all()
    children.end_all()
    assert calls == ["one"]


def test_a_stranger_s_trouble_keeps_nobody_alive() -> None:
    calls = []

    def gone() -> None:
        raise ProcessLookupError

    with children.ended_with_us(gone), children.ended_with_us(lambda: calls.append("other")):
        children.end_all()
    assert calls == ["other"]
