"""The linter's findings as SARIF 2.1.0 (OASIS), as code scanning and editors read it.

Every rule of the catalogue is listed, whether it found anything or not. What is suppressed, accepted or lies elsewhere
is left out, as in every other form. Paths are relative to the root, whose place only the reader knows (``%SRCROOT%``).
"""

import json
from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult
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


def sarif(result: LintResult, rules: Sequence[RuleInfo], *, version: str) -> str:
    """One document of one run, ASCII only, with a newline at its end."""
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(result, rules, version)]}
    return json.dumps(document, indent=1) + "\n"


def _run(result: LintResult, rules: Sequence[RuleInfo], version: str) -> dict[str, object]:
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
        "results": _results(found[:MOST], index),
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


def _results(found: Sequence[Diagnostic], index: dict[str, int]) -> list[dict[str, object]]:
    seen: Counter[tuple[str, str]] = Counter()
    results = []
    for diagnostic in found:
        same = (diagnostic.path, diagnostic.fingerprint)
        seen[same] += 1
        results.append(_result(diagnostic, index, f"{diagnostic.fingerprint}:{seen[same]}"))
    return results


def _result(diagnostic: Diagnostic, index: dict[str, int], fingerprint: str) -> dict[str, object]:
    span = diagnostic.span
    return {
        "ruleId": diagnostic.rule,
        "ruleIndex": index[diagnostic.rule],
        "level": LEVELS[diagnostic.severity],
        "message": {"text": message(diagnostic.message)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri(diagnostic.path), "uriBaseId": ROOT},
                    "region": {
                        "startLine": span.line,
                        "startColumn": span.column,
                        "endLine": span.end_line,
                        "endColumn": span.end_column,
                    },
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: fingerprint},
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
