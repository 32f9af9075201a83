"""What git says changed, as Changes: from a commit to another, or to the working tree with its untracked files."""

from collections.abc import Iterator
from itertools import islice

from skill_evals.edges.git import Git, decode_path
from skill_evals.edges.listing import Folders, kind_of_mode
from skill_evals.errors import UsageError
from skill_evals.model.changes import Change, ChangeKind
from skill_evals.model.files import FileKind

_ABSENT = b"000000"
_KINDS = {
    "A": ChangeKind.ADDED,
    "C": ChangeKind.ADDED,
    "D": ChangeKind.DELETED,
    "R": ChangeKind.RENAMED,
    "T": ChangeKind.RETYPED,
}


def read_changes(git: Git, base: str, head: str | None = None) -> tuple[Change, ...]:
    """Sorted by path. ``head`` None means the working tree, untracked files included. Renames are followed as git
    does by default: at least half of the content is the same.

    Raises:
        UsageError: git cannot compare them.
    """
    changes = {change.path: change for change in parse_raw_diff(git.raw_diff(base, head))}
    if head is None:
        folders = Folders(git.root)
        for path in git.untracked():
            change = _untracked(path, folders)
            if change is not None:
                changes[change.path] = _joined(changes.get(change.path), change)
    return tuple(changes[path] for path in sorted(changes))


def parse_raw_diff(raw: bytes) -> Iterator[Change]:
    """``:<old mode> <new mode> <old id> <new id> <status>`` NUL path NUL, for renames a second path (git-diff).

    Raises:
        UsageError: it is cut off, or something else than git wrote it.
    """
    fields = iter(raw.split(b"\0"))
    for head in fields:
        if not head:
            return
        parts = head.split(b" ")
        letter = parts[-1][:1].decode("ascii", "replace")
        count = 2 if letter in ("R", "C") else 1
        paths = [decode_path(path) for path in islice(fields, count) if path]
        if len(parts) != 5 or len(paths) < count:
            raise UsageError("git's list of changes cannot be read", cure="run git diff by hand and see what it says")
        yield _change(letter, parts[1], paths)


def _change(letter: str, mode: bytes, paths: list[str]) -> Change:
    return Change(
        kind=_KINDS.get(letter, ChangeKind.MODIFIED),
        path=paths[-1],
        old_path=paths[-1] if letter == "C" else paths[0],
        file_kind=None if mode == _ABSENT else kind_of_mode(mode),
    )


def _untracked(path: str, folders: Folders) -> Change | None:
    nested = path.endswith("/")
    path = path.removesuffix("/")
    kind = FileKind.SUBMODULE if nested else folders.kind(path)
    return None if kind is None else Change(kind=ChangeKind.ADDED, path=path, old_path=path, file_kind=kind)


def _joined(tracked: Change | None, untracked: Change) -> Change:
    """A path that is gone from the index and still lies on disk was modified, not deleted and added."""
    if tracked is None or tracked.kind is not ChangeKind.DELETED:
        return untracked
    return Change(kind=ChangeKind.MODIFIED, path=untracked.path, old_path=untracked.path, file_kind=untracked.file_kind)
