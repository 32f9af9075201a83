"""What is told once in place of once a case or a suite; the same in the comment and on the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from skill_evals.model.comparison import CaseClass, CaseComparison, Comparison, FamilyComparison
from skill_evals.report import family_words, words
from skill_evals.report.culprit_words import culprits
from skill_evals.report.markdown import flat

FEW = 6
"""Suites that need no table of all that moved."""
OUTSIDE = "This says nothing about the pull request: the model, its account or the network failed. Run the job again."
_ALIKE = 3
"""From so many errored cases on that tell the same they share a row."""
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The suites of a comparison, each kind the worst first."""

    blank: tuple[FamilyComparison, ...]
    """Nothing was measured of them."""
    moved: tuple[FamilyComparison, ...]
    """A case of theirs has to be seen."""
    quiet: tuple[FamilyComparison, ...]


def by_what_is_known(comparison: Comparison) -> Known:
    families = words.worst_first(comparison)
    blank = [one for one in families if family_words.is_blank(one)]
    rest = [one for one in families if not family_words.is_blank(one)]
    return Known(
        blank=tuple(blank),
        moved=tuple(one for one in rest if words.moved(one)),
        quiet=tuple(one for one in rest if not words.moved(one)),
    )


def alike_unmeasured(families: Sequence[FamilyComparison]) -> list[tuple[str, list[FamilyComparison]]]:
    """Those that share why nothing was measured of them, with the reason in words."""
    found = [(notes, list(group)) for notes, group in groupby(sorted(families, key=_why), key=_why)]
    return [("; ".join(notes) or words.OUTCOME[alike[0].outcome], alike) for notes, alike in found]


def _why(family: FamilyComparison) -> tuple[str, ...]:
    """Its notes without the last, which counts its cases, where there are others."""
    return family.notes[:-1] or family.notes


def named(families: Sequence[FamilyComparison]) -> str:
    r"""Such as ``\`a\` triggers, \`b\` triggers and 4 more suites on \`acme/one\```."""
    shown = [f"`{flat(one.skill)}` {words.TIER[one.tier]}" for one in families[:_NAMED]]
    shown += [words.plural(len(families) - _NAMED, "more suite")] if len(families) > _NAMED else []
    models = ", ".join(f"`{flat(model)}`" for model in sorted({one.model for one in families}))
    return f"{' and '.join(filter(None, (', '.join(shown[:-1]), shown[-1])))} on {models}"


def alike_errored(cases: Sequence[CaseComparison]) -> list[list[CaseComparison]]:
    """Each by itself, but for errored ones that tell the same: one cap or outage is told once."""
    groups: dict[object, list[CaseComparison]] = {}
    for case in cases:
        key = (case.note, case.reasons) if case.case_class is CaseClass.ERRORED else case.id
        groups.setdefault(key, []).append(case)
    parts = ([group] if len(group) >= _ALIKE else [[one] for one in group] for group in groups.values())
    return [part for found in parts for part in found]


def what_moved(family: FamilyComparison) -> str:
    """Such as ``3 broken, 1 fixed; with its own description reverted, 3 of 3 broken cases pass again``."""
    counted = {one: sum(case.case_class is one for case in words.moved(family)) for one in words.MOVED}
    told = ", ".join(f"{number} {words.failing(one)}" for one, number in counted.items() if number)
    return "; ".join(filter(None, (told, culprits(family))))
