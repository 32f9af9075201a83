"""The Claude Code that ``claude-agent-sdk`` brings along: where it lies and which version it is.

The package is only looked for: importing it takes a second and a half, and this backend starts the program itself
(docs/decisions/claude-code-backend.md).
"""

import os
import re
import stat
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from skill_evals.edges.extras import install_line
from skill_evals.errors import BackendError, UsageError

INSTALL = install_line("claude-code")
KNOWN = ((2, 1, 300), (2, 2, 0))
"""From this version on, below that one: those whose events this release was written for."""
_SECONDS = 60.0
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cli:
    path: Path
    version: str


def find_cli() -> Cli:
    """
    Raises:
        UsageError: the package is not installed, or comes without the program on this platform.
        BackendError: the program does not start, or this release does not know its version.
    """
    spec = find_spec("claude_agent_sdk")
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(
            "the backend claude-code needs claude-agent-sdk, which is not installed",
            cure=f"{INSTALL}; in a workflow take the image that has it: `uses: {image()}`",
        )
    path = Path(spec.submodule_search_locations[0]) / "_bundled" / ("claude.exe" if os.name == "nt" else "claude")
    if not path.is_file():
        wheel = install_line("claude-code", "--force-reinstall", "--only-binary claude-agent-sdk")
        raise UsageError(
            f"claude-agent-sdk is installed without Claude Code: {path} does not exist",
            cure=f"install it from a wheel for {sys.platform} (`{wheel}`)",
        )
    return looked_at(path)


def image() -> str:
    """The form of this action whose image has Claude Code, as the runner says where this one came from."""
    repository = os.environ.get("GITHUB_ACTION_REPOSITORY") or "org/skill-evals-action"
    return f"{repository}/claude-code@{os.environ.get('GITHUB_ACTION_REF') or 'v1'}"


def looked_at(path: Path) -> Cli:
    """The program at a path, asked for its version.

    Raises:
        BackendError: it does not say one, or one that is not known.
    """
    try:
        said = subprocess.run(
            [path, "--version"],
            env={"PATH": os.defpath},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
            timeout=_SECONDS,
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise BackendError(
            f"Claude Code at {path} does not start: {error}", cure=f"install it again: {INSTALL}"
        ) from error
    found = _VERSION.search(said)
    version = found[0] if found else said.strip()
    strange = unknown(version)
    if strange is not None:
        raise BackendError(strange, cure=f"install the version that this release pins: {INSTALL}")
    return Cli(path=path, version=version)


def closed_to_others(path: Path) -> str | None:
    """Why a user who owns nothing cannot start the program, in words; None: such a user can."""
    closed = next((folder for folder in path.resolve().parents if not folder.stat().st_mode & stat.S_IXOTH), None)
    if closed is None:
        return None
    return f"{path} lies in {closed}, which is closed to the users that runs are made as, since this one is root"


def unknown(version: str) -> str | None:
    """Why a version cannot be read, in words; None: it can."""
    found = _VERSION.fullmatch(version)
    oldest, newest = KNOWN
    if found is not None and oldest <= (int(found[1]), int(found[2]), int(found[3])) < newest:
        return None
    words = [".".join(map(str, numbers)) for numbers in KNOWN]
    return f"Claude Code {version or 'of no version'} is none that this release knows: from {words[0]} up to {words[1]}"
