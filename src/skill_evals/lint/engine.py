"""Runs the selected rules over a context, and turns what they find into diagnostics.

A rule that raises does not stop the others: it becomes the diagnostic ``internal-error``.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from skill_evals.documents.document import Document
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.overlap import Found, without_overlap
from skill_evals.lint.reading import documents_of
from skill_evals.lint.resolve import Resolver
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import Selection
from skill_evals.lint.silence import Silence
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.light import light
from skill_evals.model.lint import LintResult, LintSummary, RuleTime
from skill_evals.model.position import START
from skill_evals.model.skill import Attribution, Skill

INTERNAL_ERROR = "internal-error"
INTERNAL_CODE = "X001"
ISSUES = "https://github.com/org/skill-evals-action/issues"

Clock = Callable[[], float]
"""Seconds, from any beginning."""

Subject = Document | Attribution | Skill | CommittedResults | Context
"""What a check looks at; the context for a check of the whole project."""

Check = Callable[[Any, Context], Iterable[Fault]]
"""A check of one kind of subject; ``Subjects.for_rule`` brings the two together."""


@light(frozen=True, slots=True, kw_only=True)
class Crash:
    """A rule that raised, where it did first, and what."""

    rule: Rule
    path: str
    error: Exception


@light(frozen=True, slots=True, kw_only=True)
class Heard:
    """What the rules yielded, what failed, and what each cost."""

    found: list[Found]
    crashes: list[Crash]
    times: list[RuleTime]


def run(context: Context, selection: Selection, clock: Clock | None = None) -> LintResult:
    """Every finding of the selected rules, in order of path, line, column and code; with a clock, what each cost."""
    heard = _listen(context, selection, clock)
    silence = Silence.of(context, selection)
    resolver = Resolver.of(context, selection)
    resolved = {
        resolver.diagnostic(item)
        for item in without_overlap(heard.found, context)
        if not silence.covers(item.rule, item.fault)
    }
    spoken = [d for d in resolved if not silence.covers_line(d)]
    diagnostics = sorted([*spoken, *map(_report, heard.crashes)], key=order)
    return LintResult(
        diagnostics=tuple(diagnostics),
        summary=_summary(diagnostics, context),
        crashed=tuple(crash.rule.name for crash in heard.crashes),
        times=tuple(heard.times),
    )


def _listen(context: Context, selection: Selection, clock: Clock | None) -> Heard:
    heard = Heard(found=[], crashes=[], times=[])
    subjects = Subjects.of(context)
    for rule in selection.rules:
        if rule.needs_base and context.base is None:
            continue
        began, before = 0.0 if clock is None else clock(), len(heard.found)
        crash = _apply(rule, subjects.for_rule(rule, context), context, heard.found)
        if clock is not None:
            heard.times.append(RuleTime(rule=rule.name, seconds=clock() - began, found=len(heard.found) - before))
        if crash is not None:
            heard.crashes.append(crash)
    return heard


@light(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What there is to look at, put in groups once, so that no rule pays for the ones it does not speak about."""

    flawed: tuple[Document, ...]
    """Documents that their readers found something wrong with."""
    suites: dict[tuple[str, str], list[Attribution]]
    """By dialect and tier."""

    @staticmethod
    def of(context: Context) -> "Subjects":
        suites: dict[tuple[str, str], list[Attribution]] = {}
        for attribution in context.project.suites:
            suites.setdefault((attribution.suite.dialect, attribution.suite.tier), []).append(attribution)
        return Subjects(flawed=tuple([found for found in documents_of(context) if found.problems]), suites=suites)

    def for_rule(self, rule: Rule, context: Context) -> Iterator[tuple[Check, Iterable[Subject]]]:
        """The rule's check, and each thing that it wants to see."""
        if rule.on_document is not None:
            yield rule.on_document, self.flawed
        if rule.on_suite is not None:
            found = self._suites(rule)
            yield rule.on_suite, {one.suite.path: one for one in found}.values() if rule.whole_file else found
        if rule.on_skill is not None:
            yield rule.on_skill, context.project.skills
        if rule.on_results is not None:
            yield rule.on_results, context.results
        if rule.on_project is not None:
            on_project = rule.on_project
            yield lambda whole, _context: on_project(whole), (context,)

    def _suites(self, rule: Rule) -> list[Attribution]:
        return [
            attribution
            for (dialect, tier), group in self.suites.items()
            if (rule.dialects is None or dialect in rule.dialects) and rule.tier in (None, tier)
            for attribution in group
        ]


def _apply(
    rule: Rule, subjects: Iterable[tuple[Check, Iterable[Subject]]], context: Context, found: list[Found]
) -> Crash | None:
    """Adds what a rule finds; gives its first crash, after which it goes on with its other subjects."""
    first: Crash | None = None
    for check, things in subjects:
        for thing in things:
            try:
                for fault in check(thing, context):
                    found.append(Found(rule=rule, fault=fault))  # noqa: PERF401 -- what came before a crash is kept
            except Exception as error:  # noqa: BLE001 -- whatever a rule raises, the others must go on
                first = first or Crash(rule=rule, path=_path(thing), error=error)
    return first


def _path(subject: Subject) -> str:
    if isinstance(subject, Context):
        return "."
    return subject.suite.path if isinstance(subject, Attribution) else subject.path


def _report(crash: Crash) -> Diagnostic:
    what = f"{type(crash.error).__name__}: {crash.error}"
    return Diagnostic(
        rule=INTERNAL_ERROR,
        code=INTERNAL_CODE,
        severity=Severity.ERROR,
        path=crash.path,
        span=START,
        message=f"the rule `{crash.rule.name}` failed here ({what}), so what it looks for is not checked; this is a "
        f"bug of skill-evals, not of the suite: please report it with this file at {ISSUES}",
    )


def order(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    """By which findings are sorted."""
    span = diagnostic.span
    return diagnostic.path, span.line, span.column, diagnostic.code, diagnostic.message


def _summary(diagnostics: list[Diagnostic], context: Context) -> LintSummary:
    def count(severity: Severity) -> int:
        return sum(d.severity is severity and not d.elsewhere for d in diagnostics)

    return LintSummary(
        errors=count(Severity.ERROR),
        warnings=count(Severity.WARNING),
        infos=count(Severity.INFO),
        elsewhere=sum(d.elsewhere for d in diagnostics),
        skills=len(context.project.skills),
        suites=len(context.project.suites),
        files=len(context.documents),
        not_checked=len(context.project.unchecked),
    )
