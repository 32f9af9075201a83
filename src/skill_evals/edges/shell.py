"""A suite's command in a throw-away workspace: scrubbed environment, own process group, a limit of time and output.

This is no sandbox: the command runs as the user and can read what the user can read. That is why commands run only
where ``--allow-commands`` says so.
"""

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from skill_evals.model.evidence import CommandRun

_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
"""All that a command learns of the environment: no token, no key, nothing of the runner's."""
_STDOUT_BYTES = 4 * 1024 * 1024
_STDERR_BYTES = 4096
_DRAIN_SECONDS = 1.0
_STEP_SECONDS = 0.05
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


def scrubbed(home: Path, temporary: Path) -> dict[str, str]:
    """The environment of a command: an allow-list, private folders, and no git configuration of the user's."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "TERM": "dumb",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


def run_command(command: str, *, cwd: Path, env: Mapping[str, str], seconds: float) -> CommandRun:
    """Run ``/bin/sh -c command``. Whatever it started is killed with it, when it ends or when its time is up.

    Of stdout the last 4 MiB are kept, of stderr the last 4,096 bytes (evolve's limit), both without ANSI escapes.
    A process that a signal ended has the negative exit code of that signal.
    """
    try:
        process = subprocess.Popen(
            ["/bin/sh", "-c", command],
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return CommandRun(exit_code=None, error=f"it could not be started: {_reason(error)}")
    with process:
        tails = _Tails(process)
        ended = tails.follow(time.monotonic() + seconds)
        _kill_group(process.pid)
        tails.drain(time.monotonic() + _DRAIN_SECONDS)
    return CommandRun(
        exit_code=process.returncode if ended else None,
        stdout=tails.text(process.stdout),
        stderr=tails.text(process.stderr),
        error=None if ended else f"timed out after {seconds:g} s",
    )


class _Tails:
    """The ends of both outputs, read as they come, so that a full pipe never blocks the command."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._selector = selectors.DefaultSelector()
        self._kept: dict[IO[bytes] | None, bytearray] = {}
        for stream, limit in ((process.stdout, _STDOUT_BYTES), (process.stderr, _STDERR_BYTES)):
            if stream is not None:
                self._kept[stream] = bytearray()
                self._selector.register(stream, selectors.EVENT_READ, limit)

    def follow(self, deadline: float) -> bool:
        """Read until the process has ended (true) or the deadline has passed (false)."""
        while self._process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._read(min(left, _STEP_SECONDS))
        return True

    def drain(self, deadline: float) -> None:
        """Read what is left; a stray process in another session may hold a pipe open for ever."""
        while self._selector.get_map() and time.monotonic() < deadline:
            self._read(_STEP_SECONDS)
        self._selector.close()

    def text(self, stream: IO[bytes] | None) -> str:
        return _ANSI.sub("", bytes(self._kept.get(stream, b"")).decode("utf-8", "replace"))

    def _read(self, seconds: float) -> None:
        if not self._selector.get_map():
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
            return
        for key, _ in self._selector.select(seconds):
            chunk = os.read(key.fd, 65_536)
            if not chunk:
                self._selector.unregister(key.fileobj)
                continue
            kept = next(bytes_ for stream, bytes_ in self._kept.items() if stream is key.fileobj)
            kept += chunk
            del kept[: -key.data]


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
