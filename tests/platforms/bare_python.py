"""A Python without what only POSIX has, as far as it can be taken away: ``python bare_python.py WORDS…`` runs the
command line in it, in a process of its own.

What the standard library itself needs here is imported before.
"""

import asyncio
import importlib.abc
import os
import pathlib
import platform
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

MODULES = frozenset({"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"})
NAMES = {
    os: (
        "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown fchmod fchown fork forkpty getegid geteuid getgid getgroups "
        "getpgid getuid initgroups killpg lchown mkfifo nice setgid setgroups setsid setuid statvfs sysconf uname"
    ),
    signal: "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGUSR1 pthread_sigmask setitimer",
    socket: "AF_UNIX socketpair",
}
READY = (asyncio, pathlib, platform, shutil, subprocess, tempfile)


class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in MODULES:
            raise ModuleNotFoundError(f"{fullname} is not there on Windows", name=fullname)
        return None


def main() -> int:
    platform.uname()  # this and the next are kept, and ask POSIX
    sysconfig.get_config_vars()
    for name in MODULES - {"posix"}:
        sys.modules.pop(name, None)
    for module, names in NAMES.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    sys.meta_path.insert(0, Blocker())
    sys.platform = "win32"
    from skill_evals.cli.main import main as command_line

    return command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
