"""``lint -``: a document that stands on no disk yet, seen at its place in the repository that it will lie in."""

from collections.abc import Mapping
from pathlib import Path

from skill_evals.app.configuration import load_config
from skill_evals.app.place import Place
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.root import find_root, relative
from skill_evals.errors import UsageError
from skill_evals.model.files import FileEntry, FileKind, FileTree


class WithDocument:
    """A tree in which one file has the bytes that were given, whether it is there already or not."""

    def __init__(self, files: FileTree, path: str, data: bytes) -> None:
        before = files.entries.get(path)
        kind = before.kind if before is not None and before.kind.is_file else FileKind.REGULAR
        entry = FileEntry(path=path, kind=kind, tracked=before is not None and before.tracked)
        self._files, self._path, self._data = files, path, data
        self._entries = dict(sorted({**files.entries, path: entry}.items()))

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        return self._entries

    def read(self, path: str) -> bytes:
        return self._data if path == self._path else self._files.read(path)


def place_of_document(path: Path, data: bytes, *, root: Path | None = None) -> Place:
    """The repository around a path, with this document there. The path need not exist, nor the folders above it.

    Raises:
        UsageError: the path is a folder, or lies outside the root.
        ConfigError: a configuration that cannot be used, be it the document itself.
    """
    if path.is_dir():
        raise UsageError(f"--stdin-filename {path} is a folder", cure="name the file that the document is of")
    folder = find_root([_nearest(path)], root)
    try:
        name = relative(folder, path)
    except ValueError:
        raise UsageError(
            f"--stdin-filename {path} lies outside the root {folder}", cure="name a path beneath it, or another --root"
        ) from None
    tree = WorkingTree(folder, named=[name])
    (name,) = tree.named
    files = WithDocument(tree, name, data)
    return Place(root=folder, files=files, own=load_config(files), paths=(name,))


def _nearest(path: Path) -> Path:
    """The innermost folder around a path that is there."""
    return next(folder for folder in path.absolute().parents if folder.is_dir())
