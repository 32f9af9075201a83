"""Findings against the baseline file: which are accepted, which entries are gone, and what the file may shrink to."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from skill_evals.lint.baseline import Baseline, Entry, Key
from skill_evals.lint.engine import INTERNAL_ERROR, order
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.light import light, replace
from skill_evals.model.lint import LintResult

NAME = "baseline"
CODE = "X002"


@light(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a run may say of the baseline.

    ``judged`` tells whether the run looked at what an entry speaks of; ``exists`` whether a path is in the tree;
    ``passing`` names the rules whose findings are never accepted. In a change, ``trusted`` is what the base's baseline
    accepts, by the names that files have now, and ``changed`` its paths.
    """

    judged: Callable[[Entry], bool]
    exists: Callable[[str], bool]
    passing: frozenset[str] = frozenset()
    trusted: Mapping[Key, int] | None = None
    changed: frozenset[str] | None = None


@light(frozen=True, slots=True, kw_only=True)
class Judged:
    """``result`` is without what is accepted and with a finding for each entry that is gone; ``kept`` is what the file
    may shrink to; ``fresh`` is what it would have to grow by for nothing to be left.
    """

    result: LintResult
    kept: tuple[Entry, ...]
    fresh: tuple[Entry, ...]


def judge(result: LintResult, baseline: Baseline, terms: Terms) -> Judged:
    """A file that was renamed keeps its entries: those of a path that is no longer there go to what they fit."""
    found = Counter(_key(d) for d in result.diagnostics if _acceptable(d, terms))
    spent, kept, gone = _match(found, baseline, terms)
    trusted = spent if terms.trusted is None else {key: min(n, terms.trusted.get(key, 0)) for key, n in spent.items()}
    left, accepted = _parted(result.diagnostics, trusted, terms)
    _, later = _parted(left, {key: number - trusted[key] for key, number in spent.items()}, terms)
    diagnostics = sorted([*left, *(_gone(entry, number, baseline, terms) for entry, number in gone)], key=order)
    return Judged(
        result=_counted(
            result, diagnostics, accepted=len(accepted), later=sum(not diagnostic.elsewhere for diagnostic in later)
        ),
        kept=kept,
        fresh=tuple(
            Entry(path=key[0], rule=key[1], fingerprint=key[2], count=number - spent.get(key, 0))
            for key, number in found.items()
            if number > spent.get(key, 0)
        ),
    )


def _match(
    found: Mapping[Key, int], baseline: Baseline, terms: Terms
) -> tuple[dict[Key, int], tuple[Entry, ...], list[tuple[Entry, int]]]:
    """How many findings of a kind the entries cover, the entries that remain, and those that cover too few."""
    spent = {entry.key: min(entry.count, found[entry.key]) for entry in baseline.entries if entry.key in found}
    kept: list[Entry] = []
    gone: list[tuple[Entry, int]] = []
    for entry in baseline.entries:
        left = entry.count - spent.get(entry.key, 0)
        if not terms.exists(entry.path):
            left -= _follow(entry, left, found, spent)
        if left and terms.judged(entry):
            gone.append((entry, left))
        elif left:
            kept.append(replace(entry, count=left))
    kept += [Entry(path=key[0], rule=key[1], fingerprint=key[2], count=number) for key, number in spent.items()]
    return spent, tuple(kept), gone


def _follow(entry: Entry, number: int, found: Mapping[Key, int], spent: dict[Key, int]) -> int:
    """Spends up to ``number`` findings of another path that are what the entry accepts; says how many there were."""
    moved = 0
    for key, there in found.items():
        if key[1:] == entry.key[1:] and moved < number:
            more = min(number - moved, there - spent.get(key, 0))
            if more:
                spent[key] = spent.get(key, 0) + more
            moved += more
    return moved


def _parted(
    diagnostics: Iterable[Diagnostic], covered: Mapping[Key, int], terms: Terms
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is left, and what is covered, so many of a kind."""
    left: list[Diagnostic] = []
    accepted: list[Diagnostic] = []
    room = dict(covered)
    for diagnostic in diagnostics:
        key = _key(diagnostic)
        if _acceptable(diagnostic, terms) and room.get(key, 0):
            room[key] -= 1
            accepted.append(diagnostic)
        else:
            left.append(diagnostic)
    return left, accepted


def _acceptable(diagnostic: Diagnostic, terms: Terms) -> bool:
    """Information fails nothing and says what was not checked; a failure of this tool is nobody's to accept."""
    return (
        diagnostic.severity is not Severity.INFO
        and diagnostic.rule != INTERNAL_ERROR
        and diagnostic.rule not in terms.passing
    )


def _key(diagnostic: Diagnostic) -> Key:
    return diagnostic.path, diagnostic.rule, diagnostic.fingerprint


def _gone(entry: Entry, number: int, baseline: Baseline, terms: Terms) -> Diagnostic:
    many = "a finding" if number == 1 else f"{number} findings"
    return Diagnostic(
        rule=NAME,
        code=CODE,
        severity=Severity.ERROR,
        path=baseline.path,
        span=entry.span,
        message=f"{many} of `{entry.rule}` in `{entry.path}` that this entry accepts can no longer be found; left here "
        "it would accept a new one like it: `skill-evals lint --write-baseline` removes what is gone and adds nothing",
        elsewhere=terms.changed is not None and terms.changed.isdisjoint((baseline.path, entry.path)),
        fingerprint=entry.fingerprint,
    )


def _counted(result: LintResult, diagnostics: list[Diagnostic], *, accepted: int, later: int) -> LintResult:
    def count(severity: Severity) -> int:
        return sum(d.severity is severity and not d.elsewhere for d in diagnostics)

    summary = replace(
        result.summary,
        errors=count(Severity.ERROR),
        warnings=count(Severity.WARNING),
        infos=count(Severity.INFO),
        elsewhere=sum(d.elsewhere for d in diagnostics),
        accepted=accepted,
        accepted_later=later,
    )
    return replace(result, diagnostics=tuple(diagnostics), summary=summary)
