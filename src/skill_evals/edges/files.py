"""The working tree as a FileTree: what lies on disk now, never through a link."""

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from skill_evals.edges.lfs import refuse_lfs_pointer
from skill_evals.edges.listed_name import listed_name, same_beneath
from skill_evals.edges.listing import Folders, Meanwhile, list_tree
from skill_evals.errors import FileUnavailableError
from skill_evals.model.files import FileEntry, FileKind

MOST_BYTES = 64 * 1024 * 1024
"""The longest file that is read, in bytes; readers of documents have tighter bounds of their own."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_KIND_WORDS = {
    FileKind.LINK: "a symbolic link, which is not followed",
    FileKind.SUBMODULE: "a submodule or a nested repository",
}


class WorkingTree:
    """Every path beneath ``root`` that git does not ignore; without a repository, every path.

    ``named`` are paths that somebody asked for by name: files among them are listed although git ignores them.
    ``listing`` names further paths that exist and whose bytes are not here (edges/tree_listing.py). The listing is
    taken once, when the tree is made. Folders are checked once for being real folders, so nothing else may be
    rearranging the tree meanwhile.
    """

    def __init__(
        self,
        root: Path,
        *,
        listing: Iterable[str] = (),
        named: Iterable[str] = (),
        most_bytes: int = MOST_BYTES,
        meanwhile: Meanwhile | None = None,
    ) -> None:
        """``meanwhile`` is done while git lists the tree.

        Raises:
            UsageError: the tree cannot be listed.
        """
        self.root = root.resolve()
        self._home = f"{self.root}/"
        self._most_bytes = most_bytes
        self._folders = Folders(self.root)
        found = list_tree(self.root, self._folders, meanwhile)
        self.named = tuple(listed_name(path, found, same_beneath(self.root)) for path in named)
        """The named paths, as the tree spells them."""
        asked = (self._folders.entry(path, tracked=False) for path in self.named if path not in found)
        found |= {entry.path: entry for entry in asked if entry is not None}
        for path in listing:
            found.setdefault(path, FileEntry(path=path, present=False))
        self._entries = {path: found[path] for path in sorted(found)}

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        """Every file, link and submodule by path, sorted."""
        return self._entries

    def read(self, path: str) -> bytes:
        """The bytes of a regular file.

        Raises:
            FileUnavailableError: no such path, no regular file, behind a link, only known by name, longer than
                the bound, or an LFS pointer.
        """
        entry = self._entries.get(path)
        if entry is None:
            raise FileUnavailableError(
                f"there is no file {path}", cure="check its name, and that git does not ignore it"
            )
        if not entry.present:
            raise FileUnavailableError(
                f"only the name of {path} is known here", cure="check the file out to have it read"
            )
        if not entry.kind.is_file:
            raise FileUnavailableError(f"{path} is {_KIND_WORDS[entry.kind]}", cure="put the file itself there")
        if not self._folders.is_real(path.rpartition("/")[0]):
            raise FileUnavailableError(f"{path} lies behind a link", cure="put the file itself there")
        try:
            data = self._read_regular(path)
        except OSError as error:
            raise FileUnavailableError(
                f"{path} cannot be read: {error.strerror}", cure="check its permissions"
            ) from error
        refuse_lfs_pointer(path, data)
        return data

    def _read_regular(self, path: str) -> bytes:
        handle = os.open(self._home + path, _FLAGS)
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                raise FileUnavailableError(f"{path} is not a regular file any more", cure="run it again")
            if found.st_size > self._most_bytes:
                raise FileUnavailableError(
                    f"{path} has {found.st_size:,} bytes; at most {self._most_bytes:,} are read",
                    cure="make it smaller",
                )
            return _read_whole(handle, found.st_size, self._most_bytes)
        finally:
            os.close(handle)


def _read_whole(handle: int, expected: int, most_bytes: int) -> bytes:
    """One read where the file keeps the size that it had; more where it grows, up to the bound."""
    data = os.read(handle, expected + 1)
    if len(data) == expected:
        return data
    parts, total = [data], len(data)
    while data and total <= most_bytes:
        data = os.read(handle, 1 << 20)
        parts.append(data)
        total += len(data)
    return b"".join(parts)
