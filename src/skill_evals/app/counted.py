"""Which findings of a pull request count, besides those that its change may have caused."""

from dataclasses import replace

from skill_evals.app.lint import counts
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.lint import LintResult


def everywhere(linted: LintResult) -> LintResult:
    """With findings that the change neither touches nor causes. They were made beside the base all the same, so that
    what only a comparison shows is not lost.
    """
    return _of(linted, tuple(replace(d, elsewhere=False) for d in linted.diagnostics))


def _of(linted: LintResult, diagnostics: tuple[Diagnostic, ...]) -> LintResult:
    found = counts(diagnostics)
    summary = replace(
        linted.summary,
        errors=found.errors,
        warnings=found.warnings,
        infos=found.infos,
        elsewhere=found.elsewhere,
    )
    return replace(linted, diagnostics=diagnostics, summary=summary)
