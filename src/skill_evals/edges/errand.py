"""Something to carry out in a workspace: a command, or a module of ours; shut in, or in the open by ``--no-sandbox``.

Nothing in a workspace is touched with the runner's own rights once an agent has been in it.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import skill_evals
from skill_evals.edges.children import ended_with_us, moment
from skill_evals.edges.shell import run_command
from skill_evals.edges.workspace import Workspace

_SOURCES = str(Path(skill_evals.__file__).parent.parent)
_CODE = (
    "import importlib, sys; sys.path.insert(0, sys.argv[1]); "
    "importlib.import_module(sys.argv[2]).errand(sys.stdin.read())"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """The function ``errand`` of ``module``, called with ``argument``: standard library, and nothing imported late."""

    module: str
    argument: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """``over``: which limit it was ended for; ``fault``: why it could not be carried out, which is nobody's in it."""

    code: int | None
    stdout: str
    over: str | None = None
    fault: str | None = None


def carry_out(place: Workspace, what: str | Errand, *, seconds: float, sandbox: bool) -> Ended:
    """A command, or an errand. Blocks until it has ended, with all that it started where it is shut in."""
    if sandbox:
        return _shut_in(place, what, seconds)
    return _command(place, what, seconds) if isinstance(what, str) else _module(place, what, seconds)


def _shut_in(place: Workspace, what: str | Errand, seconds: float) -> Ended:
    # Linux's modules exist nowhere else.
    from skill_evals.edges.sandbox.confined import supervise
    from skill_evals.edges.sandbox.order import Order
    from skill_evals.edges.sandbox.system import readable
    from skill_evals.edges.sandbox.uids import hand_over

    order = Order(
        command=what if isinstance(what, str) else "",
        root=str(place.root),
        cwd=str(place.path),
        env=place.environment,
        seconds=seconds,
        uid=place.uid,
        readable=readable(place.environment.get("PATH", ""), place.root),
        errand=None if isinstance(what, str) else (what.module, what.argument),
    )
    try:
        if place.uid is not None:
            hand_over(place.root, place.uid)
        ended = supervise(order)
    except OSError as error:
        return _not_started(error)
    report = ended.report
    gone = report.code is None and report.over is None
    fault = report.failure or ("it was ended with the runner" if gone else None)
    return Ended(code=report.code, stdout=ended.stdout, over=report.over, fault=fault)


def _command(place: Workspace, command: str, seconds: float) -> Ended:
    ran = run_command(command, cwd=place.path, env=place.environment, seconds=seconds)
    is_late = ran.exit_code is None and (ran.error or "").startswith("timed out")
    fault = None if ran.exit_code is not None or is_late else ran.error
    return Ended(code=ran.exit_code, stdout=ran.stdout, over="time" if is_late else None, fault=fault)


def _module(place: Workspace, what: Errand, seconds: float) -> Ended:
    begun = moment()
    loader = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _CODE, _SOURCES, what.module],
            cwd=place.path,
            env={**place.environment, **loader},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        return _not_started(error)
    with process, ended_with_us(process.kill, begun=begun):
        try:
            stdout, _ = process.communicate(what.argument.encode("ascii"), timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return Ended(code=None, stdout="", over="time")
    return Ended(code=process.returncode, stdout=stdout.decode("utf-8", "replace"))


def _not_started(error: OSError) -> Ended:
    return Ended(code=None, stdout="", fault=f"no process could be started: {error.strerror or error}")
