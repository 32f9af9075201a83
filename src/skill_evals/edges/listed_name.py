"""A path as somebody wrote it → as the tree lists it, where the file system takes both for one (macOS, Windows)."""

import os
from collections.abc import Callable, Collection
from pathlib import Path

SameFile = Callable[[str, str], bool]
"""Whether two paths beneath the root are one file or folder."""


def listed_name(name: str, listed: Collection[str], same: SameFile) -> str:
    """The spelling that the listing has of a path, or of a folder that holds listed paths.

    Two spellings can only be one file if they differ in nothing but case and the composition of letters.
    """
    if not name or name in listed or any(path.startswith(f"{name}/") for path in listed):
        return name
    wanted, depth = _folded(name), name.count("/") + 1
    for path in listed:
        start = "/".join(path.split("/", depth)[:depth])
        if _folded(start) == wanted and same(name, start):
            return start
    return name


def same_beneath(root: Path) -> SameFile:
    """Asks the file system; links are not followed."""

    def same(one: str, other: str) -> bool:
        try:
            return os.path.samestat((root / one).lstat(), (root / other).lstat())
        except (OSError, ValueError):
            return False

    return same


def _folded(path: str) -> str:
    # Few runs name a path that the tree does not list.
    from unicodedata import normalize

    return normalize("NFC", path).casefold()
