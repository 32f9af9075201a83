"""The steps by which a process shuts itself in before it becomes the command."""

import os
from collections.abc import Callable

from skill_evals.edges.sandbox import landlock, limits, privileges, seccomp
from skill_evals.edges.sandbox.order import Order

_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def shut_in(order: Order) -> list[str]:
    """Take every step, whatever became of the others, and say which failed and why.

    Only the probe goes on after a failure: it finds out what then no longer holds.
    """
    grants = landlock.Grants(readable=order.readable, devices=_DEVICES, writable=(order.root,), port=order.port)
    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("oom_score_adj", limits.first_to_go),
        ("rlimits", lambda: limits.limit(order.limits, shared=order.uid is None)),
        ("uid", lambda: _become(order.uid)),
        ("cwd", lambda: os.chdir(order.cwd)),
        ("no_new_privs", privileges.gain_none),
        ("Landlock", lambda: landlock.restrict(grants)),
        ("seccomp", lambda: seccomp.restrict(tcp=order.port is not None)),
    )
    return [f"{name}: {error}" for name, step in steps if (error := _failure(step)) is not None]


def _become(uid: int | None) -> None:
    if uid is not None:
        privileges.become(uid)


def _failure(step: Callable[[], None]) -> str | None:
    try:
        step()
    except (OSError, ValueError) as error:
        return (error.strerror if isinstance(error, OSError) else None) or str(error)
    return None
