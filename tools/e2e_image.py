"""The stage `image` of `make e2e`: a container engine, a base to build on, and the image of tests/e2e/test_image.py.

On a machine that reaches a registry the base is the official one, or what ``BASE_IMAGE`` names. Elsewhere a stand-in is
made of Debian's own packages, once, as root. ``python -m tools.e2e_image`` runs this stage alone.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGE = "localhost/skill-evals:e2e"
OFFICIAL = "docker.io/library/python:3.13-slim"
STAND_IN = "localhost/python-stand-in:3.13-slim"
PACKAGES = ("podman", "buildah", "runc", "debootstrap")
SUITE = "trixie"
"""The release of Debian whose Python is 3.13."""
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
RUNC = '[engine]\nruntime = "runc"\n[containers]\ndefault_ulimits = ["nofile=1024:4096", "nproc=1024:4096"]\n'
"""Where the machine's control groups or limits are too old or too tight for podman's own runtime."""


MISSING = 2
TESTS = ("tests/e2e/test_image.py", "tests/e2e/test_action_in_the_image.py")


def main() -> int:
    fault = make()
    if fault is not None:
        print(f"make e2e: {fault}")
        return MISSING
    sys.stdout.flush()
    tests = [sys.executable, "-m", "pytest", "-m", "e2e", *TESTS]
    return subprocess.run(tests, cwd=ROOT, check=False).returncode


def make() -> str | None:
    """Build the image and say by ``E2E_ENGINE``, ``E2E_IMAGE`` and ``E2E_BASE`` which it is; else what is missing."""
    began = time.monotonic()
    engine = _engine()
    if engine is None:
        return (
            "no container engine works here: neither does `docker info` answer nor can `podman` run a container, and "
            f"apt-get cannot install {' '.join(PACKAGES)} (that takes root on a Debian or Ubuntu)"
        )
    base = _base(engine)
    if base is None:
        return (
            f"there is no base to build an image on: {OFFICIAL} cannot be pulled, BASE_IMAGE names none that is here, "
            f"and debootstrap cannot make one of {SUITE} (that takes root, and a mirror of Debian)"
        )
    building = ["build", "--build-arg", f"BASE={base}", "--target", "slim", "--tag", IMAGE, str(ROOT)]
    chroot = ["--isolation", "chroot", "--pull=never"] if engine == "podman" else []
    if not runs([engine, building[0], *chroot, *building[1:]], shown=True):
        return f"the image cannot be built with {engine} on {base}; its complaint stands above"
    os.environ |= {"E2E_ENGINE": engine, "E2E_IMAGE": IMAGE, "E2E_BASE": base}
    print(f"{time.monotonic() - began:7.1f} s for the image {IMAGE} by {engine} on {base}")
    return None


def _engine() -> str | None:
    if runs(["docker", "info"]):
        return "docker"
    if shutil.which("podman") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        runs(["apt-get", "update", "--quiet=2"])
        install = ["apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", *PACKAGES]
        runs(["env", "DEBIAN_FRONTEND=noninteractive", *install])
    if shutil.which("podman") is None or not runs(["podman", "info"]):
        return None
    if shutil.which("runc") is not None and "CONTAINERS_CONF" not in os.environ:
        settings = Path(tempfile.mkdtemp(prefix="skill-evals-e2e-")) / "containers.conf"
        settings.write_text(RUNC, encoding="utf-8")
        os.environ["CONTAINERS_CONF"] = str(settings)
    return "podman"


def _base(engine: str) -> str | None:
    named = os.environ.get("BASE_IMAGE", "")
    for one in (named, OFFICIAL):
        if one and (runs([engine, "image", "inspect", one]) or runs([engine, "pull", "--quiet", one])):
            return one
    if runs([engine, "image", "inspect", STAND_IN]) or _stand_in(engine):
        return STAND_IN
    return None


def _stand_in(engine: str) -> bool:
    """What the official image is for our purposes: Debian with a Python in /usr/local/bin."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        return False
    with tempfile.TemporaryDirectory(prefix="skill-evals-base-") as place:
        root = Path(place) / "root"
        include = "--include=python3,python3-pip,python3-venv,ca-certificates"
        if not runs(["debootstrap", "--variant=minbase", include, SUITE, str(root)]):
            return False
        for name in ("python", "python3"):
            (root / "usr" / "local" / "bin" / name).symlink_to("/usr/bin/python3")
        for marker in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            marker.unlink()
        if CERTIFICATES.is_file():
            shutil.copyfile(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
        archive = Path(place) / "base.tar"
        packed = runs(["tar", "--create", f"--file={archive}", f"--directory={root}", "."])
        path = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return packed and runs([engine, "import", "--change", path, str(archive), STAND_IN])


def runs(command: list[str], *, shown: bool = False) -> bool:
    """Whether it is there and succeeds."""
    stream = None if shown else subprocess.DEVNULL
    try:
        return subprocess.run(command, stdout=stream, stderr=stream, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
