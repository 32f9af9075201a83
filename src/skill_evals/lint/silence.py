"""Where rules have been asked to be silent: under a path, about a case, or by a comment beside the line."""

import re
from collections.abc import Callable, Mapping

from skill_evals.documents.document import Document, Format
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import Selection
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.regex import regex
from skill_evals.model.suite import EvalCase, Suite, TriggerCase
from skill_evals.skills.globs import glob_matches

MARK = "skill-evals: ignore"
COMMENT = regex(r"(?:#|//|<!--)\s*skill-evals: ignore\[(?P<rules>[^\]]*)\]")
ALONE = regex(r"\s*(?:#|//|<!--)")


@light(frozen=True, slots=True, kw_only=True)
class Silence:
    selection: Selection
    document: Callable[[str], Document | None]
    cases: Mapping[str, tuple[tuple[Pointer, frozenset[str]], ...]]
    """By path: the place of a case, and the rules that are silent about it."""

    @staticmethod
    def of(context: Context, selection: Selection) -> "Silence":
        wanted = {path for path, _ in selection.silent_cases}
        suites = [a.suite for a in context.project.suites if a.suite.path in wanted]
        return Silence(
            selection=selection,
            document=context.document,
            cases={suite.path: _cases(suite, selection) for suite in suites},
        )

    def covers(self, rule: Rule, fault: Fault) -> bool:
        """Whether the configuration silences a rule at this path or about this case."""
        return any(
            rule.name in names and glob_matches(entry.path, fault.path) for entry, names in self.selection.silent_paths
        ) or any(
            rule.name in names and fault.at[: len(place)] == place for place, names in self.cases.get(fault.path, ())
        )

    def covers_line(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment on the finding's line, or alone on the line above it, names its rule or code.

        Only formats with comments have them; in plain JSON a comment is a fault, and the configuration names cases.
        """
        document = self.document(diagnostic.path)
        if document is None or document.format is Format.JSON or MARK not in document.text:
            return False
        lines = document.text.split("\n")
        at = diagnostic.span.line - 1
        here = lines[at] if at < len(lines) else ""
        above = lines[at - 1] if 0 < at <= len(lines) and ALONE.match(lines[at - 1]) else ""
        words = {word.strip() for line in (here, above) for found in COMMENT.finditer(line) for word in _words(found)}
        return not words.isdisjoint((diagnostic.rule, diagnostic.code))


def _words(found: re.Match[str]) -> list[str]:
    return found["rules"].split(",")


def _cases(suite: Suite, selection: Selection) -> tuple[tuple[Pointer, frozenset[str]], ...]:
    cases: list[TriggerCase | EvalCase] = [*suite.triggers, *suite.evals]
    nothing: frozenset[str] = frozenset()
    return tuple(
        (case.at, rules)
        for case in cases
        if (rules := nothing.union(*(selection.silent_cases.get((suite.path, key), ()) for key in _keys(case))))
    )


def _keys(case: TriggerCase | EvalCase) -> set[str]:
    """What a configuration may call a case by."""
    return {case.key} if case.id is None else {case.key, case.id}
