"""The stage `GitHub's descriptions` of `make e2e`: what GitHub publishes of its API, from npm into ``.e2e``, once."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".e2e" / "npm"
PACKAGES = ("@octokit/openapi@23", "@octokit/graphql-schema@15")
FILES = ("@octokit/openapi/generated/api.github.com.json", "@octokit/graphql-schema/schema.graphql")


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
