"""`make e2e`: installs the extra `claude-code`, builds the image (e2e_image.py), then runs what needs them, and says
how long it took.

Never green without them: where one cannot be installed, built or started, the exit code is 2 and says what is missing.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from tools import e2e_github, e2e_image, e2e_workflow

ROOT = Path(__file__).resolve().parent.parent
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[claude-code]")
TESTS = (sys.executable, "-m", "pytest", "-n", "auto", "-m", "e2e", "tests/e2e")
MISSING = 2


def main() -> int:
    began = time.monotonic()
    if not _is_installed():
        done = subprocess.run(PIP, cwd=ROOT, check=False)
        if done.returncode != 0:
            print(
                "make e2e: claude-agent-sdk, which brings Claude Code, cannot be installed from the index of packages"
            )
            return MISSING
    fault = _fault() or e2e_github.make() or e2e_image.make() or e2e_workflow.make()
    if fault is not None:
        print(f"make e2e: {fault}")
        return MISSING
    print(f"{time.monotonic() - began:7.1f} s for the set-up")
    sys.stdout.flush()
    code = subprocess.run(TESTS, cwd=ROOT, env={**os.environ, "PYTHONDEVMODE": "1"}, check=False).returncode
    return code or e2e_github.judge() if code >= 0 else MISSING


def _is_installed() -> bool:
    code = "from importlib.metadata import version; version('claude-agent-sdk')"
    return subprocess.run([sys.executable, "-c", code], stderr=subprocess.DEVNULL, check=False).returncode == 0


def _fault() -> str | None:
    """What is missing on this machine, in words."""
    from skill_evals.edges.backends.claude_code.installed import closed_to_others, find_cli
    from skill_evals.edges.sandbox.probe import agents_refused
    from skill_evals.errors import BackendError

    try:
        cli = find_cli()
    except BackendError as error:
        return f"{error.message}; {error.cure}"
    print(f"Claude Code {cli.version}")
    closed = closed_to_others(cli.path) if os.geteuid() == 0 else None
    return closed or agents_refused()


if __name__ == "__main__":
    sys.exit(main())
