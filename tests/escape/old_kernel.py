"""Asks for the guarantees, and has a command collected, where the kernel says that it knows no Landlock."""

import ctypes
import errno
import json
import struct
from dataclasses import asdict

from skill_evals.edges.collect import collect
from skill_evals.edges.sandbox import libc
from skill_evals.edges.sandbox.probe import probe
from skill_evals.edges.workspace import workspace
from skill_evals.grade.needs import CommandNeed, Needs

LANDLOCK_CREATE_RULESET = 444


def forget_landlock() -> None:
    """A filter that answers one call as a kernel without it does; every process started from here has it."""
    load, equal, answer = 0x20, 0x15, 0x06
    steps = [(load, 0, 0, 0), (equal, 0, 1, LANDLOCK_CREATE_RULESET), (answer, 0, 0, 0x50000 | errno.ENOSYS)]
    code = b"".join(struct.pack("=HBBI", *step) for step in [*steps, (answer, 0, 0, 0x7FFF0000)])

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))

    libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
    libc.prctl(libc.PR_SET_SECCOMP, 2, ctypes.byref(Program(4, code)))


def main() -> None:
    forget_landlock()
    needs = Needs(commands={0: CommandNeed(run="touch trace")})
    with workspace({}) as place:
        done = collect(place, needs, allow_commands=True).commands[0]
        anyway = collect(place, needs, allow_commands=True, sandbox=False).commands[0]
    found = {"guarantees": [asdict(one) for one in probe()], "done": asdict(done), "anyway": asdict(anyway)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
