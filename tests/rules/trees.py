"""Trees in memory, read by the real readers and discovery, as rules see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from skill_evals.app.lint import Before, lint_reading
from skill_evals.app.reading import read_tree
from skill_evals.errors import FileUnavailableError
from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.model.lint import LintResult


@dataclass(frozen=True, kw_only=True)
class MemoryTree:
    """``links`` maps a path to what it points at, None if that is not known; ``listed`` are paths whose bytes are not here."""

    files: Mapping[str, bytes]
    links: Mapping[str, str | None] = field(default_factory=dict)
    listed: tuple[str, ...] = ()
    untracked: tuple[str, ...] = ()

    @cached_property
    def entries(self) -> Mapping[str, FileEntry]:
        found = {path: FileEntry(path=path, tracked=path not in self.untracked) for path in self.files}
        found |= {path: FileEntry(path=path, kind=FileKind.LINK, target=to) for path, to in self.links.items()}
        found |= {path: FileEntry(path=path, present=False) for path in self.listed}
        return dict(sorted(found.items()))

    def read(self, path: str) -> bytes:
        if path not in self.files:
            raise FileUnavailableError(f"{path} has no bytes here")
        return self.files[path]


def tree_of(folder: Path, **more: Any) -> MemoryTree:
    """The files and links below a folder."""
    inside = sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    return MemoryTree(
        files={p.relative_to(folder).as_posix(): p.read_bytes() for p in inside if not p.is_symlink()},
        links={p.relative_to(folder).as_posix(): str(p.readlink()) for p in inside if p.is_symlink()},
        **more,
    )


def lint_tree(
    tree: MemoryTree,
    *,
    base: MemoryTree | None = None,
    config: Config | None = None,
    models: tuple[str, ...] | None = None,
) -> LintResult:
    """What ``skill-evals lint`` finds in the tree."""
    config = config or Config()
    before = None
    if base is not None:
        changes = ChangeSet(
            base="b" * 40, head="a" * 40, base_reason="made up by a test", dirty=False, changes=changes_of(base, tree)
        )
        before = Before(reading=read_tree(base, config), changes=changes)
    return lint_reading(read_tree(tree, config), config, before=before, models=models)


def changes_of(base: MemoryTree, head: MemoryTree) -> tuple[Change, ...]:
    def kind(path: str) -> ChangeKind:
        if path not in base.files:
            return ChangeKind.ADDED
        return ChangeKind.MODIFIED if path in head.files else ChangeKind.DELETED

    moved = sorted(p for p in base.files.keys() | head.files.keys() if base.files.get(p) != head.files.get(p))
    return tuple(Change(kind=kind(path), path=path, old_path=path) for path in moved)
