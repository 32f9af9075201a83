"""Privileges given up for good: a uid of its own, no groups, no capabilities, none to be gained by executing."""

import os
from contextlib import suppress

from skill_evals.edges.sandbox import libc

_LAST_CAPABILITY = 63


def gain_none() -> None:
    """No set-uid program and no file's capabilities help from here on (``no_new_privs``)."""
    libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)


def become(uid: int) -> None:
    """Turn from root into a user that owns nothing else; the kernel takes all capabilities with it.

    Raises:
        OSError: this process may not change its user.
    """
    for capability in range(_LAST_CAPABILITY + 1):
        with suppress(OSError):  # one that this kernel does not know, or that was dropped before
            libc.prctl(libc.PR_CAPBSET_DROP, capability)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
