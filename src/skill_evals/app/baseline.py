"""The baseline file of a tree: read on both sides of a change, judged against what was found, and written anew."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from skill_evals.app.configuration import load_config
from skill_evals.documents.read import read_document
from skill_evals.errors import ConfigError, FileUnavailableError
from skill_evals.lint.accept import Judged, Terms, judge
from skill_evals.lint.baseline import Baseline, Entry, Key, parse_baseline, write_baseline
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.lint import LintResult
from skill_evals.model.scope import Scope

KNOWN = frozenset(rule.name for rule in RULES)
PASSING = frozenset(rule.name for rule in RULES if rule.needs_base)
"""These rules speak of a change, so what they find is gone when it is merged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a run found before anything was accepted, and what it knows of the baseline file.

    ``there`` says whether the file exists; without one nothing is accepted.
    """

    found: LintResult
    baseline: Baseline
    there: bool
    terms: Terms

    def judged(self) -> Judged:
        return judge(self.found, self.baseline, self.terms)

    def rewritten(self, *, grow: bool) -> tuple["Standing", str]:
        """The baseline without what is gone, and its text; with ``grow``, or where there was none, with all that was
        found.
        """
        before = self.judged()
        entries = before.kept
        if grow or not self.there:
            entries = _joined((*before.kept, *before.fresh))
        baseline = Baseline(path=self.baseline.path, entries=entries)
        return replace(self, baseline=baseline, there=True), write_baseline(entries)


def _joined(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    found: dict[Key, Entry] = {}
    for entry in entries:
        before = found.get(entry.key)
        found[entry.key] = entry if before is None else replace(before, count=before.count + entry.count)
    return tuple(found.values())


def read_baseline(files: FileTree, path: str) -> Baseline | None:
    """The baseline file of a tree; None where it holds none.

    Raises:
        ConfigError: it cannot be read, or not as one.
    """
    if path not in files.entries:
        return None
    try:
        data = files.read(path)
    except FileUnavailableError as error:
        raise ConfigError(f"{path}: {error.message}", cure="make it a regular file inside the repository") from None
    return parse_baseline(read_document(path, data))


def standing(
    found: LintResult,
    files: FileTree,
    config: Config,
    *,
    scope: Scope,
    base: tuple[FileTree, ChangeSet] | None = None,
) -> Standing:
    """What a run found, before the baseline file of its tree.

    In a change the base's file decides: entries that the change adds accept nothing before the merge.

    Raises:
        ConfigError: a baseline file that cannot be read.
    """
    path = config.lint.baseline
    baseline = read_baseline(files, path)
    terms = _terms(files, config, scope)
    if base is not None and baseline is not None:
        before, changes = base
        terms = replace(
            terms,
            trusted=_by_new_name(_of_base(before, config), changes),
            changed=frozenset(name for change in changes.changes for name in (change.path, change.old_path)),
        )
    return Standing(found=found, baseline=baseline or Baseline(path=path), there=baseline is not None, terms=terms)


def _terms(files: FileTree, config: Config, scope: Scope) -> Terms:
    """An entry is judged if its path is in scope and its rule ran, or is no rule at all."""
    ran = frozenset(rule.name for rule in select(config.lint, RULES).rules)
    return Terms(
        judged=lambda entry: scope.holds(entry.path) and (entry.rule in ran or entry.rule not in KNOWN),
        exists=lambda path: path in files.entries,
        passing=PASSING,
    )


def _of_base(files: FileTree, own: Config) -> Baseline | None:
    """The base's baseline file, where the base's configuration says it is."""
    try:
        config = load_config(files, own.names)
    except ConfigError:
        config = None
    return read_baseline(files, (config or own).lint.baseline)


def _by_new_name(baseline: Baseline | None, changes: ChangeSet) -> Mapping[Key, int]:
    if baseline is None:
        return {}
    names = {change.old_path: change.path for change in changes.changes}
    found: dict[Key, int] = {}
    for entry in baseline.entries:
        key = (names.get(entry.path, entry.path), entry.rule, entry.fingerprint)
        found[key] = found.get(key, 0) + entry.count
    return found
