"""``lint``: one tree, read; with a base, that one as well; every selected rule; the findings in scope."""

from typing import TYPE_CHECKING

from skill_evals.app.configuration import load_config
from skill_evals.app.evolve_config import NAMES as EVOLVE_NAMES
from skill_evals.app.evolve_config import with_evolve
from skill_evals.app.reading import Reading, read_tree
from skill_evals.errors import ConfigError
from skill_evals.lint.context import Base, Context, Vouched
from skill_evals.lint.engine import INTERNAL_ERROR, Clock, run
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.files import FileTree
from skill_evals.model.light import field, light, replace
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.scope import Scope

if TYPE_CHECKING:  # only a lint with a base has changes
    from skill_evals.model.changes import ChangeSet


@light(frozen=True, slots=True, kw_only=True)
class BaseSide:
    """The tree at the merge base, and the way from there to the head."""

    files: FileTree
    changes: "ChangeSet"


@light(frozen=True, slots=True, kw_only=True)
class Before:
    """The tree at the merge base, read."""

    reading: Reading
    changes: "ChangeSet"


@light(frozen=True, slots=True, kw_only=True)
class LintRequest:
    files: FileTree
    config: Config = field(default_factory=Config)
    scope: Scope = field(default_factory=Scope)
    named: frozenset[str] = field(default_factory=frozenset)
    """Files that are read although they are excluded."""
    base: BaseSide | None = None
    clock: Clock | None = None
    """With one, the result says what each rule cost."""
    accepts: bool = True
    """Whether the baseline file counts."""
    in_two: bool = False
    """Whether a large tree may be read by two processes: no other thread runs, and a copy of this one can be made."""


@light(frozen=True, slots=True, kw_only=True)
class Linted:
    """``found`` is what the rules say; ``result`` is that without what the baseline file accepts."""

    result: LintResult
    reading: Reading
    found: LintResult


def lint(request: LintRequest) -> Linted:
    """Lint a tree.

    Raises:
        ConfigError: the configuration names a rule that does not exist, or the baseline file cannot be used.
    """
    reading, vouched = _read(request)
    before = None
    if request.base is not None:
        before = Before(reading=read_tree(request.base.files, request.config), changes=request.base.changes)
    models = request.config.run.models or None
    every = found_in(
        reading, request.config, before=before, models=models, clock=request.clock, scope=request.scope, vouched=vouched
    )
    found = in_scope(every, reading, request.scope)
    result = found
    if request.accepts:
        result = without_accepted(found, reading, request.config, scope=request.scope, before=before)
    return Linted(result=result, reading=reading, found=found)


def _read(request: LintRequest) -> tuple[Reading, Vouched]:
    """The tree, and what rules were asked about already and are silent of."""
    if request.base is not None or request.clock is not None or request.scope.paths:
        return read_tree(request.files, request.config, named=request.named), Vouched()
    from skill_evals.app.large_tree import read_large

    selection = select(request.config.lint, RULES)
    return read_large(request.files, request.config, request.named, selection, in_two=request.in_two)


def lint_reading(
    reading: Reading, config: Config, *, before: Before | None = None, models: tuple[str, ...] | None = None
) -> LintResult:
    """Lint what was read already; ``models`` are those whose results count for freshness, None for all of them.

    Raises:
        ConfigError: as ``lint``.
    """
    found = found_in(reading, config, before=before, models=models)
    return without_accepted(found, reading, config, scope=Scope(), before=before)


def without_accepted(
    found: LintResult, reading: Reading, config: Config, *, scope: Scope, before: Before | None
) -> LintResult:
    """What is left of a run's findings when those that the tree's baseline file accepts are taken out.

    Raises:
        ConfigError: the baseline file cannot be used.
    """
    if config.lint.baseline not in reading.files.entries:
        return found
    # Most trees have no baseline, and need not pay for what reads one.
    from skill_evals.app.baseline import standing

    base = None if before is None else (before.reading.files, before.changes)
    return standing(found, reading.files, config, scope=scope, base=base).judged().result


def found_in(  # noqa: PLR0913  (what is linted, and how; all but two named)
    reading: Reading,
    config: Config,
    *,
    before: Before | None = None,
    models: tuple[str, ...] | None = None,
    clock: Clock | None = None,
    scope: Scope | None = None,
    vouched: Vouched | None = None,
) -> LintResult:
    """As ``lint_reading``, before anything is accepted; with a scope, findings outside it may be missing."""
    base = None if before is None else _base(before, config)
    context = Context(
        project=reading.project,
        files=reading.files,
        document=reading.document,
        config=config,
        documents=reading.document_paths(),
        results=reading.results,
        hashes=reading.hashes,
        models=models,
        base=base,
        own=_policy(reading, base.changes, config.names) if base is not None else None,
        benchmarks=reading.benchmarks,
        vouched=vouched or Vouched(),
    )
    return run(context, select(config.lint, RULES), clock, scope=scope)


def _base(before: Before, config: Config) -> Base:
    base = before.reading
    documents = {path: found for path in base.document_paths() if (found := base.document(path)) is not None}
    return Base(
        project=base.project,
        documents=documents,
        changes=before.changes,
        hashes=base.hashes,
        results=base.results,
        config=_policy(base, before.changes, config.names),
        baseline=base.document(config.lint.baseline),
    )


def _policy(reading: Reading, changes: "ChangeSet", names: tuple[str, ...]) -> Config | None:
    """The configuration of one side, where the change touches one; None also where it cannot be used."""
    if not any(changes.touches(name) for name in (*names, *EVOLVE_NAMES)):
        return None
    try:
        return with_evolve(load_config(reading.files, names) or Config(), reading.files)
    except ConfigError:
        return None  # the rule says that nothing was compared


def in_scope(result: LintResult, reading: Reading, scope: Scope) -> LintResult:
    """The findings and the counts of the paths that were asked about; a rule that failed is always told."""
    if not scope.paths:
        return result
    project = reading.project
    kept = tuple(d for d in result.diagnostics if scope.concerns(d) or d.rule == INTERNAL_ERROR)
    summary = replace(
        counts(kept),
        skills=sum(scope.holds(skill.path) for skill in project.skills),
        suites=sum(scope.holds(found.suite.path) for found in project.suites),
        files=sum(scope.holds(path) for path in reading.document_paths()),
        not_checked=sum(scope.holds(found.path) for found in project.unchecked),
    )
    return replace(result, diagnostics=kept, summary=summary)


def counts(diagnostics: tuple[Diagnostic, ...]) -> LintSummary:
    """How many there are of each severity, and elsewhere; the rest is left at none."""
    here = [d for d in diagnostics if not d.elsewhere]
    return LintSummary(
        errors=sum(d.severity is Severity.ERROR for d in here),
        warnings=sum(d.severity is Severity.WARNING for d in here),
        infos=sum(d.severity is Severity.INFO for d in here),
        elsewhere=len(diagnostics) - len(here),
    )
