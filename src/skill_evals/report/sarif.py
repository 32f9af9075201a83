"""The linter's findings as SARIF 2.1.0 (OASIS), as code scanning and editors read it.

Every rule of the catalogue is listed, whether it found anything or not. What is suppressed, accepted or lies elsewhere
is left out, as in every other form. Paths are relative to the root, whose place only the reader knows (``%SRCROOT%``).

A finding that has a safe fix carries it (3.55): the regions of one fix lie in the file as it was linted, and do not
touch. Fixes of two findings may, so that a reader who makes several lints again in between.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.fix import DropMark, Fix, Rewrite
from skill_evals.model.lint import LintResult
from skill_evals.model.position import Span
from skill_evals.model.rule import RuleInfo
from skill_evals.report.escape import no_surrogates

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HOME = "https://github.com/org/skill-evals-action"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
ROOT = "%SRCROOT%"
MOST = 25_000
"""Results of a run that code scanning takes; it refuses a file with more."""
FINGERPRINT = "skillEvals/v1"
"""Not ``primaryLocationLineHash``: the upload action computes that one itself and complains of any other value."""

MARK_BYTES = 3
"""The length of UTF-8's byte-order mark. No line and column names it, since it is no part of the text."""

Repairs = Mapping[tuple[str, Fix], Sequence[Rewrite | DropMark]]
"""By the path and the fix of a finding: the stretches of text that are replaced, in order of place."""


def sarif(result: LintResult, rules: Sequence[RuleInfo], *, version: str, repairs: Repairs | None = None) -> str:
    """One document of one run, ASCII only, with a newline at its end."""
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(result, rules, version, repairs or {})]}
    return json.dumps(document, indent=1) + "\n"


def _run(result: LintResult, rules: Sequence[RuleInfo], version: str, repairs: Repairs) -> dict[str, object]:
    index = {rule.name: number for number, rule in enumerate(rules)}
    found = [diagnostic for severity in Severity for diagnostic in result.here(severity)]
    return {
        "tool": {
            "driver": {
                "name": "skill-evals",
                "version": version,
                "semanticVersion": version,
                "informationUri": HOME,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "automationDetails": {"id": "skill-evals/lint/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(result, len(found) - MOST)],
        "results": _results(found[:MOST], index, repairs),
    }


def _rule(rule: RuleInfo) -> dict[str, object]:
    return {
        "id": rule.name,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary.replace("``", "`")},
        "help": {"text": f"{rule.page}\n\n{rule.url}", "markdown": rule.page},
        "helpUri": rule.url,
        "defaultConfiguration": {"enabled": rule.default, "level": LEVELS[rule.severity]},
        "properties": {
            "code": rule.code,
            "precision": "medium" if rule.heuristic else "very-high",
            "tags": ["agent-skills", "evals"],
        },
    }


def _results(found: Sequence[Diagnostic], index: dict[str, int], repairs: Repairs) -> list[dict[str, object]]:
    seen: Counter[tuple[str, str]] = Counter()
    results = []
    for diagnostic in found:
        same = (diagnostic.path, diagnostic.fingerprint)
        seen[same] += 1
        result = _result(diagnostic, index, f"{diagnostic.fingerprint}:{seen[same]}")
        fix = diagnostic.fix
        parts = () if fix is None else repairs.get((diagnostic.path, fix), ())
        results.append({**result, "fixes": [_fix(diagnostic.path, fix.title, parts)]} if fix and parts else result)
    return results


def _result(diagnostic: Diagnostic, index: dict[str, int], fingerprint: str) -> dict[str, object]:
    return {
        "ruleId": diagnostic.rule,
        "ruleIndex": index[diagnostic.rule],
        "level": LEVELS[diagnostic.severity],
        "message": {"text": message(diagnostic.message)},
        "locations": [
            {"physicalLocation": {"artifactLocation": _artifact(diagnostic.path), "region": _region(diagnostic.span)}}
        ],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }


def _fix(path: str, title: str, parts: Sequence[Rewrite | DropMark]) -> dict[str, object]:
    change = {"artifactLocation": _artifact(path), "replacements": [_replacement(part) for part in parts]}
    return {"description": {"text": message(title)}, "artifactChanges": [change]}


def _replacement(part: Rewrite | DropMark) -> dict[str, object]:
    """An empty region is where something is inserted; without ``insertedContent`` something goes (3.57)."""
    if isinstance(part, DropMark):
        return {"deletedRegion": {"byteOffset": 0, "byteLength": MARK_BYTES}}
    region: dict[str, object] = {"deletedRegion": _region(part.span)}
    return {**region, "insertedContent": {"text": part.text}} if part.text else region


def _artifact(path: str) -> dict[str, object]:
    return {"uri": uri(path), "uriBaseId": ROOT}


def _region(span: Span) -> dict[str, object]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def uri(path: str) -> str:
    """A path as a relative reference (RFC 3986): its bytes percent-encoded, also those that are not UTF-8."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")


def message(text: str) -> str:
    """Plain text in which nothing is a link, though a stranger's words may look like one (SARIF 2.1.0, 3.11.6)."""
    return no_surrogates(text).replace("](", "\\](")


def _invocation(result: LintResult, left_out: int) -> dict[str, object]:
    notes = [f"The rule {name} failed, so what it looks for is not checked." for name in result.crashed]
    if left_out > 0:
        notes.append(f"{left_out} findings are left out, since code scanning takes {MOST} of a run.")
    return {
        "executionSuccessful": not result.crashed,
        "toolExecutionNotifications": [{"level": "error", "message": {"text": note}} for note in notes],
    }
