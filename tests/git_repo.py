"""Real git repositories for tests: built in a temporary folder, untouched by the machine's own configuration.

    from git_repo import Exec, Link, Repo

    def test_it(repo: Repo) -> None:      # the fixture of tests/conftest.py
        first = repo.commit({"a.md": "text", "run.sh": Exec("#!/bin/sh"), "link": Link("a.md")})
        second = repo.commit({"a.md": None, "b.md": b"bytes"})          # None deletes
        repo.write({"b.md": "not committed"})
        repo.git("mv", "b.md", "c.md")                                   # any git command; gives its output

Names may be str or bytes. ``repo.root`` is the folder; ``repo.commit`` gives the full id of the commit.
"""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

QUIET = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "LC_ALL": "C",
}


@dataclass(frozen=True)
class Link:
    target: str


@dataclass(frozen=True)
class Exec:
    text: str


Content = str | bytes | Link | Exec | None
Files = Mapping[Any, Content]
"""By name, str or bytes; Any, since a mapping is invariant in its keys."""


class Repo:
    def __init__(self, root: Path, *, start: bool = True) -> None:
        self.root = root
        if start:
            root.mkdir(parents=True, exist_ok=True)
            self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str | bytes) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=clean_environment(), capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, files: Files) -> None:
        for name, content in files.items():
            write_file(self.root / os.fsdecode(name), content)

    def commit(
        self,
        files: Files | None = None,
        message: str = "change",
    ) -> str:
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", message)
        return self.head()

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str, start: str = "HEAD") -> None:
        self.git("checkout", "--quiet", "-b", name, start)

    def checkout(self, name: str) -> None:
        self.git("checkout", "--quiet", name)

    def clone(self, to: Path, *options: str) -> "Repo":
        """A clone over ``file://``, so that ``--depth`` holds."""
        self.git("clone", "--quiet", *options, self.root.as_uri(), str(to))
        return Repo(to, start=False)


def write_file(path: Path, content: Content) -> None:
    if path.is_symlink() or (path.exists() and (content is None or isinstance(content, Link))):
        path.unlink()
    if content is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, Link):
        path.symlink_to(content.target)
        return
    data = content.text if isinstance(content, Exec) else content
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    if isinstance(content, Exec):
        path.chmod(0o755)


def clean_environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    return kept | QUIET
