"""The end of everything that a run started, also of what called itself a daemon.

``kill(-1)`` signals, in one step that no fork slips through, everything that its caller may signal. Who may signal
nothing but the run can therefore end the run: as root a process with the run's uid, as an ordinary user one whose
signals Landlock keeps inside. Both make sure of that first, since a mistake would end everything else instead.

Leases of uids hold for one network. A machine sees the processes of its containers, where another runner may have
leased the same uid; so root's signals are kept inside as well where the kernel can do that.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress

from skill_evals.edges.sandbox import landlock, privileges
from skill_evals.edges.sandbox.uids import POOL, REAPER
from skill_evals.edges.sandbox.watch import descendants

_SECONDS = 5.0
_PAUSE = 0.005

Sweep = Callable[[], None]


def sweeper(uid: int | None) -> Sweep:
    """How to end what a run leaves. To be called before the run starts: it narrows the caller's signals.

    Without any way to be exact, the descendants are ended one by one; the probe tells that way from the others.
    """
    scoped = _scoped()
    if uid is not None and uid in POOL:
        return lambda: _kill_uid(uid)
    return _kill_scope if uid is None and scoped else _kill_descendants


def end_all(sweep: Sweep) -> bool:
    """Whether all children, and what was handed to this process as their subreaper, are ended and waited for."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        sweep()
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        time.sleep(_PAUSE)  # the kernel takes a moment to end a process
    return False


def _kill_uid(uid: int) -> None:
    child = os.fork()
    if child == 0:
        with suppress(OSError):
            os.setgroups([])
            os.setresuid(REAPER, uid, REAPER)
            if os.getresuid() == (REAPER, uid, REAPER):
                os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.waitpid(child, 0)


def _kill_scope() -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(-1, signal.SIGKILL)


def _kill_descendants() -> None:
    for process in descendants(os.getpid()):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _scoped() -> bool:
    """Whether this process, from now on, cannot signal one that was started before: tried on a child."""
    inner, outer = os.pipe()
    canary = os.fork()
    if canary == 0:
        os.close(outer)
        os.read(inner, 1)
        os._exit(0)
    os.close(inner)
    try:
        before = _may_signal(canary)
        privileges.gain_none()
        landlock.scope_signals()
        return before and not _may_signal(canary)
    except OSError:
        return False
    finally:
        os.close(outer)
        os.waitpid(canary, 0)


def _may_signal(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return False
    return True
