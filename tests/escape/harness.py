"""Makes every attack, first without the sandbox and then in it, as the user who started it. Prints one JSON document."""

import fcntl
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from escape.attacks import ATTACKS, DISK, FILE, MEMORY, PROCESSES, STAYERS
from escape.surroundings import python, surroundings
from skill_evals.edges.collect import look, why_refused
from skill_evals.edges.sandbox.confined import Cell, run_confined
from skill_evals.edges.sandbox.limits import Limits
from skill_evals.edges.shell import run_command
from skill_evals.edges.workspace import workspace
from skill_evals.model.evidence import CommandRun

IMPORTS = "import ctypes, mmap, os, resource, signal, socket, subprocess, sys, time"
LIMITS = Limits(processes=PROCESSES, memory=MEMORY, disk=DISK, file=FILE)
SECONDS = 60.0


def script(code: str, names: dict[str, Any]) -> bytes:
    """Says ``tried`` before, ``ESCAPED`` after the attack, and otherwise what refused it."""
    body = "\n".join("    " + line for line in code.splitlines())
    tail = (
        "except (OSError, AssertionError, MemoryError) as error:\n    print('refused:', type(error).__name__, error)\n"
    )
    names = {name: tuple(value) if isinstance(value, list) else value for name, value in names.items()}
    return f"{IMPORTS}\nN = {names!r}\nprint('tried', flush=True)\ntry:\n{body}\n    print('ESCAPED')\n{tail}".encode()


def outside(code: str, names: dict[str, Any]) -> CommandRun:
    with workspace({"attack.py": script(code, {**names, "wait": 0})}) as place:
        env = {**place.environment, **os.environ}
        return run_command(f"{python()} attack.py", cwd=place.path, env=env, seconds=SECONDS)


def inside(code: str, names: dict[str, Any]) -> CommandRun:
    with workspace({"attack.py": script(code, {**names, "wait": SECONDS})}) as place:
        cell = Cell(root=place.root, uid=place.uid, limits=LIMITS)
        command = f"{python()} attack.py"
        return run_confined(command, cwd=place.path, env=place.environment, seconds=SECONDS, cell=cell)


def stays(code: str, *, shut_in: bool) -> bool:
    """Whether anything is left of it: what it started has the lock that it took."""
    take = "import fcntl; lock = open('lock', 'w'); fcntl.flock(lock, fcntl.LOCK_EX)"
    with workspace({"stay.py": f"{IMPORTS}\n{take}\n{code}\n".encode()}) as place:
        command, env = f"{python()} stay.py", place.environment
        if shut_in:
            cell = Cell(root=place.root, uid=place.uid)
            done = run_confined(command, cwd=place.path, env=env, seconds=SECONDS, cell=cell)
        else:
            done = run_command(command, cwd=place.path, env=env, seconds=SECONDS)
        assert done.exit_code == 0, done
        with (place.path / "lock").open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False


def link_for_a_grader(names: dict[str, Any]) -> dict[str, Any]:
    with workspace({}) as place:
        cell = Cell(root=place.root, uid=place.uid)
        command = f"ln -s {names['key']} out.txt; ln -s {names['repo']} folder"
        run_confined(command, cwd=place.path, env=place.environment, seconds=SECONDS, cell=cell)
        return {path: asdict(look(place, path)) for path in ("out.txt", "folder/evals.json")}


def report() -> dict[str, Any]:
    with surroundings() as names:
        controls = {attack.name: asdict(outside(attack.code, names)) for attack in ATTACKS if attack.control}
        stay_outside = {name: stays(code, shut_in=False) for name, code in STAYERS.items()}
        refused = why_refused(allow_commands=True, sandbox=True)
        return {
            "uid": os.getuid(),
            "refused": refused,
            "controls": controls,
            "inside": {attack.name: asdict(inside(attack.code, names)) for attack in ATTACKS},
            "stay_outside": stay_outside,
            "stay_inside": {name: stays(code, shut_in=True) for name, code in STAYERS.items()},
            "victim": Path(f"/proc/{names['victim']}").exists(),
            "looked": link_for_a_grader(names),
        }


if __name__ == "__main__":
    print(json.dumps(report()))
