"""A tree of files as the pure stages see it: a listing, and bytes on request."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from skill_evals.model.light import light


class FileKind(StrEnum):
    REGULAR = "regular"
    EXECUTABLE = "executable"
    LINK = "link"
    SUBMODULE = "submodule"

    is_file: bool
    """Whether the entry is a plain file, with or without its executable bit."""

    def __init__(self, value: str) -> None:
        # Kept with the member, since it is asked some ten times about each file of a tree.
        self.is_file = value in {"regular", "executable"}


@light(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """One path of a tree. Paths are relative to the root, with ``/``; bytes that are not UTF-8 are kept as surrogates
    (``os.fsdecode``).
    """

    path: str
    kind: FileKind = FileKind.REGULAR
    present: bool = True
    """False where only the name is known (a tree listing): existence may be judged, content may not."""
    tracked: bool = True
    oid: str | None = None
    """git's object id of the content, where it is known for free."""
    target: str | None = None
    """Of a link, what it points at, as it stands in the link; None: no link, or not known."""


class FileTree(Protocol):
    """A working tree, a git revision, or a tree made up by a test."""

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        """Every file, link and submodule by path, sorted; folders are implied."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of a regular file, without following links.

        Raises:
            FileUnavailableError: no such path, not a regular file, or only its name is known here.
        """
        ...
