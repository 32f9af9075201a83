"""The pictures of `make e2e` alone: ``python -m tools.e2e_pictures`` leaves them in ``.e2e/pictures``."""

import subprocess
import sys

from tools.demo import ROOT
from tools.pictures import MISSING, make

TESTS = (sys.executable, "-m", "pytest", "-m", "e2e", "tests/e2e/test_pictures.py")


def main() -> int:
    fault = make()
    if fault is not None:
        print(f"make e2e: {fault}")
        return MISSING
    return subprocess.run(TESTS, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
