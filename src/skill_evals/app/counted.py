"""Which findings of a pull request count, besides those that its change may have caused."""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum, auto

from skill_evals.app.evolve_config import NAMES as EVOLVE_NAMES
from skill_evals.app.lint import counts
from skill_evals.app.reading import Reading
from skill_evals.errors import UsageError
from skill_evals.lint.engine import INTERNAL_ERROR
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.files import FileTree
from skill_evals.model.lint import LintResult
from skill_evals.skills.globs import chosen_by


class Counting(Enum):
    """Which findings count."""

    CHANGED = auto()
    """Those that the change may have caused."""
    ALL = auto()
    """Those of the whole tree, seen beside the base."""
    ALONE = auto()
    """Those of the tree as it stands, since nobody names a change that they could lie outside of."""


def everywhere(linted: LintResult) -> LintResult:
    """With findings that the change neither touches nor causes. They were made beside the base all the same, so that
    what only a comparison shows is not lost.
    """
    return with_findings(linted, tuple(replace(d, elsewhere=False) for d in linted.diagnostics))


def check_paths(paths: tuple[str, ...], trees: Iterable[FileTree]) -> None:
    """That globs mean something that is there, or was before the change: a slip of the pen is no clean result.

    Raises:
        UsageError: they mean nothing.
    """
    means = chosen_by(paths)
    if paths and not any(means(path) for tree in trees for path in tree.entries):
        raise UsageError(
            f"no file is at {' '.join(paths)}", cure="check the globs of `paths`; they start at the working directory"
        )


def within(
    linted: LintResult, reading: Reading, config: Config, paths: tuple[str, ...]
) -> tuple[LintResult, tuple[str, ...]]:
    """The findings and counts of what globs mean, and what a reviewer must be told. What is said of the configuration,
    or of a rule that failed, is about everything, and stays.
    """
    if not paths:
        return linted, ()
    means, project = chosen_by(paths), reading.project
    about_all = {*config.names, *EVOLVE_NAMES, config.lint.baseline}
    kept = tuple(d for d in linted.diagnostics if means(d.path) or d.path in about_all or d.rule == INTERNAL_ERROR)
    found = with_findings(linted, kept)
    summary = replace(
        found.summary,
        skills=sum(means(skill.path) for skill in project.skills),
        suites=sum(means(one.suite.path) for one in project.suites),
        files=sum(map(means, reading.document_paths())),
        not_checked=sum(means(one.path) for one in project.unchecked),
    )
    left = sum(not d.elsewhere for d in linted.diagnostics) - sum(not d.elsewhere for d in kept)
    words = f"{left} finding{' is' if left == 1 else 's are'} left out by `paths`"
    return replace(found, summary=summary), (words,) if left else ()


def with_findings(linted: LintResult, diagnostics: tuple[Diagnostic, ...]) -> LintResult:
    """With these in place of its own, counted."""
    found = counts(diagnostics)
    summary = replace(
        linted.summary,
        errors=found.errors,
        warnings=found.warnings,
        infos=found.infos,
        elsewhere=found.elsewhere,
    )
    return replace(linted, diagnostics=diagnostics, summary=summary)
