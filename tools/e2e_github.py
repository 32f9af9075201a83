"""The stage `github` of `make e2e`: what GitHub publishes of its API, and the action's tests judged by it.

``python -m tools.e2e_github`` runs this stage alone. The descriptions come from npm into ``.e2e``, once.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".e2e" / "npm"
PACKAGES = ("@octokit/openapi@23", "@octokit/graphql-schema@15")
FILES = ("@octokit/openapi/generated/api.github.com.json", "@octokit/graphql-schema/schema.graphql")
TESTS = (sys.executable, "-m", "pytest", "-n", "auto", "tests/action")
MISSING = 2


def main() -> int:
    fault = make()
    if fault is not None:
        print(f"make e2e: {fault}")
        return MISSING
    checked = [sys.executable, "-m", "pytest", "-m", "e2e", "tests/e2e/test_github_judge.py"]
    return subprocess.run(checked, cwd=ROOT, check=False).returncode or judge()


def make() -> str | None:
    """Say by ``GITHUB_DESCRIPTIONS`` where the descriptions are; else what is missing, in words."""
    folder = PLACE / "node_modules"
    if not all((folder / name).is_file() for name in FILES):
        PLACE.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix", str(PLACE)]
        try:
            subprocess.run([*install, *PACKAGES], check=True)
        except (OSError, subprocess.CalledProcessError):
            return f"GitHub's descriptions of its API cannot be installed: that takes npm, and {' and '.join(PACKAGES)}"
    os.environ["GITHUB_DESCRIPTIONS"] = str(folder)
    return None


def judge() -> int:
    """Run the conversations with the GitHub on loopback once more, each request and answer held against these."""
    began = time.monotonic()
    print("tests/action, judged by GitHub's own descriptions:", flush=True)
    code = subprocess.run(TESTS, cwd=ROOT, check=False).returncode
    print(f"{time.monotonic() - began:7.1f} s for tests/action under the judge")
    return code


if __name__ == "__main__":
    sys.exit(main())
