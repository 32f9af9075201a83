"""The stage `the images` of `make e2e`: a base to build on, and both targets of the Dockerfile, built on it.

Where a registry can be reached the base is the official image, or what ``BASE_IMAGE`` names. Elsewhere a stand-in is
made of Debian's own packages, once for this checkout.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.e2e_apt import find, have

ROOT = Path(__file__).resolve().parent.parent
IMAGES = {"claude-code": "localhost/skill-evals-claude-code:e2e", "slim": "localhost/skill-evals:e2e"}
"""By target."""
OFFICIAL = "docker.io/library/python:3.13-slim"
STAND_IN = "localhost/python-stand-in:3.13-slim"
KEPT = ROOT / ".e2e" / "base.tar"
SUITE = "trixie"
"""The release of Debian whose Python is 3.13."""
INCLUDED = "--include=python3,python3-pip,python3-venv,ca-certificates"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
SEARCH = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def make() -> str | None:
    """Say by ``E2E_BASE``, ``E2E_IMAGE`` and ``E2E_IMAGE_CLAUDE_CODE`` what was built on what; else what is missing."""
    named = os.environ.get("BASE_IMAGE", "")
    base = next((one for one in (named, OFFICIAL) if one and is_here(one)), STAND_IN)
    fault = None if base != STAND_IN or is_here(STAND_IN) else _stand_in()
    if fault is not None:
        return f"there is no base to build images on: {OFFICIAL} cannot be pulled, BASE_IMAGE names none, and {fault}"
    for target, image in IMAGES.items():
        words = ["build", "--network=host", f"--build-arg=BASE={base}", f"--target={target}", f"--tag={image}"]
        said = _said(["docker", *words, str(ROOT)])
        if said is not None:
            return f"the target {target} cannot be built on {base}:\n{said}"
    os.environ |= {"E2E_BASE": base, "E2E_IMAGE": IMAGES["slim"], "E2E_IMAGE_CLAUDE_CODE": IMAGES["claude-code"]}
    return None


def is_here(image: str) -> bool:
    """Whether it is, or can be pulled."""
    found = _said(["docker", "image", "inspect", image]) is None
    return found or (not image.startswith("localhost/") and _said(["docker", "pull", "--quiet", image]) is None)


def _stand_in() -> str | None:
    """What the official image is for our purposes: Debian with a Python in /usr/local/bin. None: it is there now."""
    if not KEPT.is_file():
        fault = have({"debootstrap": "debootstrap"})
        if fault is not None:
            return fault
        with tempfile.TemporaryDirectory(prefix="skill-evals-base-", ignore_cleanup_errors=True) as place:
            said = _said([find("debootstrap") or "debootstrap", "--variant=minbase", INCLUDED, SUITE, f"{place}/root"])
            if said is not None:
                _said(["umount", f"{place}/root/proc", f"{place}/root/sys"])  # which it leaves where it fails
                return f"debootstrap makes none of {SUITE}, for which it asks a mirror of Debian:\n{said}"
            _finish(Path(place) / "root")
            KEPT.parent.mkdir(exist_ok=True)
            packed = Path(place) / "base.tar"
            said = _said(["tar", "--create", f"--file={packed}", f"--directory={place}/root", "."])
            if said is not None:
                return said
            shutil.move(packed, KEPT)
    return _said(["docker", "import", "--change", SEARCH, str(KEPT), STAND_IN])


def _finish(root: Path) -> None:
    for name in ("python", "python3"):
        (root / "usr" / "local" / "bin" / name).symlink_to("/usr/bin/python3")
    for marker in root.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
        marker.unlink()
    for package in root.glob("var/cache/apt/archives/*.deb"):
        package.unlink()
    if CERTIFICATES.is_file():  # those of this machine, which may trust a mirror's
        shutil.copyfile(CERTIFICATES, root / CERTIFICATES.relative_to("/"))


def _said(command: list[str]) -> str | None:
    """None: it did what it should; else its last words."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except OSError as error:
        return str(error)
    return "\n".join(done.stdout.splitlines()[-30:]) if done.returncode else None
