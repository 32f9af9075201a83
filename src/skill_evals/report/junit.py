"""The linter's findings as JUnit XML, as CI servers show it.

A test suite a file, a test case a finding; a file in which nothing is wrong is one test case that passes, and one that
is not checked is one that is skipped. Findings that do not fail the run pass too and carry their message as output. A
rule that failed itself is an error, not a failure. No standard describes the format; this keeps to the elements and
attributes that the readers of Jenkins and GitLab share.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult
from skill_evals.report.escape import terminal

NAME = "skill-evals lint"
INTERNAL_ERROR = "internal-error"
"""What a rule that failed itself is reported as."""
NO_CHARACTERS = re.compile("[\ufffe\uffff]")
"""What XML 1.0 forbids besides the controls and surrogates, which are made visible anyway."""
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}
"""The attribute that counts each outcome; what has none passed."""


def junit(
    result: LintResult,
    *,
    read: Iterable[str] = (),
    unchecked: Mapping[str, str] | None = None,
    failing: Collection[Severity] = (Severity.ERROR,),
) -> str:
    """One document with a newline at its end.

    ``read`` are the paths of the suites, ``unchecked`` those of shapes that are not checked and why; ``failing`` are
    the severities that fail the run.
    """
    unchecked = unchecked or {}
    top = Element("testsuites", name=NAME)
    by_path: dict[str, list[Diagnostic]] = {path: [] for path in sorted({*read, *unchecked})}
    for diagnostic in result.diagnostics:
        if not diagnostic.elsewhere:
            by_path.setdefault(diagnostic.path, []).append(diagnostic)
    for path, found in sorted(by_path.items()):
        suite = SubElement(top, "testsuite", name=text(path))
        suite.extend(_case(path, diagnostic, failing) for diagnostic in found)
        if path in unchecked:
            suite.append(_skipped(path, unchecked[path]))
        elif not found:
            suite.append(_new_case(path, "nothing is wrong"))
    for suite in top:
        _count(suite, [suite])
    _count(top, top)
    indent(top, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(top, encoding="unicode") + "\n"


def text(value: str) -> str:
    """One visible line that XML can hold."""
    return NO_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", terminal(value))


def _new_case(path: str, name: str) -> Element:
    return Element("testcase", classname=text(path), name=text(name))


def _case(path: str, diagnostic: Diagnostic, failing: Collection[Severity]) -> Element:
    span = diagnostic.span
    case = _new_case(path, f"{diagnostic.rule} ({diagnostic.code}) at {span.line}:{span.column}")
    where = text(f"{path}:{span.line}:{span.column}: {diagnostic.severity.value}: {diagnostic.message}")
    if diagnostic.rule == INTERNAL_ERROR or diagnostic.severity in failing:
        kind = "error" if diagnostic.rule == INTERNAL_ERROR else "failure"
        outcome = SubElement(case, kind, type=diagnostic.severity.value, message=text(diagnostic.message))
        outcome.text = where
    else:
        SubElement(case, "system-out").text = where
    return case


def _skipped(path: str, reason: str) -> Element:
    case = _new_case(path, "not checked")
    SubElement(case, "skipped", message=text(reason))
    return case


def _count(element: Element, suites: Iterable[Element]) -> None:
    cases = [case for suite in suites for case in suite]
    element.set("tests", str(len(cases)))
    for name, kind in COUNTED.items():
        element.set(name, str(sum(case.find(kind) is not None for case in cases)))
