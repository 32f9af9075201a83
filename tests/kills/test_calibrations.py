"""``calibrate`` and ``calibrate-judge`` end on a signal as sweeps do: what was paid for is told, and the exit code is 3."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.claude_code.conftest import programs
from backends.claude_code.fake import program
from backends.claude_code.test_calibrate import SUITE
from backends.messages.conftest import Serve
from backends.messages.model import by_words
from command_line import Call, skill
from git_repo import Repo
from judge.bench import quoting, verdicts
from judge.test_calibrate import LABELS
from kills.test_signals import silent
from servers.messages_api import MessagesApi
from servers.messages_wire import Fault, Reply

__all__ = ["programs", "silent"]

BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)

PATIENCE = 300.0
"""Seconds for a process to come as far as that, on a machine that is busy."""

WITH_CLAUDE = """
import sys
from pathlib import Path
from skill_evals.cli.main import main
from skill_evals.edges.backends.claude_code import create
from skill_evals.edges.backends.claude_code.installed import looked_at
create.find_cli = lambda: looked_at(Path(sys.argv[1]))
sys.exit(main(sys.argv[2:]))
"""


class Stalling:
    """Answers well until the message ``at``, counted from 1; that one and later ones get no whole answer."""

    def __init__(self, at: int, well: Callable[[Mapping[str, Any]], Reply | Fault]) -> None:
        self.at, self.asked, self.well = at, 0, well
        self.stalled, self._lock = threading.Event(), threading.Lock()

    def __call__(self, body: Mapping[str, Any]) -> Reply | Fault:
        with self._lock:
            self.asked += 1
            n = self.asked
        if n < self.at:
            return self.well(body)
        self.stalled.set()
        return Fault(stall=2)


def signalled(command: list[str], script: Stalling, number: signal.Signals) -> tuple[int, Any, str]:
    """Exit code, what it told, and stderr of a process that gets the signal once the script stalls."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert script.stalled.wait(PATIENCE)
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert out, err.decode()
    return process.returncode, json.loads(out), err.decode()


@BOTH
def test_what_the_judge_said_until_then_is_told(serve: Serve, tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "labels.json"
    file.write_text(json.dumps(LABELS))
    script = Stalling(2, lambda _: verdicts(quoting("The tea is hot")))
    serve(script)
    words = ("calibrate-judge", file, "--jobs", 1, "--format", "json")
    command = [sys.executable, "-m", "skill_evals", *map(str, words)]
    code, told, _ = signalled(command, script, number)
    assert (code, told["exit"], told["stopped"]) == (3, 3, f"stopped by {number.name}")
    assert [one["judge"] for one in told["criteria"]] == ["pass", None, None]
    assert {one["error"] for one in told["criteria"][1:]} == {f"not asked: stopped by {number.name}"}
    assert (told["calls"], told["in_flight"], script.asked) == (1, 1, 2)
    assert told["usd"] > 0


@BOTH
def test_what_both_backends_did_until_then_is_told(
    serve: Serve, repo: Repo, tmp_path: Path, programs: Path, number: signal.Signals
) -> None:
    """The signal comes with the fourth query of the first backend; the second is asked nothing any more."""
    repo.commit({"skills/sheep/SKILL.md": skill("sheep"), "skills/sheep/evals/triggers.json": SUITE})
    script = Stalling(4, by_words(Count="sheep"))
    serve(script)
    words = ("calibrate", "--no-sandbox", "--runs", 1, "--jobs", 1, "--root", repo.root, "--format", "json")
    claude = str(program(programs, "skill"))
    code, told, err = signalled([sys.executable, "-c", WITH_CLAUDE, claude, *map(str, words)], script, number)
    assert (code, told["exit"], told["stopped"]) == (3, 3, f"stopped by {number.name}"), err
    first, second = told["backends"]
    assert (first["runs"], first["calls"], first["in_flight"]) == (3, 3, 1)
    assert first["usd"] > 0
    assert (second["runs"], second["in_flight"]) == (0, 0)
    assert sum(case["first"] != [None] for case in told["cases"]) == 3
    assert all(case["second"] == [None] for case in told["cases"])


def test_before_anything_was_asked_it_ends_at_once(silent: MessagesApi, call: Call, tmp_path: Path) -> None:
    """The signal comes while the model is looked up, and nobody answers."""
    file = tmp_path / "labels.json"
    file.write_text(json.dumps(LABELS))
    done = call("calibrate-judge", file)
    assert (done.code, silent.messages) == (3, [])
    assert "stopped by SIGTERM before anything was run" in done.err
