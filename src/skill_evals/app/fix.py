"""``lint --fix``: fixes are made in memory, round by round, and each must make its finding go away.

A round makes the fixes that do not meet, lints the whole tree again, and takes back what did not help. Nothing is
written here; ``write`` puts the outcome on disk.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from posixpath import basename

from skill_evals.app.fix_results import rewritten
from skill_evals.app.lint import Linted, LintRequest, lint
from skill_evals.app.reading import bytes_of
from skill_evals.edges.atomic import write_atomic
from skill_evals.errors import UsageError
from skill_evals.lint.fix import bytes_of as bytes_of_document
from skill_evals.lint.fix import fix_text
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.files import FileEntry, FileTree
from skill_evals.model.fix import Fix

MOST_ROUNDS = 30
"""Each round makes at least every second fix of a file; what is left then is reported as unfixed."""

_Key = tuple[str, str, Fix | None, str]
"""A path, a rule, a fix, and the text that it did not help: of another text it may be tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    path: str
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixing:
    """``linted`` is the tree as it is after the changes; ``fixed`` are the findings whose fixes were made, and
    ``refused`` those whose fixes did not apply or did not help.
    """

    linted: Linted
    changes: tuple[FileChange, ...] = ()
    fixed: tuple[Diagnostic, ...] = ()
    refused: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Overlay:
    """A tree in which some files have other bytes."""

    files: FileTree
    changed: Mapping[str, bytes]

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        entries = self.files.entries
        return {**entries, **{path: replace(entries[path], oid=None) for path in self.changed}}

    def read(self, path: str) -> bytes:
        return self.changed[path] if path in self.changed else self.files.read(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """What a round did to one file."""

    data: bytes
    made: tuple[Diagnostic, ...]
    refused: tuple[Diagnostic, ...]


def fix(request: LintRequest, *, unsafe: bool = False) -> Fixing:
    """Lint a tree, and fix in memory what can be fixed and lies in the request's scope and, with a base, in its change.

    Raises:
        ConfigError: as ``lint``.
    """
    rounds = _Rounds(request, unsafe=unsafe)
    for _ in range(MOST_ROUNDS):
        if not rounds.step():
            break
    return rounds.outcome()


class _Rounds:
    def __init__(self, request: LintRequest, *, unsafe: bool) -> None:
        self._request = request
        self._unsafe = unsafe
        self._linted = lint(request)
        self._before: dict[str, bytes] = {}
        self._now: dict[str, bytes] = {}
        self._seen: set[tuple[str, bytes]] = set()
        self._at_most: dict[str, int] = {}
        self._given_up: set[_Key] = set()
        self._fixed: list[Diagnostic] = []

    def step(self) -> bool:
        """One round; False where nothing is left to try."""
        trials = {path: trial for path, found in self._pending().items() if (trial := self._try(path, found))}
        self._given_up.update(self._key(one) for trial in trials.values() for one in trial.refused)
        moved = {path: trial for path, trial in trials.items() if trial.made}
        if not moved:
            return bool(trials)
        after = self._lint({path: trial.data for path, trial in moved.items()})
        failed = [path for path, trial in moved.items() if not _helped(path, trial, self._linted, after)]
        for path in failed:
            self._take_back(path, moved.pop(path))
        for path, trial in moved.items():
            document = self._linted.reading.document(path)
            if document is not None:
                self._before.setdefault(path, bytes_of_document(document))
            self._now[path] = trial.data
            self._fixed += trial.made
            if path in self._at_most:
                self._at_most[path] *= 2
        self._linted = self._lint({}) if failed else after
        return True

    def outcome(self) -> Fixing:
        changes = (FileChange(path=p, before=self._before[p], after=self._now[p]) for p in sorted(self._now))
        return Fixing(
            linted=self._linted,
            changes=tuple(change for change in changes if change.before != change.after),
            fixed=tuple(self._fixed),
            refused=tuple(one for one in self._linted.result.diagnostics if self._key(one) in self._given_up),
        )

    def _pending(self) -> dict[str, list[Diagnostic]]:
        found: dict[str, list[Diagnostic]] = {}
        for one in self._linted.result.diagnostics:
            wanted = one.fix is not None and (one.fix.safe or self._unsafe) and not one.elsewhere
            if wanted and self._key(one) not in self._given_up:
                found.setdefault(one.path, []).append(one)
        return {path: found[path][: self._at_most.get(path)] for path in found}

    def _try(self, path: str, found: list[Diagnostic]) -> _Trial | None:
        document = self._linted.reading.document(path)
        if document is None:
            return None
        self._seen.add((path, bytes_of_document(document)))
        done = fix_text(document, (one.fix for one in found if one.fix is not None), rewritten)
        made_fixes, refused_fixes = frozenset(done.made), frozenset(done.refused)
        made = tuple(one for one in found if one.fix in made_fixes)
        refused = tuple(one for one in found if one.fix in refused_fixes)
        if (path, done.data) in self._seen:  # two rules that undo one another
            return _Trial(data=done.data, made=(), refused=made + refused)
        return _Trial(data=done.data, made=made, refused=refused)

    def _take_back(self, path: str, trial: _Trial) -> None:
        """One fix among several is to blame: the next round gets half of them, until there is only one."""
        if len(trial.made) > 1:
            self._at_most[path] = len(trial.made) // 2
        else:
            self._given_up.update(self._key(one) for one in trial.made)

    def _key(self, diagnostic: Diagnostic) -> _Key:
        document = self._linted.reading.document(diagnostic.path)
        return diagnostic.path, diagnostic.rule, diagnostic.fix, "" if document is None else document.text

    def _lint(self, more: Mapping[str, bytes]) -> Linted:
        return lint(replace(self._request, files=_Overlay(files=self._request.files, changed={**self._now, **more})))


def _helped(path: str, trial: _Trial, before: Linted, after: Linted) -> bool:
    """Whether as many findings of each rule are gone as were fixed, and the file is read as what it was."""
    dialects = _dialects(before, path)
    if _dialects(after, path) != dialects and not _is_folded(path, trial.data, dialects, after):
        return False
    had, has = _counts(before, path), _counts(after, path)
    return all(has[rule] <= had[rule] - number for rule, number in Counter(d.rule for d in trial.made).items())


def _is_folded(path: str, data: bytes, dialects: set[str], after: Linted) -> bool:
    """Whether a file goes unread because it has become the copy of one that is read (skills/mirrors.py)."""
    twins = [a.suite for a in after.reading.project.suites if basename(a.suite.path) == basename(path)]
    documents = [after.reading.document(suite.path) for suite in twins if suite.dialect in dialects]
    return any(found is not None and bytes_of_document(found) == data for found in documents)


def _counts(linted: Linted, path: str) -> Counter[str]:
    return Counter(d.rule for d in linted.result.diagnostics if d.path == path)


def _dialects(linted: Linted, path: str) -> set[str]:
    return {found.suite.dialect for found in linted.reading.project.suites if found.suite.path == path}


def write(changes: tuple[FileChange, ...], files: FileTree, root: Path) -> Iterator[str]:
    """Write what was changed. Yields, in words, each file that was left alone: it changed meanwhile, or may not be
    written.
    """
    for change in changes:
        if bytes_of(files, change.path) != change.before:
            yield f"{change.path} changed while it was linted, so it was left as it is; run it again"
            continue
        try:
            write_atomic(root / change.path, change.after, beneath=root)
        except UsageError as problem:
            yield f"{problem.message}; {problem.cure}" if problem.cure else problem.message
