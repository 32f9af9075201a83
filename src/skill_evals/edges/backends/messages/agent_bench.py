"""Where the agent's tools are carried out: each call in a process of its own, shut in as the run's user.

Never by the runner itself, whose rights are another's: not even a file is opened by it for the agent. What a call
started ends with it.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

import skill_evals
from skill_evals.edges.children import ended_with_us
from skill_evals.edges.shell import run_command
from skill_evals.edges.workspace import Workspace
from skill_evals.grade.excerpt import head, tail

_HANDS = "skill_evals.edges.backends.messages.agent_hands"
_SOURCES = str(Path(skill_evals.__file__).parent.parent)
_CODE = f"import sys; sys.path.insert(0, sys.argv.pop(1)); from {_HANDS} import main; main()"
_HEAD_BYTES, _TAIL_BYTES = 10_000, 20_000
SECONDS = 120.0
"""For a command that asks for no other time."""
_FILE_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the agent is told of a call. ``fault``: why it could not be carried out, which is none of the agent's."""

    text: str = ""
    is_error: bool = False
    fault: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ended:
    """``over``: which limit it was ended for; ``code`` is None then, and where it could not be started."""

    code: int | None
    stdout: str
    over: str | None = None
    fault: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """``sandbox``: false where the tools run as whoever runs this, by ``--no-sandbox``."""

    place: Workspace
    sandbox: bool

    def carry_out(self, tool: str, given: Mapping[str, Any], seconds: float) -> Told:
        """Blocks until it has ended, for at most ``seconds``; ``given`` is what the tool's schema says."""
        began = time.monotonic()
        told = self._shell(given, seconds) if tool == "Bash" else self._file_tool(tool, given, seconds)
        return Told(text=clipped(told.text), is_error=told.is_error, fault=told.fault, seconds=time.monotonic() - began)

    def _shell(self, given: Mapping[str, Any], seconds: float) -> Told:
        shell = "bash" if shutil.which("bash", path=self.place.environment.get("PATH")) else "sh"
        own = given.get("timeout", 1000 * SECONDS) / 1000
        allowed = min(own, seconds)
        ended = self._run(f"exec {shell} -c {quote(given['command'])} 2>&1", None, allowed)
        if ended.fault is not None:
            return Told(fault=ended.fault)
        if ended.over == "time":
            return Told(text=f"{ended.stdout}\n[ended after {allowed:g} s, its time]".lstrip("\n"), is_error=True)
        if ended.over is not None:
            return Told(text=f"{ended.stdout}\n[ended: too much {ended.over}]".lstrip("\n"), is_error=True)
        if ended.code:
            return Told(text=f"exit code {ended.code}\n{ended.stdout}".rstrip("\n"), is_error=True)
        return Told(text=ended.stdout or "[it printed nothing]")

    def _file_tool(self, tool: str, given: Mapping[str, Any], seconds: float) -> Told:
        place = {"root": str(self.place.root), "workspace": str(self.place.path)}
        ended = self._run(None, json.dumps({"tool": tool, "given": given, **place}), min(seconds, _FILE_SECONDS))
        if ended.fault is not None:
            return Told(fault=ended.fault)
        if ended.over is not None:
            return Told(text=f"{tool} was ended: too much {ended.over}", is_error=True)
        try:
            told = json.loads(ended.stdout)
        except ValueError:
            return Told(fault=f"the tool {tool} broke off with the exit code {ended.code}")
        return Told(text=told["text"], is_error=told["refused"])

    def _run(self, command: str | None, errand: str | None, seconds: float) -> _Ended:
        return self._shut_in(command, errand, seconds) if self.sandbox else self._open(command, errand, seconds)

    def _shut_in(self, command: str | None, errand: str | None, seconds: float) -> _Ended:
        # Linux's modules exist nowhere else.
        from skill_evals.edges.sandbox.confined import supervise
        from skill_evals.edges.sandbox.order import Order
        from skill_evals.edges.sandbox.system import readable
        from skill_evals.edges.sandbox.uids import hand_over

        if command is not None and "\0" in command:
            return _Ended(code=2, stdout="the command holds a null byte")
        place = self.place
        order = Order(
            command=command or "",
            root=str(place.root),
            cwd=str(place.path),
            env=place.environment,
            seconds=seconds,
            uid=place.uid,
            readable=readable(place.environment.get("PATH", ""), place.root),
            errand=None if errand is None else (_HANDS, errand),
        )
        try:
            if place.uid is not None:
                hand_over(place.root, place.uid)
            ended = supervise(order)
        except OSError as error:
            return _Ended(code=None, stdout="", fault=f"no process could be started: {error.strerror or error}")
        report = ended.report
        gone = report.code is None and report.over is None
        fault = report.failure or ("it was ended with the runner" if gone else None)
        return _Ended(code=report.code, stdout=ended.stdout, over=report.over, fault=fault)

    def _open(self, command: str | None, errand: str | None, seconds: float) -> _Ended:
        if command is not None:
            ran = run_command(command, cwd=self.place.path, env=self.place.environment, seconds=seconds)
            is_late = ran.exit_code is None and (ran.error or "").startswith("timed out")
            fault = None if ran.exit_code is not None or is_late else ran.error
            return _Ended(code=ran.exit_code, stdout=ran.stdout, over="time" if is_late else None, fault=fault)
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _CODE, _SOURCES],
                cwd=self.place.path,
                env={**self.place.environment, **_loader()},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            return _Ended(code=None, stdout="", fault=f"no process could be started: {error.strerror or error}")
        with process, ended_with_us(process.kill):
            try:
                stdout, _ = process.communicate((errand or "").encode("ascii"), timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return _Ended(code=None, stdout="", over="time")
        return _Ended(code=process.returncode, stdout=stdout.decode("utf-8", "replace"))


def clipped(text: str) -> str:
    """A long text without its middle, by bytes, and how much of it that was."""
    size = len(text.encode("utf-8", "replace"))
    if size <= _HEAD_BYTES + _TAIL_BYTES:
        return text
    left_out = size - _HEAD_BYTES - _TAIL_BYTES
    return f"{head(text, _HEAD_BYTES)}\n[{left_out:,} bytes are left out here]\n{tail(text, _TAIL_BYTES)}"


def _loader() -> dict[str, str]:
    return {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
