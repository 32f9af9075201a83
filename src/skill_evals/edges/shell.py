"""A suite's command in a throw-away workspace: scrubbed environment, own process group, a limit of time and output.

This is no sandbox: the command runs as the user and can read what the user can read. It is the way of ``--no-sandbox``;
every other command is shut in (``sandbox.confined``).
"""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from skill_evals.edges.children import ended_with_us, moment
from skill_evals.edges.tails import Tails
from skill_evals.model.evidence import CommandRun

_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
"""All that a command learns of the environment: no token, no key, nothing of the runner's."""
_DRAIN_SECONDS = 1.0


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
    begun = moment()
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
    with process, ended_with_us(lambda: _kill_group(process.pid), begun=begun):
        tails = Tails(process)
        ended = tails.follow(time.monotonic() + seconds)
        _kill_group(process.pid)
        tails.drain(time.monotonic() + _DRAIN_SECONDS)
    return CommandRun(
        exit_code=process.returncode if ended else None,
        stdout=tails.text(process.stdout),
        stderr=tails.text(process.stderr),
        error=None if ended else f"timed out after {seconds:g} s",
    )


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
