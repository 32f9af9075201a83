"""Which folder is the root: what every path in every output is relative to."""

import os
from collections.abc import Sequence
from pathlib import Path

from skill_evals.dialects.spelling import near
from skill_evals.edges.git import Git, find_repository
from skill_evals.errors import UsageError

_MARKS = (".git", ".claude-plugin/plugin.json", ".claude-plugin/marketplace.json", ".skill-evals.yml")


def find_root(arguments: Sequence[Path], explicit: Path | None = None) -> Path:
    """The root, resolved: ``--root``; else a single folder argument that itself holds ``.git``, a plugin manifest or
    ``.skill-evals.yml``; else the top of the repository that holds the arguments, if it does not ignore them; else
    the folder that is common to the arguments. Without arguments, the current folder is the argument.

    Raises:
        UsageError: ``--root`` is no folder, or an argument does not exist.
    """
    if explicit is not None:
        if not explicit.is_dir():
            raise UsageError(f"--root {explicit} is not a folder", cure="name a folder that exists")
        return explicit.resolve()
    arguments = arguments or (Path(),)
    for argument in arguments:
        if not argument.exists() and not argument.is_symlink():
            raise no_such(argument)
    if len(arguments) == 1 and arguments[0].is_dir() and any((arguments[0] / mark).exists() for mark in _MARKS):
        return arguments[0].resolve()
    folder = _common_folder(arguments)
    top = find_repository(folder)
    if top is None or (folder != top and Git(folder).is_ignored(folder)):
        return folder
    return top


def _common_folder(arguments: Sequence[Path]) -> Path:
    # A file's own link is not followed: it is the folder that holds the name that counts.
    folders = [a.resolve() if a.is_dir() else a.parent.resolve() for a in arguments]
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:
        raise UsageError(
            "the paths lie on different drives", cure="name paths of one tree, or run once for each"
        ) from None


def no_such(path: Path) -> UsageError:
    """Of a path that is not there, with what it may be a slip of."""
    slip = _slip(path)
    hint = f"did you mean {slip}? " if slip is not None else ""
    return UsageError(f"there is no {path}", cure=f"{hint}check the path; it is relative to the current folder")


def _slip(path: Path) -> Path | None:
    """The path with its first name that is not there spelt as one that is; None: nothing is near, or leads on."""
    for index in range(1, len(path.parts) + 1):
        known, name = Path(*path.parts[: index - 1]), path.parts[index - 1]
        if (known / name).exists():
            continue
        try:
            found = near(name, [entry.name for entry in known.iterdir()])
        except OSError:
            return None
        meant = known.joinpath(found[0][1], *path.parts[index:]) if found else None
        return meant if meant is not None and meant.exists() else None
    return None


def relative(root: Path, path: Path) -> str:
    """A path on disk as the tree names it; empty for the root itself."""
    if path.is_symlink() and path.resolve() == root:
        return ""
    # The name itself counts, not what a link points at.
    resolved = path.resolve() if path.is_dir() and not path.is_symlink() else path.parent.resolve() / path.name
    found = resolved.relative_to(root).as_posix()
    return "" if found == "." else found
