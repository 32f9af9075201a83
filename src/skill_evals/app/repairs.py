"""What the safe fixes of a run change of the text, for the reports that carry them along."""

from collections.abc import Iterable

from skill_evals.app.fix_results import rewritten
from skill_evals.app.lint import Linted
from skill_evals.lint.fix import rewrites
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.fix import DropMark, Fix, Rewrite

Repairs = dict[tuple[str, Fix], tuple[Rewrite | DropMark, ...]]
"""By the path and the fix of a finding: the stretches of text that are replaced, in order of place."""


def safe_repairs(linted: Linted) -> Repairs:
    """Of every finding whose fix is safe and which the document takes; the documents are those that were linted."""
    made: Repairs = {}
    for path, fixes in _safe(linted.result.diagnostics).items():
        document = linted.reading.document(path)
        if document is not None:
            made.update({(path, fix): parts for fix, parts in rewrites(document, fixes, rewritten).items()})
    return made


def _safe(diagnostics: Iterable[Diagnostic]) -> dict[str, list[Fix]]:
    found: dict[str, list[Fix]] = {}
    for one in diagnostics:
        if one.fix is not None and one.fix.safe and not one.elsewhere:
            found.setdefault(one.path, []).append(one.fix)
    return found
