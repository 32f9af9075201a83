"""What a case stages: the paths that it lists, and where its dialect's runner looks for them.

evolve (``internal/evalspec``): the path is cleaned, one leading ``evals/`` dropped, the rest lies beside the suite.
eval-magic (``fixtures.rs``): beside the suite, below ``files_root`` where the case has one. skill-creator names the
skill's folder; people also write paths from the suite, from its ``files/`` and from the root of the repository.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping

from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite

_NO_PATH = regex(r"[\n*]|://|\{\{|<[^>]+>")
"""Inline content, patterns, addresses and placeholders, which people also list as files."""


@light(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One entry of a case's ``files``, as authored."""

    case: EvalCase
    text: str
    at: Pointer


def fixtures(suite: Suite) -> Iterator[Fixture]:
    """Every entry that is a text, in authored order."""
    for case in suite.evals if suite.staging else ():
        if not case.files:
            continue
        found = member(suite.dialect, case.fields, "files")
        if found is not None and isinstance(found[1], list):
            for number, text in enumerate(found[1]):
                if isinstance(text, str):
                    yield Fixture(case=case, text=text, at=(*case.at, found[0], number))


def is_path(text: str) -> bool:
    """Whether an entry is meant as the path of a file."""
    return _NO_PATH.search(text) is None


def escapes(attribution: Attribution, fixture: Fixture) -> str | None:
    """How an entry leads out of the place that fixtures come from, in words; None: it does not."""
    text = fixture.text
    if re.match(r"[A-Za-z]:", text):
        return "it begins with a drive letter"
    if "\\" in text:
        return "a backslash separates folders on Windows only; write `/`"
    if text.startswith("/"):
        return "it is absolute, and no other machine has it there"
    if attribution.suite.dialect == EVAL_MAGIC:
        return _refused_by_eval_magic(text.split("/"))
    climbs = beside(text).startswith("..")
    if climbs and (attribution.suite.dialect == EVOLVE or not _within_skill(attribution, text)):
        return "it leads out of the folder that fixtures come from"
    return None


def _refused_by_eval_magic(parts: list[str]) -> str | None:
    if ".." in parts:
        return "`..` stands in it"
    return "it leads into `.git`" if parts[0].lower() == ".git" else None


def beside(text: str) -> str:
    """An entry as evolve reads it, relative to the suite's folder; ``.`` for the folder itself."""
    return posixpath.normpath(text or ".").removeprefix("evals/")


def destination(text: str) -> str:
    """Where evolve stages an entry, relative to the workspace."""
    rel = beside(text)
    return rel.removeprefix("files/") if rel.startswith("files/") else posixpath.basename(rel)


def places(attribution: Attribution, fixture: Fixture) -> tuple[str, ...]:
    """Paths at which the dialect's runner looks for an entry, the first one first; empty text is the root.

    None at all where eval-magic's ``files_root`` is no folder to look in.
    """
    suite = attribution.suite
    folder = posixpath.dirname(suite.path)
    if suite.dialect == EVOLVE:
        return _inside(folder, beside(fixture.text))
    if suite.dialect == EVAL_MAGIC:
        root = fixture.case.fields.get("files_root", ".")
        if not isinstance(root, str) or not root or _refused_by_eval_magic(root.split("/")) is not None:
            return ()
        return _inside(posixpath.join(folder, root), fixture.text)
    return anywhere(attribution, fixture)


def anywhere(attribution: Attribution, fixture: Fixture) -> tuple[str, ...]:
    """Every path at which any tool would look for an entry."""
    folder = posixpath.dirname(attribution.suite.path)
    skill = "" if attribution.skill is None else attribution.skill.directory
    bases = (skill, folder, posixpath.join(folder, "files"), "")
    return tuple(dict.fromkeys(path for base in bases for path in _inside(base, fixture.text)))


def exists(path: str, entries: Mapping[str, FileEntry], folders: frozenset[str]) -> bool:
    """Whether a path is there, as a file or a folder. What lies behind a link or in a submodule may be there."""
    if path in entries or path in folders:
        return True
    above = posixpath.dirname(path)
    while above:
        entry = entries.get(above)
        if entry is not None:
            return entry.kind in (FileKind.LINK, FileKind.SUBMODULE)
        above = posixpath.dirname(above)
    return False


def folders_of(entries: Mapping[str, FileEntry]) -> frozenset[str]:
    """Every folder that the files of a tree imply."""
    found: set[str] = set()
    for path in entries:
        above = posixpath.dirname(path)
        while above and above not in found:
            found.add(above)
            above = posixpath.dirname(above)
    return frozenset(found)


def leads_out(entry: FileEntry) -> bool:
    """Whether a link is known to point out of the tree."""
    if entry.target is None:
        return False
    target = posixpath.normpath(posixpath.join(posixpath.dirname(entry.path), entry.target))
    return target.startswith(("/", ".."))


def _inside(base: str, text: str) -> tuple[str, ...]:
    path = posixpath.normpath(posixpath.join(base, text) or ".")
    if path.startswith(("..", "/")):
        return ()
    return ("" if path == "." else path,)


def _within_skill(attribution: Attribution, text: str) -> bool:
    if attribution.skill is None:
        return False
    home = attribution.skill.directory
    path = posixpath.normpath(posixpath.join(posixpath.dirname(attribution.suite.path), text))
    return not path.startswith("..") and (not home or path.startswith(f"{home}/"))
