"""The linter's findings for people: a line a finding, the source line under it with a caret, and a sum."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from unicodedata import combining, east_asian_width

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.light import field, light
from skill_evals.model.lint import LintResult
from skill_evals.model.skill import Project
from skill_evals.report.escape import terminal
from skill_evals.report.lint_tables import statistics

Source = Callable[[str, int], str | None]
"""The text of a line (1-based) of a file, without its end; None where there is none."""

WIDTH = 100
"""Characters of a source line that are shown around a finding, where the terminal is not narrower."""
_LEAST = 20
_BESIDE = 7
"""Columns of such a line besides its number and its text: two spaces, a bar between spaces, two ellipses."""
RESET = "\x1b[0m"
LINK = "\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"
"""A hyperlink of a terminal (OSC 8)."""
COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.INFO: "\x1b[1;36m"}


@light(frozen=True, slots=True, kw_only=True)
class Look:
    """How the report looks: ``links`` are the pages of rules by name, for terminals that can follow them."""

    colour: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    statistics: bool = False
    columns: int | None = None
    """Of the terminal; None: there is none."""


PLAIN = Look()


def lint_text(result: LintResult, *, source: Source, project: Project | None = None, look: Look = PLAIN) -> str:
    """The whole report. With a project it opens with what was read, as what, and why (``--verbose``)."""
    lines = [] if project is None else list(_seen(project))
    here = [diagnostic for diagnostic in result.diagnostics if not diagnostic.elsewhere]
    for _, group in groupby(here, key=lambda diagnostic: diagnostic.path):
        for diagnostic in group:
            lines += _finding(diagnostic, source, look)
        lines.append("")
    if look.statistics and here:
        lines += [*statistics(result), ""]
    lines += _sum(result)
    return "".join(f"{line}\n" for line in lines)


def _finding(diagnostic: Diagnostic, source: Source, look: Look) -> Iterator[str]:
    span = diagnostic.span
    severity = diagnostic.severity.value
    if look.colour:
        severity = f"{COLOURS[diagnostic.severity]}{severity}{RESET}"
    rule = diagnostic.rule
    if rule in look.links:
        rule = LINK.format(url=look.links[rule], text=rule)
    place = f"{terminal(diagnostic.path)}:{span.line}:{span.column}"
    fix = _fix_mark(diagnostic)
    yield f"{place}: {severity} {rule} [{diagnostic.code}] {terminal(diagnostic.message)}{fix}"
    text = source(diagnostic.path, span.line)
    if text is None or not text.strip():
        return
    last = span.end_column if span.end_line == span.line else len(text) + 1
    number = str(span.line)
    room = WIDTH if look.columns is None else max(_LEAST, min(WIDTH, look.columns - len(number) - _BESIDE))
    shown, before, marked = _window(text, span.column - 1, max(last, span.column + 1) - 1, room)
    yield f"  {number} | {shown}"
    yield f"  {' ' * len(number)} | {' ' * before}{'^' * max(marked, 1)}"


def _fix_mark(diagnostic: Diagnostic) -> str:
    if diagnostic.fix is not None and not diagnostic.fix.safe:
        return " (fixable with --unsafe-fixes)"
    return " (fixable)" if diagnostic.fixable else ""


def _window(text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """What is shown of a line, how many cells stand before the marked part, and how many it takes.

    ``start`` and ``end`` are 0-based offsets into the text; what is longer than ``room`` is cut on both sides.
    """
    first = max(0, start - room // 3) if len(text) > room else 0
    cut = text[first : first + room]
    head = "…" if first else ""
    tail = "…" if first + room < len(text) else ""
    before = _plain(cut[: max(start - first, 0)])
    marked = _plain(cut[max(start - first, 0) : max(end - first, 0)])
    rest = _plain(cut[max(end - first, 0) :])
    return head + before + marked + rest + tail, len(head) + _cells(before), _cells(marked)


def _plain(text: str) -> str:
    return terminal(text.replace("\t", " "))


def _cells(text: str) -> int:
    """Columns of a terminal that a text takes."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _seen(project: Project) -> Iterator[str]:
    yield f"layout: {project.layout}; {_many(len(project.skills), 'skill')}"
    for attribution in project.suites:
        suite = attribution.suite
        about = "no skill" if attribution.skill is None else attribution.skill.name
        count = _many(len(suite.triggers) + len(suite.evals), "case")
        yield (
            f"{terminal(suite.path)}: {suite.dialect}, {suite.tier.value}, {count}, about {terminal(about)}: "
            f"{terminal(suite.reason)}; {terminal(attribution.reason)}"
        )
    for unchecked in project.unchecked:
        yield f"{terminal(unchecked.path)}: not checked, {terminal(unchecked.shape)}: {terminal(unchecked.reason)}"
    yield ""


def _sum(result: LintResult) -> Iterator[str]:
    summary = result.summary
    yield (
        f"{_many(summary.errors, 'error')}, {_many(summary.warnings, 'warning')}, {_many(summary.infos, 'info')} in "
        f"{_many(summary.suites, 'suite')} and {_many(summary.skills, 'skill')} ({_many(summary.files, 'file')} read)"
    )
    if summary.not_checked:
        yield f"{_many(summary.not_checked, 'file')} not checked, of shapes not supported (`--verbose` says which)"
    if summary.elsewhere:
        yield f"{_many(summary.elsewhere, 'finding')} elsewhere, which this change neither touches nor causes"
    if summary.accepted:
        yield f"{_many(summary.accepted, 'finding')} accepted by the baseline file (`--no-baseline` shows them)"
    if summary.accepted_later:
        number = summary.accepted_later
        yield f"{_many(number, 'finding')} above that new entries of the baseline file accept only after the merge"
    if result.crashed:
        yield f"incomplete: {', '.join(result.crashed)} failed; see `internal-error` above"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
