"""``lint``: one tree, read; with a base, that one as well; every selected rule; the findings in scope."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from skill_evals.app.reading import Reading, read_tree
from skill_evals.lint.context import Base, Context
from skill_evals.lint.engine import INTERNAL_ERROR, run
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.files import FileTree
from skill_evals.model.lint import LintResult, LintSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which paths are spoken about: everything beneath these; empty: the whole tree."""

    paths: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        return not self.paths or any(path == mine or path.startswith(f"{mine}/") for mine in self.paths)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseSide:
    """The tree at the merge base, and the way from there to the head."""

    files: FileTree
    changes: ChangeSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The tree at the merge base, read."""

    reading: Reading
    changes: ChangeSet


@dataclass(frozen=True, slots=True, kw_only=True)
class LintRequest:
    files: FileTree
    config: Config = field(default_factory=Config)
    scope: Scope = field(default_factory=Scope)
    named: frozenset[str] = field(default_factory=frozenset)
    """Files that are read although they are excluded."""
    base: BaseSide | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    result: LintResult
    reading: Reading


def lint(request: LintRequest) -> Linted:
    """Lint a tree.

    Raises:
        ConfigError: the configuration names a rule that does not exist.
    """
    reading = read_tree(request.files, request.config, named=request.named)
    before = None
    if request.base is not None:
        before = Before(reading=read_tree(request.base.files, request.config), changes=request.base.changes)
    models = request.config.run.models or None
    result = in_scope(lint_reading(reading, request.config, before=before, models=models), reading, request.scope)
    return Linted(result=result, reading=reading)


def lint_reading(
    reading: Reading, config: Config, *, before: Before | None = None, models: tuple[str, ...] | None = None
) -> LintResult:
    """Lint what was read already; ``models`` are those whose results count for freshness, None for all of them."""
    context = Context(
        project=reading.project,
        files=reading.files,
        document=reading.document,
        config=config,
        documents=reading.document_paths(),
        results=reading.results,
        hashes=reading.hashes,
        models=models,
        base=None if before is None else _base(before.reading, before.changes),
    )
    return run(context, select(config.lint, RULES))


def _base(base: Reading, changes: ChangeSet) -> Base:
    documents = {path: found for path in base.document_paths() if (found := base.document(path)) is not None}
    return Base(project=base.project, documents=documents, changes=changes, hashes=base.hashes)


def in_scope(result: LintResult, reading: Reading, scope: Scope) -> LintResult:
    """The findings and the counts of the paths that were asked about; a rule that failed is always told."""
    if not scope.paths:
        return result
    project = reading.project
    kept = tuple(d for d in result.diagnostics if scope.holds(d.path) or d.rule == INTERNAL_ERROR)
    summary = replace(
        _counts(kept),
        skills=sum(scope.holds(skill.path) for skill in project.skills),
        suites=sum(scope.holds(found.suite.path) for found in project.suites),
        files=sum(scope.holds(path) for path in reading.document_paths()),
        not_checked=sum(scope.holds(found.path) for found in project.unchecked),
    )
    return replace(result, diagnostics=kept, summary=summary)


def _counts(diagnostics: tuple[Diagnostic, ...]) -> LintSummary:
    here = [d for d in diagnostics if not d.elsewhere]
    return LintSummary(
        errors=sum(d.severity is Severity.ERROR for d in here),
        warnings=sum(d.severity is Severity.WARNING for d in here),
        infos=sum(d.severity is Severity.INFO for d in here),
        elsewhere=len(diagnostics) - len(here),
    )


def relative(root: Path, path: Path) -> str:
    """A path on disk as the tree names it; empty for the root itself."""
    # The name itself counts, not what a link points at.
    resolved = path.resolve() if path.is_dir() and not path.is_symlink() else path.parent.resolve() / path.name
    found = resolved.relative_to(root).as_posix()
    return "" if found == "." else found
