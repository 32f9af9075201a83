"""A throw-away folder to work in: private, with a git repository of its own, and gone afterwards."""

import itertools
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from skill_evals.edges.sandbox.uids import leased
from skill_evals.edges.shell import scrubbed
from skill_evals.errors import IncompleteError
from skill_evals.grade.place import below
from skill_evals.model.evidence import WorkspaceFile
from skill_evals.run.ports.request import TreeFile

_GIT_SECONDS = 60.0
_COMMIT = ("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "initial workspace state")


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """``path`` is where agent and commands work; home and temporary files lie beside it, unseen by ``git status``."""

    path: Path
    environment: Mapping[str, str]
    """Of every process that is started in it."""
    root: Path
    """Holds all three, and nothing else."""
    uid: int | None = None
    """Leased for it while it lives, where the runner is root; what is shut in becomes this user."""


@contextmanager
def workspace(fixtures: Mapping[str, bytes], more: Mapping[str, TreeFile] | None = None) -> Iterator[Workspace]:
    """A fresh workspace, mode 0700, fixtures at their destinations in one first commit, as evolve makes it.

    ``more`` are files with their executable bits, and links, which are made last, so that nothing is written through
    one.

    Raises:
        IncompleteError: a fixture leads out of it or collides with another, the disk is full, git is missing, or
            all uids are in use.
    """
    with leased() as uid:
        root = Path(tempfile.mkdtemp(prefix="skill-evals-")).resolve()
        try:
            yield replace(_prepared(root, fixtures, more or {}), uid=uid)
        finally:
            _remove(root)


def restore(place: Workspace, files: Mapping[str, WorkspaceFile]) -> None:
    """Make the workspace hold exactly the recorded files (``Evidence.snapshot``); links are not made again.

    Raises:
        IncompleteError: a path leads out of it or collides with another, or the disk is full.
    """
    for entry in place.path.iterdir():
        if entry.name != ".git":
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    for path, found in files.items():
        if found.exists and not found.link and found.text is not None:
            _write(place.path, path, found.text.encode("utf-8", "replace"))
        elif found.exists and not found.link:
            _write(place.path, path, None)


def _prepared(root: Path, fixtures: Mapping[str, bytes], more: Mapping[str, TreeFile]) -> Workspace:
    for name in ("work", "home", "tmp"):
        (root / name).mkdir(mode=0o700)
    place = Workspace(path=root / "work", environment=scrubbed(root / "home", root / "tmp"), root=root)
    for path, data in fixtures.items():
        _write(place.path, path, data)
    for path, file in sorted(more.items(), key=lambda item: item[1].link is not None):
        _write(place.path, path, file.data, executable=file.executable, link=file.link)
    _git(place, "init", "--quiet", "--template=", "--initial-branch=main")
    _git(place, "add", "--all")
    _git(place, "-c", "user.name=skill-evals", "-c", "user.email=skill-evals@localhost", *_COMMIT)
    return place


def _write(root: Path, path: str, data: bytes | None, *, executable: bool = False, link: str | None = None) -> None:
    """Stage a file, a link, or, without data, a folder."""
    target = _inside(root, path)
    try:
        if data is None:
            target.mkdir(parents=True, exist_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        if link is not None:
            target.symlink_to(link)
            return
        mode = 0o755 if executable else 0o644
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
    except (OSError, UnicodeEncodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no name that a file can have"
        raise IncompleteError(
            f"{path!r} cannot be staged in the workspace: {reason}",
            cure="see whether two files of the case go to one place, and whether the disk is full",
        ) from error


def _inside(root: Path, path: str) -> Path:
    inside = below(path)
    if inside is None or inside.split("/")[0].casefold() == ".git":
        raise IncompleteError(
            f"{path!r} leads out of the workspace or into its repository, so it is not staged",
            cure="stage it below the workspace, under another name",
        )
    return root / inside


def _git(place: Workspace, *arguments: str) -> None:
    try:
        subprocess.run(
            ["git", *arguments],
            cwd=place.path,
            env=dict(place.environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=_GIT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise IncompleteError(
            f"the workspace got no git repository: {error}", cure="install git 2.28 or newer, or see the message"
        ) from error


def _remove(root: Path) -> None:
    """Delete a folder, also where what ran in it took its own permissions away or made folders without end.

    Each folder's folders are moved beside the root first, so that no path grows and nothing recurs. Links are not
    followed; what cannot be deleted stays.
    """
    names = (root.with_name(f"{root.name}-{number}") for number in itertools.count())
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        with suppress(OSError):
            folder.chmod(stat.S_IRWXU)
            for entry in list(os.scandir(folder)):
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        Path(entry.path).chmod(stat.S_IRWXU)
                        waiting.append(Path(entry.path).rename(next(names)))
                    else:
                        Path(entry.path).unlink()
            folder.rmdir()
