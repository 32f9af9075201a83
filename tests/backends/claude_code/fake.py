"""A program in the place of Claude Code: it prints a recorded stream, whatever it is asked, and can do more before."""

from pathlib import Path
from shlex import quote

from backends.claude_code.scenarios import STREAMS


def program(folder: Path, stream: str = "skill", *, before: str = ":", code: int = 0, version: str = "2.1.332") -> Path:
    """``before``: shell that runs first, with the token on handle 9 and the prompt on stdin."""
    text = (STREAMS / f"{stream}.jsonl").read_text(encoding="utf-8")
    path = folder / "claude"
    path.write_text(
        f"#!/bin/sh\n"
        f'[ "$1" = --version ] && {{ echo {quote(version)} "(Claude Code)"; exit 0; }}\n'
        f"{before}\n"
        f"cat <<'END_OF_STREAM'\n{text}END_OF_STREAM\n"
        f"exit {code}\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return path
