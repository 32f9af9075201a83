"""Runs the selected rules over a context, and turns what they find into diagnostics.

A rule that raises does not stop the others: it becomes the diagnostic ``internal-error``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from skill_evals.documents.document import Document
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.overlap import Found, without_overlap
from skill_evals.lint.reading import flawed_documents
from skill_evals.lint.resolve import Resolver
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import Selection
from skill_evals.lint.silence import Silence
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.light import light
from skill_evals.model.lint import LintResult, LintSummary, RuleTime
from skill_evals.model.position import START
from skill_evals.model.scope import Scope
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import Tier

INTERNAL_ERROR = "internal-error"
INTERNAL_CODE = "X001"
ISSUES = "https://github.com/org/skill-evals-action/issues"

Clock = Callable[[], float]
"""Seconds, from any beginning."""

Subject = Document | Attribution | Skill | TriggerGroup | CommittedResults | Context
"""What a check looks at; the context for a check of the whole project."""

Check = Callable[[Any, Context], Iterable[Fault]]
"""A check of one kind of subject; ``_rounds`` brings the two together."""


@light(frozen=True, slots=True, kw_only=True)
class Crash:
    """A rule that raised, where it did first, and what."""

    rule: Rule
    path: str
    error: Exception


@light(frozen=True, slots=True, kw_only=True)
class Heard:
    """What the rules yielded, the first failure of each by its name, and with a clock the seconds that each took."""

    found: list[Found]
    crashes: dict[str, Crash]
    seconds: dict[str, float]


def run(
    context: Context, selection: Selection, clock: Clock | None = None, *, scope: Scope | None = None
) -> LintResult:
    """Every finding of the selected rules, in order of path, line, column and code; with a clock, what each cost.

    With a scope, findings outside it may be missing: what is said of one suite, skill or document alone is not asked
    of those beyond it.
    """
    rules = [rule for rule in selection.rules if context.base is not None or not rule.needs_base]
    heard = _listen(context, rules, clock, scope or Scope())
    crashes = [heard.crashes[rule.name] for rule in rules if rule.name in heard.crashes]
    silence = Silence.of(context, selection)
    resolver = Resolver.of(context, selection)
    resolved = {
        resolver.diagnostic(item)
        for item in without_overlap(heard.found, context)
        if not silence.covers(item.rule, item.fault)
    }
    spoken = [d for d in resolved if not silence.covers_line(d)]
    diagnostics = sorted([*spoken, *map(_report, crashes)], key=order)
    return LintResult(
        diagnostics=tuple(diagnostics),
        summary=_summary(diagnostics, context),
        crashed=tuple(crash.rule.name for crash in crashes),
        times=() if clock is None else _times(heard),
    )


def _listen(context: Context, rules: list[Rule], clock: Clock | None, scope: Scope) -> Heard:
    heard = Heard(found=[], crashes={}, seconds=dict.fromkeys([rule.name for rule in rules], 0.0))
    for subjects, checks in _rounds(context, rules, scope):
        asked = [(rule, check if clock is None else _timed(rule, check, heard, clock)) for rule, check in checks]
        # All rules about one suite before the next suite: its values then lie in the processor's cache.
        for subject in subjects:
            _ask(subject, asked, context, heard)
    return heard


def _rounds(
    context: Context, rules: list[Rule], scope: Scope
) -> Iterator[tuple[Iterable[Subject], list[tuple[Rule, Check]]]]:
    """Subjects of one kind, and the checks that want to see each of them."""
    # Document rules see only what a reader found something wrong with.
    flawed = [found for found in flawed_documents(context) if scope.reaches(found.path)]
    yield flawed, [(rule, rule.on_document) for rule in rules if rule.on_document is not None]
    groups: dict[tuple[str, Tier], list[Attribution]] = {}
    for attribution in context.project.suites:
        if attribution.suite.path in context.vouched.documents or not scope.reaches(attribution.suite.path):
            continue
        groups.setdefault((attribution.suite.dialect, attribution.suite.tier), []).append(attribution)
    for (dialect, tier), group in groups.items():
        about = [rule for rule in rules if rule.on_suite is not None and speaks_about(rule, dialect, tier)]
        yield group, [(rule, rule.on_suite) for rule in about if rule.on_suite is not None and not rule.whole_file]
        files = {one.suite.path: one for one in group}.values()
        yield files, [(rule, rule.on_suite) for rule in about if rule.on_suite is not None and rule.whole_file]
    skills = [skill for skill in context.project.skills if scope.reaches(skill.path)]
    unsaid = [rule for rule in rules if rule.name not in context.vouched.rules]
    yield skills, [(rule, rule.on_skill) for rule in unsaid if rule.on_skill is not None]
    groups_of_triggers = [one for one in context.trigger_groups if one.paths not in context.vouched.groups]
    within = [one for one in groups_of_triggers if any(map(scope.reaches, one.paths))]
    yield within, [(rule, rule.on_group) for rule in rules if rule.on_group is not None]
    results = [one for one in context.results if one.path not in context.vouched.results]
    yield results, [(rule, rule.on_results) for rule in rules if rule.on_results is not None]
    yield (context,), [(rule, of_project(rule.on_project)) for rule in unsaid if rule.on_project is not None]


def speaks_about(rule: Rule, dialect: str, tier: Tier) -> bool:
    """Whether a rule on suites looks at those of a dialect and tier."""
    return (rule.dialects is None or dialect in rule.dialects) and rule.tier in (None, tier)


def of_project(check: Callable[[Context], Iterable[Fault]]) -> Check:
    """A check of the whole project in the form of one of a part of it."""
    return lambda whole, _context: check(whole)


def _timed(rule: Rule, check: Check, heard: Heard, clock: Clock) -> Check:
    def timed(subject: Subject, context: Context) -> Iterator[Fault]:
        began = clock()
        try:
            yield from check(subject, context)
        finally:
            heard.seconds[rule.name] += clock() - began

    return timed


def _ask(subject: Subject, checks: list[tuple[Rule, Check]], context: Context, heard: Heard) -> None:
    for rule, check in checks:
        try:
            for fault in check(subject, context):
                heard.found.append(Found(rule=rule, fault=fault))
        except Exception as error:  # noqa: BLE001 -- whatever a rule raises, the others must go on
            heard.crashes.setdefault(rule.name, Crash(rule=rule, path=_path(subject), error=error))


def _times(heard: Heard) -> tuple[RuleTime, ...]:
    found = Counter([one.rule.name for one in heard.found])
    return tuple(RuleTime(rule=name, seconds=spent, found=found[name]) for name, spent in heard.seconds.items())


def _path(subject: Subject) -> str:
    if isinstance(subject, Context):
        return "."
    if isinstance(subject, TriggerGroup):
        return subject.paths[0]
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
