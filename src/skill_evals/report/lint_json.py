"""The linter's findings as JSON, version 1 (schemas/lint-output.schema.json describes it)."""

import json

from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.lint import LintResult, LintSummary

VERSION = 1


def lint_json(result: LintResult) -> str:
    """One document, ASCII only, with a newline at its end."""
    return json.dumps(lint_object(result), indent=2) + "\n"


def lint_object(result: LintResult) -> dict[str, object]:
    """The same, for documents that hold it as a part."""
    return {
        "version": VERSION,
        "summary": _summary(result.summary),
        "diagnostics": [_member(diagnostic) for diagnostic in result.diagnostics if not diagnostic.elsewhere],
    }


def _summary(summary: LintSummary) -> dict[str, int]:
    counts = {
        "errors": summary.errors,
        "warnings": summary.warnings,
        "infos": summary.infos,
        "elsewhere": summary.elsewhere,
        "skills": summary.skills,
        "suites": summary.suites,
        "files": summary.files,
        "not_checked": summary.not_checked,
    }
    # Only where a baseline file accepts something.
    return counts | ({"accepted": summary.accepted} if summary.accepted else {})


def _member(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "rule": diagnostic.rule,
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "path": diagnostic.path,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "end_line": diagnostic.span.end_line,
        "end_column": diagnostic.span.end_column,
        "message": diagnostic.message,
        "suite": diagnostic.suite,
        "fixable": diagnostic.fixable,
    }
