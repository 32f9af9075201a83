"""The part of a tree's listing that lies beneath a folder."""

from bisect import bisect_left
from collections.abc import Iterator

from skill_evals.model.files import FileTree


def beneath(files: FileTree, top: str) -> Iterator[str]:
    """Paths that begin with ``top``: a folder with its final ``/``; empty: all. The listing is sorted."""
    paths = list(files.entries)
    for place in range(bisect_left(paths, top), len(paths)):
        if not paths[place].startswith(top):
            return
        yield paths[place]
