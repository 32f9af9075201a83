"""Where `make e2e` runs: as root, in a tree that every user of the machine can read.

Root makes runs as users that own nothing, so a checkout in ``/root``, or one made with a narrow umask, is no place for
them; and who is not root may start no engine of containers. In both cases a copy is made among the temporary files, and
`make e2e` runs there, as root where ``sudo`` lets it without a password. This file needs no more than Python.
"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READY = Path(".venv") / ".ready"
MISSING = 2


def main() -> int:
    if not sys.platform.startswith("linux"):
        return missing(f"the sandbox and the containers are Linux's, and this is {sys.platform}")
    is_root = os.geteuid() == 0
    if is_root and is_open(ROOT):
        return run_here()
    sudo = () if is_root else ("sudo", "--non-interactive", "--preserve-env", "--set-home")
    if sudo and not may(sudo):
        return missing("it has to be run as root, or by a user whom sudo asks for no password")
    print(f"make e2e: to run as root and be read by everybody, {ROOT} is copied to a folder of its own", flush=True)
    with copied(sudo) as copy:
        again = ("env", f"PATH={os.environ['PATH']}", sys.executable, str(copy / Path(__file__).relative_to(ROOT)))
        return subprocess.run([*sudo, *again], check=False).returncode


def missing(what: str) -> int:
    print(f"make e2e: {what}")
    return MISSING


def may(sudo: Sequence[str]) -> bool:
    try:
        return subprocess.run([*sudo, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def is_open(place: Path) -> bool:
    """Whether somebody who owns nothing can come to it, and read it."""
    source = place / "src" / "skill_evals" / "__init__.py"
    reached = all(folder.stat().st_mode & stat.S_IXOTH for folder in source.parents)
    return reached and source.stat().st_mode & stat.S_IROTH != 0


def run_here() -> int:
    os.chdir(ROOT)
    prepared = subprocess.run(["make", "--no-print-directory", str(READY), f"PYTHON={sys.executable}"], check=False)
    if prepared.returncode != 0:
        return missing("its environment of Python cannot be set up; the complaint stands above")
    return subprocess.run([READY.parent / "bin" / "python", "-m", "tools.e2e"], check=False).returncode


@contextmanager
def copied(sudo: Sequence[str]) -> Iterator[Path]:
    """Of what git knows and what it would take; at the end nothing of it is left."""
    place = Path(tempfile.mkdtemp(prefix="skill-evals-e2e-"))
    os.umask(0o022)
    try:
        for name in names():
            copy(ROOT / name, place / name)
        place.chmod(0o755)
        yield place
    finally:
        subprocess.run([*sudo, "rm", "-rf", str(place)], check=False)


def names() -> list[str]:
    mine = f"safe.directory={ROOT}"  # root is told of a checkout of somebody else's that it is fine
    listing = ["git", "-c", mine, "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in found if name and os.path.lexists(ROOT / name)]


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target, follow_symlinks=False)
    if not source.is_symlink():
        target.chmod(0o755 if source.stat().st_mode & stat.S_IXUSR else 0o644)


if __name__ == "__main__":
    sys.exit(main())
