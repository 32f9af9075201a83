"""Where the agent's tools are carried out: each call in a process of its own, shut in as the run's user.

Never by the runner itself, whose rights are another's: not even a file is opened by it for the agent. What a call
started ends with it.
"""

import json
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from skill_evals.edges.errand import Errand, carry_out
from skill_evals.edges.workspace import Workspace
from skill_evals.grade.excerpt import head, tail

_HANDS = "skill_evals.edges.backends.messages.agent_hands"
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
        if "\0" in given["command"]:
            return Told(text="the command holds a null byte", is_error=True)
        command = f"exec {shell} -c {quote(given['command'])} 2>&1"
        ended = carry_out(self.place, command, seconds=allowed, sandbox=self.sandbox)
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
        what = Errand(module=_HANDS, argument=json.dumps({"tool": tool, "given": given, **place}))
        ended = carry_out(self.place, what, seconds=min(seconds, _FILE_SECONDS), sandbox=self.sandbox)
        if ended.fault is not None:
            return Told(fault=ended.fault)
        if ended.over is not None:
            return Told(text=f"{tool} was ended: too much {ended.over}", is_error=True)
        try:
            told = json.loads(ended.stdout)
        except ValueError:
            return Told(fault=f"the tool {tool} broke off with the exit code {ended.code}")
        return Told(text=told["text"], is_error=told["refused"])


def clipped(text: str) -> str:
    """A long text without its middle, by bytes, and how much of it that was."""
    size = len(text.encode("utf-8", "replace"))
    if size <= _HEAD_BYTES + _TAIL_BYTES:
        return text
    left_out = size - _HEAD_BYTES - _TAIL_BYTES
    return f"{head(text, _HEAD_BYTES)}\n[{left_out:,} bytes are left out here]\n{tail(text, _TAIL_BYTES)}"
