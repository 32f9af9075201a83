"""Mirrored trees: the same skill under ``skills/``, ``.agents/skills/`` and ``plugins/…`` is one skill."""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from skill_evals.documents.document import Document
from skill_evals.model.files import FileEntry

SameBytes = Callable[[str, str], bool]


def same_bytes(entries: Mapping[str, FileEntry], document: Callable[[str], Document | None]) -> SameBytes:
    """Whether two files hold the same: by git's object ids where both are known, else by their text."""

    def same(one: str, other: str) -> bool:
        left, right = entries.get(one), entries.get(other)
        if left is None or right is None:
            return False
        if left.oid is not None and right.oid is not None:
            return left.oid == right.oid
        first, second = document(one), document(other)
        return first is not None and second is not None and first.text == second.text

    return same


def fold(skill_files: Iterable[str], candidates: Iterable[str], same: SameBytes) -> dict[str, str]:
    """Folders of copies → the folder that each is folded into.

    A copy has the same folder name, the same ``SKILL.md``, and no suite that differs from the original's. The original
    is the one with the most suites, then the one that is not hidden, then the one nearest to the root.
    """
    twins: defaultdict[str, list[str]] = defaultdict(list)
    for path in skill_files:
        directory = path.rpartition("/")[0]
        if directory:
            twins[directory.rpartition("/")[2]].append(directory)
    groups = [group for group in twins.values() if len(group) > 1]
    if not groups:
        return {}
    suites = _suites_by_skill({directory for group in groups for directory in group}, candidates)
    folded: dict[str, str] = {}
    for group in groups:
        originals: list[str] = []
        for directory in sorted(group, key=lambda d: (-len(suites[d]), "/." in f"/{d}", d.count("/"), d.split("/"))):
            original = next((o for o in originals if _is_copy(directory, o, suites, same)), None)
            if original is None:
                originals.append(directory)
            else:
                folded[directory] = original
    return folded


def _suites_by_skill(directories: set[str], candidates: Iterable[str]) -> defaultdict[str, list[str]]:
    """Suites by the skill that they lie in, or beside as evolve has it; each relative to the skill's folder."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in candidates:
        folder = posixpath.dirname(path)
        above, _, name = folder.rpartition("/")
        while folder and folder not in directories:
            folder = posixpath.dirname(folder)
        beside = posixpath.join(posixpath.dirname(above), "skills", name)
        if folder:
            found[folder].append(path[len(folder) + 1 :])
        elif posixpath.basename(above) == "evals" and beside in directories:
            found[beside].append(f"../../evals/{name}/{posixpath.basename(path)}")
    return found


def _is_copy(copy: str, original: str, suites: Mapping[str, list[str]], same: SameBytes) -> bool:
    return all(same(twin(copy, name), twin(original, name)) for name in ("SKILL.md", *suites[copy]))


def twin(directory: str, name: str) -> str:
    """The path of a skill's file, or of one that lies beside it, in a copy of the skill."""
    return posixpath.normpath(f"{directory}/{name}")
