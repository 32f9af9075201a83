"""Programs that come as packages of Debian and Ubuntu: installed where they are missing."""

import os
import shutil
import subprocess
from collections.abc import Mapping

PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin", "/sbin"))
"""Some of them are an administrator's, and lie where others do not look."""
APT = ("apt-get", "--yes", "--quiet=2", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300")


def find(program: str) -> str | None:
    return shutil.which(program, path=PATH)


def have(packages: Mapping[str, str]) -> str | None:
    """Program → the package that brings it. None: all are there now; else what is missing, in words."""
    lacking = {program: package for program, package in packages.items() if find(program) is None}
    if not lacking:
        return None
    wanted = f"{' and '.join(lacking)} cannot be installed (package {', '.join(lacking.values())})"
    if find("apt-get") is None:
        return f"{wanted}: here is no apt-get, since this is neither Debian nor Ubuntu; install what brings them"
    said = _install(*lacking.values())
    still = [program for program in lacking if find(program) is None]
    return f"{wanted}: {said}" if said or still else None


def _install(*packages: str) -> str:
    """What went wrong; empty: nothing. Lists are fetched only where those that are there do not do."""
    if not _fault("install", *packages):
        return ""
    return _fault("update") or _fault("install", *packages)


def _fault(*words: str) -> str:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PATH": PATH}
    done = subprocess.run(
        [*APT, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    said = (done.stderr or done.stdout).strip()
    return f"apt-get {words[0]} ended with {done.returncode}\n{said}" if done.returncode else ""
