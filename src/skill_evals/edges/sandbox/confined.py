"""The runner's side of a command that is shut in: it starts the supervisor and hears how the command ended."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import skill_evals
from skill_evals.edges.children import ended_with_us, moment
from skill_evals.edges.sandbox import libc
from skill_evals.edges.sandbox.limits import Limits
from skill_evals.edges.sandbox.order import Order, Report, decode_report, encode
from skill_evals.edges.sandbox.system import readable
from skill_evals.edges.sandbox.uids import hand_over
from skill_evals.edges.tails import Tails
from skill_evals.model.evidence import CommandRun

GRACE_SECONDS = 15.0
"""For the supervisor, beyond the command's own time, to end everything and to say so."""
_DRAIN_SECONDS = 1.0
_LONGEST_QUOTE = 200
_CODE = "import sys; sys.path.insert(0, sys.argv.pop(1)); from skill_evals.edges.sandbox.supervisor import main; main()"
_SOURCES = str(Path(skill_evals.__file__).parent.parent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Where one run is shut in: the folder that is its own, and as root its uid."""

    root: Path
    uid: int | None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    report: Report
    stdout: str
    stderr: str
    closed: bool
    """Nothing that could still write to the outputs is left."""


def run_confined(command: str, *, cwd: Path, env: Mapping[str, str], seconds: float, cell: Cell) -> CommandRun:
    """As ``shell.run_command``, shut in. What goes over a limit is an error that names the limit."""
    order = Order(
        command=command,
        root=str(cell.root),
        cwd=str(cwd),
        env=env,
        seconds=seconds,
        uid=cell.uid,
        readable=readable(env.get("PATH", ""), cell.root),
        limits=cell.limits,
    )
    if any("\0" in text for text in (command, str(cwd), *env, *env.values())):
        return CommandRun(exit_code=None, error="it could not be started: embedded null byte")
    try:
        if cell.uid is not None:
            hand_over(cell.root, cell.uid)
        ended = supervise(order)
    except OSError as error:
        return CommandRun(exit_code=None, error=f"it could not be started: {error.strerror or error}")
    fault = _words(ended.report, order)
    code = ended.report.code if fault is None else None
    return CommandRun(exit_code=code, stdout=ended.stdout, stderr=ended.stderr, error=fault)


def supervise(order: Order) -> Ended:
    """Carry an order out. From here on nobody but root reads this process's memory and environment.

    Raises:
        OSError: no process could be started.
    """
    libc.hide_memory()
    begun = moment()
    hear, tell = os.pipe()
    try:
        process = subprocess.Popen(
            supervisor(tell),
            env=supervisor_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(tell,),
            start_new_session=True,
        )
    finally:
        os.close(tell)
    # A supervisor whose input ends takes the runner for gone, and ends everything.
    with process, os.fdopen(hear, "rb") as said, ended_with_us(lambda: _close(process), begun=begun):
        tails = Tails(process)
        _order(process, order)
        ended = tails.follow(time.monotonic() + order.seconds + GRACE_SECONDS)
        _close(process)
        if not ended:
            process.kill()
        closed = tails.drain(time.monotonic() + _DRAIN_SECONDS)
        line = said.read() if ended else b""
        stdout, stderr = tails.text(process.stdout), tails.text(process.stderr)
    report = decode_report(line) if line else silent(process.returncode, stderr)
    return Ended(report=report, stdout=stdout, stderr=stderr, closed=closed)


def silent(code: int, stderr: str) -> Report:
    """Of a supervisor that ended without a report; ``code`` is negative for a signal."""
    how = f"exit code {code}" if code >= 0 else f"signal {-code}"
    said = stderr.strip().rpartition("\n")[2][:_LONGEST_QUOTE]
    return Report(failure=f"its supervisor did not answer ({': '.join(filter(None, (how, said)))})")


def supervisor(tell: int) -> list[str]:
    """The words that start a supervisor, which writes its report to the handle ``tell``."""
    return [sys.executable, "-I", "-S", "-c", _CODE, _SOURCES, str(tell)]


def supervisor_environment() -> dict[str, str]:
    """Nothing but what the interpreter itself needs."""
    return {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}


def _order(process: "subprocess.Popen[bytes]", order: Order) -> None:
    with suppress(BrokenPipeError):
        if process.stdin is not None:
            process.stdin.write(encode(order))
            process.stdin.flush()


def _close(process: "subprocess.Popen[bytes]") -> None:
    with suppress(BrokenPipeError):
        if process.stdin is not None:
            process.stdin.close()


def _words(report: Report, order: Order) -> str | None:
    if report.failure is not None:
        return f"it could not be started: {report.failure}"
    if report.over == "time":
        return f"timed out after {order.seconds:g} s"
    if report.over is not None:
        most = getattr(order.limits, report.over) // 2**20
        return f"it was ended, since it took more than {most:,} MiB of {report.over}"
    return None if report.code is not None else "it was ended with the runner"
