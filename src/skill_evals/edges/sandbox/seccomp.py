"""seccomp: a filter on system calls, for what Landlock does not cover.

Sockets are refused as a family, the Unix ones too: a named Unix socket is the way to the Docker daemon, to a key agent
and to a desktop session, and Landlock does not part them. ``socketpair`` stays, since it leads nowhere. Refused as
well is what would go round the filter (``io_uring``, other calling conventions), what a user shares beyond a run (key
rings, System V memory and queues), files that no folder holds (``memfd_create``), new namespaces, in which a process
has capabilities, and limits set on other processes of the user, which can end those as surely as a signal.

Source of the numbers: the kernel's tables of system calls; of the filter's form: seccomp(2).
"""

import ctypes
import errno
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from skill_evals.edges.sandbox import libc

_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_KILL = 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_X32 = 0x40000000
_FILTER_MODE = 2
_NEW_NAMESPACES = 0x7E020000
_NEW_TIME = 0x80
_UNIX, _INET, _INET6, _STREAM, _KIND, _TCP = 1, 2, 10, 1, 0xF, 6
_FAST_OPEN = 0x20000000
"""``MSG_FASTOPEN`` connects without ``connect``, so Landlock would not see it."""

_PERM = _ERRNO | errno.EPERM
_ACCES = _ERRNO | errno.EACCES
_NOSYS = _ERRNO | errno.ENOSYS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Machine:
    architecture: int
    calls: dict[str, int]


_NAMES = (
    "socket", "socketpair", "sendto", "sendmsg", "sendmmsg", "clone", "unshare", "setns", "shmget", "semget", "msgget",
    "mq_open", "memfd_create", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd",
    "open_by_handle_at", "prlimit64",
)  # fmt: skip
_SAME = {"io_uring_setup": 425, "clone3": 435, "memfd_secret": 447}
_X86_64 = (41, 53, 44, 46, 307, 56, 272, 308, 29, 64, 68, 240, 319, 250, 248, 249, 321, 298, 323, 304, 302)
_AARCH64 = (198, 199, 206, 211, 269, 220, 97, 268, 194, 190, 186, 180, 279, 219, 217, 218, 280, 241, 282, 265, 261)
_MACHINES = {
    "x86_64": _Machine(architecture=0xC000003E, calls={**dict(zip(_NAMES, _X86_64, strict=True)), **_SAME}),
    "aarch64": _Machine(architecture=0xC00000B7, calls={**dict(zip(_NAMES, _AARCH64, strict=True)), **_SAME}),
}

_UNKNOWN = ("io_uring_setup", "clone3", "shmget", "semget", "msgget", "mq_open", "memfd_create", "memfd_secret")
"""Answered as a kernel without them would, so that programs take their older way; ``clone3`` hides its flags."""
_REFUSED = (
    "setns", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd", "open_by_handle_at",
)  # fmt: skip

_Step = tuple[int, int, int, int]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def restrict(*, tcp: bool) -> None:
    """Refuse every socket, or with ``tcp`` every socket but TCP's; ``no_new_privs`` must be set.

    Raises:
        OSError: no filter was written for this machine, or the kernel takes none.
    """
    name = os.uname().machine
    if name not in _MACHINES:
        raise OSError(errno.ENOSYS, f"no filter of system calls is written for {name}")
    steps = list(_filter(_MACHINES[name], tcp=tcp))
    program = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    libc.prctl(libc.PR_SET_SECCOMP, _FILTER_MODE, ctypes.byref(program))


def _filter(machine: _Machine, *, tcp: bool) -> Iterator[_Step]:
    calls = machine.calls
    yield from ((_LOAD, 0, 0, _ARCHITECTURE_AT), (_EQUAL, 1, 0, machine.architecture), (_RETURN, 0, 0, _KILL))
    yield (_LOAD, 0, 0, _NUMBER_AT)
    yield from ((_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _NOSYS))
    for name in _UNKNOWN:
        yield from _when(calls[name], [(_RETURN, 0, 0, _NOSYS)])
    for name in _REFUSED:
        yield from _when(calls[name], [(_RETURN, 0, 0, _PERM)])
    yield from _when(calls["clone"], _unless_bits(0, _NEW_NAMESPACES))
    yield from _when(calls["unshare"], _unless_bits(0, _NEW_NAMESPACES | _NEW_TIME))
    yield from _when(calls["prlimit64"], [_argument(0), (_EQUAL, 0, 1, 0), *_ends(_ALLOW, _PERM)])
    yield from _when(calls["socketpair"], [_argument(0), (_EQUAL, 0, 1, _UNIX), *_ends(_ALLOW, _ACCES)])
    yield from _when(calls["socket"], _TCP_ONLY if tcp else [(_RETURN, 0, 0, _ACCES)])
    for name, place in (("sendto", 3), ("sendmsg", 2), ("sendmmsg", 3)):
        yield from _when(calls[name], _unless_bits(place, _FAST_OPEN))
    yield (_RETURN, 0, 0, _ALLOW)


def _argument(place: int) -> _Step:
    """Load the lower half of an argument (both machines are little-endian)."""
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * place)


def _when(number: int, steps: list[_Step]) -> Iterator[_Step]:
    """Steps for one call, which must all end in a return."""
    yield (_EQUAL, 0, len(steps), number)
    yield from steps


def _ends(if_so: int, if_not: int) -> tuple[_Step, _Step]:
    return (_RETURN, 0, 0, if_so), (_RETURN, 0, 0, if_not)


def _unless_bits(place: int, bits: int) -> list[_Step]:
    return [_argument(place), (_ANY_BIT, 0, 1, bits), *_ends(_PERM, _ALLOW)]


_TCP_ONLY: list[_Step] = [
    _argument(0),
    (_EQUAL, 1, 0, _INET),
    (_EQUAL, 0, 7, _INET6),
    _argument(1),
    (_AND, 0, 0, _KIND),
    (_EQUAL, 0, 4, _STREAM),
    _argument(2),
    (_EQUAL, 1, 0, 0),
    (_EQUAL, 0, 1, _TCP),
    *_ends(_ALLOW, _ACCES),
]
"""Family, kind and protocol: MPTCP is a stream as well, and Landlock does not see it."""
