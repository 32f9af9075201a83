"""System calls that Python has no function for."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_GET_NO_NEW_PRIVS = 39


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def prctl(option: int, *arguments: object) -> int:
    """
    Raises:
        OSError: the kernel refuses.
    """
    four = (*arguments, *(ctypes.c_ulong(0),) * (4 - len(arguments)))
    return _checked(_libc().prctl(option, *(ctypes.c_ulong(a) if isinstance(a, int) else a for a in four)))


def hide_memory() -> None:
    """From here on nobody but root reads this process's memory and environment, nor a child's before it starts its own
    program. Linux only: elsewhere nothing of ours shuts anything in.
    """
    if sys.platform == "linux":
        prctl(PR_SET_DUMPABLE, 0)


@contextmanager
def files_as(uid: int) -> Iterator[None]:
    """With the rights of this uid, and of the group of its number, on files and on what ``/proc`` tells of processes.

    A uid that root may not take is not taken, and then what is looked at stays closed.
    """
    before = os.geteuid(), os.getegid()
    _libc().setfsgid(uid)
    _libc().setfsuid(uid)
    try:
        yield
    finally:
        _libc().setfsuid(before[0])
        _libc().setfsgid(before[1])


def syscall(number: int, *arguments: object) -> int:
    """
    Raises:
        OSError: the kernel refuses, or does not know the call.
    """
    call = _libc().syscall
    call.restype = ctypes.c_long
    return _checked(call(ctypes.c_long(number), *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)))


def _checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
