"""Which paths a work tree holds: git is asked where there is a repository, else the folders are walked."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from skill_evals.edges.copied import Copy, possible
from skill_evals.edges.git import Git, decode_path, find_repository
from skill_evals.errors import UsageError
from skill_evals.model.files import FileEntry, FileKind

_ARGUMENTS = ("ls-files", "-z", "-t", "--stage", "--cached", "--others", "--exclude-standard")
_UNTRACKED = "?"
_SKIP_WORKTREE = "S"
_SUBMODULE_MODE = b"160000"
_LINK_MODE = b"120000"
_SUBMODULE = _SUBMODULE_MODE.decode()
_FORM = 0o170000
"""The bits of a mode that say what a path is."""
_FORM_AND_BIT = _FORM | stat.S_IXUSR
_REGULAR = FileKind.REGULAR

LARGE_INDEX = 64 * 1024
"""Bytes of git's index, of some 100 a file, from which on a copy of this process pays that asks git and looks at each
path while this one loads modules: it costs 2 ms, and 1,000 paths take 8.
"""


Meanwhile: TypeAlias = Iterator[Callable[[], None]]
"""What is done while git works: the first in any case, each further one as long as there is something to wait for."""


def list_tree(root: Path, folders: "Folders", meanwhile: Meanwhile | None = None) -> dict[str, FileEntry]:
    """Every file, link and submodule beneath a folder by path, not sorted; at most one git process where git lists
    anything. Ignored files are left out, files in the index that are gone from disk as well. What a sparse checkout
    left out is listed with ``present=False``. ``meanwhile`` is done while git works, if it does; where it is given, no
    other thread runs.

    Raises:
        UsageError: git refuses to list the repository, or the folder cannot be read.
    """
    repository = find_repository(root)
    if repository is None:
        return _walk(root)
    if meanwhile is not None and possible() and _index_size(repository) >= LARGE_INDEX:
        with Copy(0, lambda _, say: say(_tell(_by_git(root, repository, folders, None), folders))) as copy:
            next(meanwhile)()
            while not copy.is_ready() and (further := next(meanwhile, None)) is not None:
                further()
            told = next(copy.hear(), None)
        if told is not None:
            return _hear(told, folders)
    return _by_git(root, repository, folders, None if meanwhile is None else next(meanwhile, None))


def _index_size(repository: Path) -> int:
    try:
        return (repository / ".git" / "index").stat().st_size
    except OSError:
        return 0  # a work tree or a submodule has its index elsewhere


def _tell(found: dict[str, FileEntry], folders: "Folders") -> tuple[Any, ...]:
    """A listing as plain values: most paths are regular files that git knows."""
    plain, others = [], []
    for path, entry in found.items():
        if entry.kind is _REGULAR and entry.present and entry.tracked:
            plain.append(path)
        else:
            others.append((path, entry.kind.value, entry.present, entry.tracked, entry.target))
    return plain, others, folders.real


def _hear(told: tuple[Any, ...], folders: "Folders") -> dict[str, FileEntry]:
    plain, others, real = told
    folders.real.update(real)
    found = {path: FileEntry(path=path) for path in plain}
    for path, kind, present, tracked, target in others:
        found[path] = FileEntry(path=path, kind=FileKind(kind), present=present, tracked=tracked, target=target)
    return found


def _by_git(
    root: Path, repository: Path, folders: "Folders", meanwhile: Callable[[], None] | None
) -> dict[str, FileEntry]:
    git = Git(root)
    code, out = git.run(*_ARGUMENTS, ok=(0, 128), meanwhile=meanwhile)
    if code == 128 or (not out and repository != git.root and git.is_ignored(git.root)):
        # A ``.git`` that is no repository (a submodule's file without its target), or a folder that git looks away
        # from: nothing is listed there, and nothing must not mean "nothing to check".
        return _walk(root)
    records = decode_path(out).split("\0")
    return {entry.path: entry for record in records if record and (entry := _entry(record, folders))}


def _entry(record: str, folders: "Folders") -> FileEntry | None:
    """One record of ``ls-files -t --stage``: ``? path`` or ``H mode oid stage TAB path``. An unmerged path comes once
    a stage, and the last one stands.
    """
    if record[0] == _UNTRACKED:
        path = record[2:]
        if path.endswith("/"):
            return FileEntry(path=path[:-1], kind=FileKind.SUBMODULE, tracked=False)
        return folders.entry(path, tracked=False)
    head, _, path = record.partition("\t")
    mode = head[2:8]
    if mode == _SUBMODULE:
        return FileEntry(path=path, kind=FileKind.SUBMODULE)
    found = folders.entry(path)
    if found is None and record[0] == _SKIP_WORKTREE:
        return FileEntry(path=path, kind=kind_of_mode(mode.encode()), present=False)
    return found


def kind_of_mode(mode: bytes) -> FileKind:
    """The kind that git's octal mode stands for."""
    if mode == _LINK_MODE:
        return FileKind.LINK
    if mode == _SUBMODULE_MODE:
        return FileKind.SUBMODULE
    return FileKind.EXECUTABLE if mode == b"100755" else FileKind.REGULAR


class Folders:
    """Answers what a path is without following any link, and remembers the folders that it has found to be real."""

    def __init__(self, root: Path) -> None:
        self._home = f"{root}/"
        self.real: dict[str, bool] = {"": True}

    def kind(self, path: str) -> FileKind | None:
        """None: it is not there, lies behind a link, or is a folder, a pipe, a socket or a device."""
        folder = path.rpartition("/")[0]
        if not (self.real.get(folder) or self.is_real(folder)):
            return None
        try:
            mode = os.lstat(self._home + path).st_mode
        except (OSError, ValueError):
            return None
        return _REGULAR if mode & _FORM_AND_BIT == stat.S_IFREG else _kind_on_disk(mode)

    def entry(self, path: str, *, tracked: bool = True) -> FileEntry | None:
        """The path as an entry of the tree; None as for ``kind``."""
        kind = self.kind(path)
        if kind is _REGULAR:
            return FileEntry(path=path, tracked=tracked)
        if kind is None:
            return None
        target = _read_target(self._home + path) if kind is FileKind.LINK else None
        return FileEntry(path=path, kind=kind, tracked=tracked, target=target)

    def is_real(self, folder: str) -> bool:
        """Whether a folder, and every folder above it up to the root, is a folder and not a link to one."""
        known = self.real.get(folder)
        if known is None:
            known = self.is_real(folder.rpartition("/")[0]) and self._is_folder(folder)
            self.real[folder] = known
        return known

    def _is_folder(self, folder: str) -> bool:
        try:
            return stat.S_ISDIR(os.lstat(self._home + folder).st_mode)
        except (OSError, ValueError):
            return False


def _kind_on_disk(mode: int) -> FileKind | None:
    form = mode & _FORM
    if form == stat.S_IFREG:
        return FileKind.EXECUTABLE if mode & stat.S_IXUSR else FileKind.REGULAR
    return FileKind.LINK if form == stat.S_IFLNK else None


def _read_target(link: str) -> str | None:
    """What a link points at, as it stands in it; None where it cannot be read."""
    try:
        target = os.readlink(link)  # noqa: PTH115 -- a Path would lose a leading ./ and double slashes
    except OSError:
        return None
    return target if os.sep == "/" else target.replace(os.sep, "/")


def _walk(root: Path) -> dict[str, FileEntry]:
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder", cure="name a folder that exists")
    return {entry.path: entry for entry in _walk_folder(str(root), "")}


def _walk_folder(folder: str, prefix: str) -> Iterator[FileEntry]:
    try:
        found = os.scandir(folder)
    except OSError as error:
        raise UsageError(
            f"the folder {folder} cannot be read: {error.strerror}", cure="check its permissions, or exclude it"
        ) from error
    with found:
        for item in found:
            if item.name == ".git":
                continue
            if item.is_dir(follow_symlinks=False):
                yield from _walk_folder(item.path, f"{prefix}{item.name}/")
                continue
            kind = _kind_on_disk(item.stat(follow_symlinks=False).st_mode)
            if kind is not None:
                target = _read_target(item.path) if kind is FileKind.LINK else None
                yield FileEntry(path=prefix + item.name, kind=kind, target=target)
