"""The process between the runner and a command: it holds no secret, and it outlives all that the command starts.

It is started as ``python -I -S -c "…main()" FD``, reads one order from its stdin, and writes one report to FD. The end
of its stdin says that the runner is gone; then it ends the command and itself.
"""

import os
import select
import signal
import sys
import time
from importlib import import_module

from skill_evals.edges.sandbox import enter, leftovers, libc, watch
from skill_evals.edges.sandbox.order import Order, Report, decode_order, encode

_STEP_SECONDS = 0.05
_SHELL = "/bin/sh"
_CONTROL = 0


def main() -> None:
    out = int(sys.argv[1])
    os.set_inheritable(out, False)  # noqa: FBT003 -- the standard library's own form
    report = _supervise(decode_order(_first_line()))
    os.write(out, encode(report))


def _first_line() -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        chunk = os.read(_CONTROL, 65_536)
        if not chunk:
            sys.exit(1)
        line += chunk
    return line


def _supervise(order: Order) -> Report:
    libc.prctl(libc.PR_SET_CHILD_SUBREAPER, 1)
    sweep = leftovers.sweeper(order.uid)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        _be_the_command(order, tell)
    os.close(tell)
    try:
        watching = watch.Watch(os.getpid(), order.root, order.limits, order.uid)
        failure = _all_of(told)
        report = Report(failure=failure) if failure else _follow(child, order, watching)
    finally:
        ended = leftovers.end_all(sweep)
    return report if ended else Report(failure="what it started could not be ended")


def _follow(child: int, order: Order, watching: watch.Watch) -> Report:
    """Until it ends, goes over a limit, or the runner is gone. Only the zombie of the child tells its exit code."""
    deadline = time.monotonic() + order.seconds
    handle = os.pidfd_open(child)
    while True:
        ready = select.select([handle, _CONTROL], [], [], min(_STEP_SECONDS, max(0.0, deadline - time.monotonic())))[0]
        if handle in ready:
            return Report(code=os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        if _CONTROL in ready:
            return Report()
        over = "time" if time.monotonic() >= deadline else watching.over()
        if over is not None:
            return Report(over=over)


def _all_of(pipe: int) -> str:
    with os.fdopen(pipe, "rb") as stream:
        return stream.read().decode("utf-8", "replace")


def _be_the_command(order: Order, tell: int) -> None:
    """Never returns. ``tell`` closes without a word when the shell takes over."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, _CONTROL)
        os.closerange(3, tell)
        os.closerange(tell + 1, os.sysconf("SC_OPEN_MAX"))
        if order.attempt is not None:
            _attempt(order, tell)
            return
        # What an errand needs is read in before the files of the interpreter are out of reach.
        errand = None if order.errand is None else import_module(order.errand[0])
        faults = enter.shut_in(order)
        if faults:
            os.write(tell, "; ".join(faults).encode("utf-8", "replace"))
        elif order.errand is not None and errand is not None:
            os.close(tell)
            errand.errand(order.errand[1])
            os._exit(0)
        else:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            os.execve(_SHELL, [_SHELL, "-c", order.command], dict(order.env))  # noqa: S606 -- the shell is what was asked for
    except (OSError, ValueError) as error:
        os.write(tell, str(error).encode("utf-8", "replace"))
    finally:
        os._exit(127)


def _attempt(order: Order, tell: int) -> None:
    """What the probe wants tried. It is read in before the files of the interpreter are out of reach."""
    from skill_evals.edges.sandbox import attempts

    os.close(tell)
    attempts.make(order, enter.shut_in(order))
