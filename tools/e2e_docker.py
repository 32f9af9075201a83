"""The stage `a Docker engine` of `make e2e`: the machine's, or one that is started for these tests alone.

What GitHub's runner and act speak to is Docker, so nothing else will do. An engine of our own lives in folders of its
own, sets up no network and no rules of a firewall, and ends with this process.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tools.e2e_apt import find, have

PACKAGES = {"dockerd": "docker.io", "docker": "docker.io"}
STORES = ("overlay2", "vfs")
"""The second is slow and works everywhere, on an overlay too."""
SECONDS = 60.0
"""For an engine to answer."""


def make() -> str | None:
    """From here on ``DOCKER_HOST`` names an engine that answers; else what is missing, in words."""
    if answers():
        return None
    fault = have(PACKAGES)
    if fault is not None:
        return f"there is no Docker engine: `docker info` does not answer, and {fault}"
    if answers():  # where the package started it
        return None
    said = ""
    for store in STORES:
        said = _started(store)
        if answers():
            return None
    return f"no Docker engine can be started here; the last words of dockerd:\n{said}"


def answers() -> bool:
    try:
        return subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _started(store: str) -> str:
    """Start one, and wait until it answers; its last words, which matter where it does not."""
    place = Path(tempfile.mkdtemp(prefix="skill-evals-docker-"))
    own = [f"--data-root={place}/data", f"--exec-root={place}/exec", f"--pidfile={place}/pid"]
    quiet = ["--iptables=false", "--ip6tables=false", "--bridge=none", f"--storage-driver={store}"]
    os.environ["DOCKER_HOST"] = f"unix://{place}/socket"
    log = place / "log"
    with log.open("wb") as stream:
        command = [find("dockerd") or "dockerd", f"--host={os.environ['DOCKER_HOST']}", *own, *quiet]
        engine = subprocess.Popen(command, stdout=stream, stderr=stream)
    atexit.register(_end, engine, place)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and engine.poll() is None and not answers():
        time.sleep(0.2)
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:])


def _end(engine: subprocess.Popen[bytes], place: Path) -> None:
    engine.terminate()
    engine.wait()
    subprocess.run(["umount", f"{place}/exec/netns/default"], capture_output=True, check=False)  # which it leaves
    shutil.rmtree(place, ignore_errors=True)
