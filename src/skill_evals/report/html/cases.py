"""Families and their cases: what moved with its evidence, then all of them, folded."""

from collections.abc import Sequence

from skill_evals.model.comparison import CaseComparison, Comparison, ComparisonOutcome, FamilyComparison, Turn
from skill_evals.report import family_words, words
from skill_evals.report.culprit_words import culprits, inquiry
from skill_evals.report.grouping import (
    FEW,
    OUTSIDE,
    alike_errored,
    alike_unmeasured,
    by_what_is_known,
    named,
    what_moved,
)
from skill_evals.report.html.markup import Markup, Part, code, fold, items, joined, table, tag, ticked
from skill_evals.report.settle_words import settling
from skill_evals.report.turns import again, replay_command


def families(comparison: Comparison, replay: tuple[str, ...]) -> Markup:
    known = by_what_is_known(comparison)
    parts: list[Part] = [_blank(why, alike) for why, alike in alike_unmeasured(known.blank)]
    if len(known.moved) > FEW:
        parts += [_overview(known.moved)]
        parts += [fold(_title(one), *_told(one, replay)) for one in known.moved]
    else:
        parts += [joined((tag("h2", _title(one)), *_told(one, replay))) for one in known.moved]
    if known.quiet:
        number = words.plural(len(known.quiet), "suite")
        is_compared = all(one.base is not None for one in known.quiet)
        title = f"Nothing moved in {number}" if is_compared else f"{number} without a case that has to be seen"
        parts.append(fold(title, *(joined((tag("h3", _title(one)), *_told(one, replay))) for one in known.quiet)))
    return joined(parts)


def _blank(why: str, alike: Sequence[FamilyComparison]) -> Markup:
    outside = tag("p", OUTSIDE) if alike[0].outcome is ComparisonOutcome.INVALID else ""
    told = tag("p", tag("strong", "Nothing was measured of "), ticked(named(alike)), ": ", ticked(why), ".")
    return joined((told, outside, *(fold(_title(one), *_all(one)) for one in alike)))


def _overview(moved: Sequence[FamilyComparison]) -> Markup:
    rows = ((_title(one), family_words.outcome_of(one), ticked(what_moved(one))) for one in moved)
    return joined(
        (tag("h2", f"{words.plural(len(moved), 'suite')} moved"), table(("suite", "", "what happened"), rows))
    )


def _title(family: FamilyComparison) -> Markup:
    return joined((code(family.skill), f" {words.TIER[family.tier]}, ", code(family.model)))


def _told(family: FamilyComparison, replay: tuple[str, ...]) -> list[Part]:
    moved = words.moved(family)
    whose = culprits(family)
    parts: list[Part] = [tag("p", family_words.whole_outcome(family))]
    if whose is not None:
        parts.append(tag("p", tag("strong", "Whose doing: "), ticked(whose)))
    if moved:
        rows = (_row(alike, family) for alike in alike_errored(moved))
        parts.append(table(("case", "base → head", "what happened"), rows))
        parts += [_evidence(case, family, replay) for case in moved if case.turns]
    lines = (family_words.use_line(family), family_words.lift_line(family), *family.notes)
    return [*parts, items(ticked(line) for line in lines if line is not None), *_all(family)]


def _row(alike: Sequence[CaseComparison], family: FamilyComparison) -> Sequence[Part]:
    case = alike[0]
    happened: list[Part] = [words.case_words(case, family)]
    if case.activated_instead:
        happened += ["; ", code(case.activated_instead), " was called instead"]
    settles = settling(case, family)
    happened += [f"; {more}" for more in (case.note, settles) if more]
    reasons = [joined((Markup("<br>"), ticked(reason))) for reason in case.reasons]
    names = joined(tag("div", _name(one)) for one in alike)
    return names, _stages(case) if len(alike) == 1 else "", joined((*happened, *reasons))


def _name(case: CaseComparison) -> Markup:
    return joined((code(case.id), " ", tag("span", words.expectation(case), kind="dim")))


def _stages(case: CaseComparison) -> Markup:
    """Screening's counts of both arms, and below them the fresh ones."""
    lines = [tag("div", f"{words.counts(case.base)} → {words.counts(case.head)}")]
    if case.base_fresh is not None or case.head_fresh is not None:
        lines.append(tag("div", f"fresh {words.counts(case.base_fresh)} → {words.counts(case.head_fresh)}"))
    return joined(lines)


def _evidence(case: CaseComparison, family: FamilyComparison, replay: tuple[str, ...]) -> Markup:
    parts: list[Part] = [part for turn in case.turns for part in _turn(turn)]
    if case.reverted:
        parts.append(tag("p", tag("strong", "Whose doing: "), ticked(inquiry(case))))
    command = replay_command(case, family, replay)
    if command:
        parts += [tag("p", f"{again(replay)}:"), tag("pre", command)]
    return fold(joined(("What decided ", code(case.id))), *parts)


def _turn(turn: Turn) -> list[Part]:
    called = joined(code(name) for name in turn.activated) if turn.activated else "no skill"
    did: list[Part] = [tag("strong", f"{turn.arm.capitalize()}: "), "called ", called]
    if turn.called:
        did += ["; tools: ", ", ".join(turn.called[:8])]
    if turn.said:
        did.append(f"; said “{turn.said}”")
    parts: list[Part] = [tag("p", *did)]
    if turn.description:
        role = "won" if turn.activated else "was not chosen"
        parts += [tag("p", "The description of ", code(turn.skill), f" {role}:"), tag("blockquote", turn.description)]
    return parts


def _all(family: FamilyComparison) -> list[Part]:
    is_lifted = any(case.lift is not None for case in family.cases)
    heads = ("case", "base → head", *(("no skill",) if is_lifted else ()), "class")
    rows = (
        (
            _name(case),
            _stages(case),
            *((words.counts(case.lift) if case.lift is not None else "",) if is_lifted else ()),
            words.case_words(case, family),
        )
        for case in family.cases
    )
    return [fold(f"Every case ({words.plural(len(family.cases), 'case')})", table(heads, rows))]
