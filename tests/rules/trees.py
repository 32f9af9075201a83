"""Trees in memory, read by the real readers and discovery, as rules see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from skill_evals.documents.document import Document
from skill_evals.documents.read import read
from skill_evals.errors import FileUnavailableError
from skill_evals.lint.context import Base, Context
from skill_evals.model.changes import Change, ChangeKind, ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.skills.discover import discover


@dataclass(frozen=True, kw_only=True)
class MemoryTree:
    """``links`` maps a path to what it points at; ``listed`` are paths whose bytes are not here."""

    files: Mapping[str, bytes]
    links: Mapping[str, str] = field(default_factory=dict)
    listed: tuple[str, ...] = ()
    untracked: tuple[str, ...] = ()

    @cached_property
    def entries(self) -> Mapping[str, FileEntry]:
        found = {path: FileEntry(path=path, tracked=path not in self.untracked) for path in self.files}
        found |= {path: FileEntry(path=path, kind=FileKind.LINK) for path in self.links}
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


def context_of(tree: MemoryTree, *, base: MemoryTree | None = None, config: Config | None = None) -> Context:
    """What the app would hand to the rules for this tree."""
    config = config or Config()
    known: dict[str, Document | None] = {}

    def document(path: str) -> Document | None:
        if path not in known:
            known[path] = read(path, tree.files[path]) if path in tree.files else None
        return known[path]

    project = discover(tree, document, config)
    looked_at = {a.suite.path for a in project.suites} | {u.path for u in project.unchecked}
    looked_at |= {skill.path for skill in project.skills} | set(project.results) | set(project.benchmarks)
    return Context(
        project=project,
        files=tree,
        document=document,
        config=config,
        documents=tuple(sorted(looked_at)),
        base=None if base is None else base_of(base, tree, config),
    )


def base_of(base: MemoryTree, head: MemoryTree, config: Config) -> Base:
    before = context_of(base, config=config)
    return Base(
        project=before.project,
        documents={path: found for path in before.documents if (found := before.document(path)) is not None},
        changes=ChangeSet(
            base="b" * 40, head="a" * 40, base_reason="made up by a test", dirty=False, changes=changes_of(base, head)
        ),
    )


def changes_of(base: MemoryTree, head: MemoryTree) -> tuple[Change, ...]:
    def kind(path: str) -> ChangeKind:
        if path not in base.files:
            return ChangeKind.ADDED
        return ChangeKind.MODIFIED if path in head.files else ChangeKind.DELETED

    moved = sorted(p for p in base.files.keys() | head.files.keys() if base.files.get(p) != head.files.get(p))
    return tuple(Change(kind=kind(path), path=path, old_path=path) for path in moved)
