"""What a finding is about, hashed, so that it can be found again when lines, cases or files have moved.

Hashed are the rule, the case by its id (or by its prompt, where it has none), the keys that lead to the place, and the
text of the first line there. Positions in lists, line numbers, paths, severity and the message's wording are not, so
that an insertion above, a rename or a new version of this tool changes nothing. Two findings that agree in all of it
share a fingerprint and are told apart by counting.
"""

import hashlib
from collections.abc import Callable

from skill_evals.documents.lines import lines_of
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.model.position import Pointer, Span

LENGTH = 16
"""Hexadecimal digits: 64 bits, among the few findings of one rule."""

Fingerprint = Callable[[str, Fault, Span], str]
"""Of a rule's name, what it found, and where that is."""


def fingerprints(context: Context) -> Fingerprint:
    """Hashes the findings of one run; each file's lines and cases are put in order once, and only if it has any."""
    lines: dict[str, list[str]] = {}
    cases: dict[str, dict[Pointer, str]] = {}

    def fingerprint(rule: str, fault: Fault, span: Span) -> str:
        path = fault.path
        if path not in lines:
            document = context.document(path)
            lines[path] = [] if document is None else lines_of(document.text)
            cases[path] = _cases(path, context)
        case, keys = _subject(fault.at, cases[path])
        parts = (rule, case, *keys, _text(lines[path], span))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]

    return fingerprint


def _cases(path: str, context: Context) -> dict[Pointer, str]:
    """What identifies each case of a file, by its place."""
    found: dict[Pointer, str] = {}
    for attribution in context.project.suites:
        suite = attribution.suite
        if suite.path == path:
            found |= {case.at: case.id or case.query for case in suite.triggers}
            found |= {case.at: case.id or case.prompt for case in suite.evals}
    return found


def _subject(at: Pointer, cases: dict[Pointer, str]) -> tuple[str, list[str]]:
    """The case that a place lies in, empty for none, and the keys from there on."""
    start = next((end for end in range(len(at), 0, -1) if at[:end] in cases), 0)
    return cases.get(at[:start], ""), [step for step in at[start:] if isinstance(step, str)]


def _text(lines: list[str], span: Span) -> str:
    if not 1 <= span.line <= len(lines):
        return ""
    end = span.end_column - 1 if span.end_line == span.line else None
    return " ".join(lines[span.line - 1][span.column - 1 : end].split())
