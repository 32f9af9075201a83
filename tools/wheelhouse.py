"""Keeps the wheels that an installation of this project needs beside its environment, so that a test can make a fresh
one without a network: ``<environment>/wheelhouse``, for the dependencies as pyproject.toml has them now.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHEELHOUSE = Path(sys.prefix) / "wheelhouse"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    fresh = WHEELHOUSE.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    done = subprocess.run([*PIP, "wheel", "--quiet", "--wheel-dir", fresh, *wanted], check=False)
    if done.returncode:
        print(f"the wheels could not be had, so the test of the pre-commit hooks is skipped: {wanted}", file=sys.stderr)
        return 0
    shutil.rmtree(WHEELHOUSE, ignore_errors=True)
    fresh.rename(WHEELHOUSE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
