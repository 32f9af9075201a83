"""Landlock: files beneath the named folders only, TCP to one port only, signals to one's own only.

Source: the kernel's documentation, userspace-api/landlock, up to ABI 7; the numbers of the calls are the same on every
architecture. Landlock covers opening, making, removing and moving, and neither ``stat`` nor ``chmod`` nor ``connect``
to a named Unix socket; the last is why ``seccomp`` refuses those sockets.
"""

import ctypes
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from skill_evals.edges.sandbox import libc

_CREATE_RULESET = 444
_ADD_RULE = 445
_RESTRICT_SELF = 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_NET_PORT = 2
_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_MAKE_DEVICES = 1 << 6 | 1 << 11
_TRUNCATE = 1 << 14
_CONNECT_TCP = 1 << 1
_BIND_AND_CONNECT_TCP = 0b11
_SCOPE_SIGNALS = 1 << 1
_SCOPE_ALL = 0b11
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS_BY_ABI = {1: 13, 2: 14, 3: 15, 5: 16}
"""ABI → how many rights on files it knows; they are the lowest bits."""
_NET_ABI = 4
_SCOPE_ABI = 6


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


class _Port(ctypes.Structure):
    _fields_ = (("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grants:
    """What may be opened: paths that do not exist are left out; ``port`` is the one TCP port on any address."""

    readable: Iterable[str]
    """Files and folders to read and to execute."""
    devices: Iterable[str]
    """Files to read and to write, which are neither made nor removed."""
    writable: Iterable[str]
    """Folders beneath which everything but devices may be made."""
    port: int | None = None


def abi() -> int:
    """
    Raises:
        OSError: the kernel has no Landlock, or it was not switched on.
    """
    return libc.syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)


def restrict(grants: Grants) -> None:
    """From here on this process and its children are shut in, for good; ``no_new_privs`` must be set.

    Raises:
        OSError: there is no Landlock here.
    """
    version = abi()
    known = (1 << max(count for since, count in _FILE_RIGHTS_BY_ABI.items() if since <= version)) - 1
    ruleset = _create(version, _Ruleset(known, _BIND_AND_CONNECT_TCP, _SCOPE_ALL))
    try:
        for path in grants.readable:
            _allow(ruleset, path, _READ & known)
        for path in grants.devices:
            _allow(ruleset, path, (_READ_FILE | _WRITE_FILE | _TRUNCATE) & known)
        for path in grants.writable:
            _allow(ruleset, path, known & ~_MAKE_DEVICES)
        if grants.port is not None and version >= _NET_ABI:
            rule = _Port(_CONNECT_TCP, grants.port)
            libc.syscall(_ADD_RULE, ruleset, _NET_PORT, ctypes.byref(rule), 0)
        libc.syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def scope_signals() -> None:
    """From here on this process signals only itself and its descendants, and may do everything else.

    Raises:
        OSError: the kernel's Landlock is older than ABI 6 (Linux 6.12), or there is none.
    """
    version = abi()
    if version < _SCOPE_ABI:
        raise OSError(95, f"Landlock ABI {version} does not part signals; ABI 6 (Linux 6.12) does")
    ruleset = _create(version, _Ruleset(0, 0, _SCOPE_SIGNALS))
    try:
        libc.syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _create(version: int, wanted: _Ruleset) -> int:
    size = 24 if version >= _SCOPE_ABI else 16 if version >= _NET_ABI else 8
    return libc.syscall(_CREATE_RULESET, ctypes.byref(wanted), size, 0)


def _allow(ruleset: int, path: str, rights: int) -> None:
    with suppress(FileNotFoundError, PermissionError, NotADirectoryError):
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights &= -1 if os.path.isdir(path) else _ON_FILES  # noqa: PTH112 -- a text that was just opened
            rule = _Beneath(rights, folder)
            libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
        finally:
            os.close(folder)
