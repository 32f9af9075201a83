"""Trees that exist only in a test, and the real ones of the corpus."""

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path

from skill_evals.documents.document import Document
from skill_evals.documents.read import read_document
from skill_evals.errors import FileUnavailableError
from skill_evals.model.config import Config
from skill_evals.model.files import FileEntry
from skill_evals.model.skill import Project
from skill_evals.skills.discover import discover

SKILL = "---\nname: {name}\ndescription: Sorts {name} by weight.\n---\nText.\n"
TRIGGERS = '{"triggers": [{"query": "sort it", "should_trigger": true}, {"query": "sell it", "should_trigger": false}]}'
SET = '[{"query": "sort it", "should_trigger": true}, {"query": "sell it", "should_trigger": false}]'
EVALS = '{"evals": [{"id": 1, "prompt": "Sort it", "expected_output": "sorted", "expectations": ["It is sorted"]}]}'


class MemoryTree:
    """Texts by path; a path without a text is known by its name only."""

    def __init__(self, texts: Mapping[str, str | None], oid: str | None = None) -> None:
        self._texts = texts
        self._entries = {p: FileEntry(path=p, present=texts[p] is not None, oid=oid) for p in sorted(texts)}

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        return self._entries

    def read(self, path: str) -> bytes:
        text = self._texts.get(path)
        if text is None:
            raise FileUnavailableError(f"{path} is not here")
        return text.encode()


class CorpusTree:
    """A repository of the corpus with the listing of all its paths."""

    def __init__(self, root: Path) -> None:
        self._root = root
        here = {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file() and p.name != ".tree.txt"}
        listed = set((root / ".tree.txt").read_text().splitlines())
        self._entries = {p: FileEntry(path=p, present=p in here) for p in sorted(here | listed)}

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        return self._entries

    def read(self, path: str) -> bytes:
        return (self._root / path).read_bytes()


def reader(tree: MemoryTree | CorpusTree) -> Callable[[str], Document | None]:
    """Documents by path, each read once."""
    read: dict[str, Document | None] = {}

    def document(path: str) -> Document | None:
        if path not in read:
            entry = tree.entries.get(path)
            read[path] = read_document(path, tree.read(path)) if entry is not None and entry.present else None
        return read[path]

    return document


def project_of(
    texts: Mapping[str, str | None], config: Config | None = None, named: frozenset[str] = frozenset()
) -> Project:
    tree = MemoryTree(texts)
    return discover(tree, config or Config(), reader(tree), named)


def skill_at(directory: str) -> dict[str, str | None]:
    name = posixpath.basename(directory) or "rooted"
    return {posixpath.join(directory, "SKILL.md"): SKILL.format(name=name)}
