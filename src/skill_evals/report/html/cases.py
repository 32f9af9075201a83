"""Families and their cases: what moved with its evidence, then all of them, folded."""

from collections.abc import Sequence

from skill_evals.model.comparison import CaseComparison, Comparison, FamilyComparison, Turn
from skill_evals.report import family_words, words
from skill_evals.report.culprit_words import culprits, inquiry
from skill_evals.report.html.markup import Markup, Part, code, fold, items, joined, table, tag, ticked
from skill_evals.report.settle_words import settling
from skill_evals.report.turns import again, replay_command


def families(comparison: Comparison, replay: tuple[str, ...]) -> Markup:
    return joined(_family(one, replay) for one in words.worst_first(comparison))


def _family(family: FamilyComparison, replay: tuple[str, ...]) -> Markup:
    moved = words.moved(family)
    whose = culprits(family)
    parts: list[Part] = [
        tag("h2", code(family.skill), f" {words.TIER[family.tier]}, ", code(family.model)),
        tag("p", family_words.whole_outcome(family)),
    ]
    if whose is not None:
        parts.append(tag("p", tag("strong", "Whose doing: "), ticked(whose)))
    if moved:
        parts.append(table(("case", "base", "head", "what happened"), (_row(case, family) for case in moved)))
        parts += [_evidence(case, family, replay) for case in moved if case.turns]
    lines = [
        line
        for line in (family_words.use_line(family), family_words.lift_line(family), *family.notes)
        if line is not None
    ]
    parts += [items(map(ticked, lines)), _all(family)]
    return joined(parts)


def _row(case: CaseComparison, family: FamilyComparison) -> Sequence[Part]:
    happened: list[Part] = [words.case_words(case, family)]
    if case.activated_instead:
        happened += ["; ", code(case.activated_instead), " was called instead"]
    cure = settling(case, family)
    happened += [f"; {more}" for more in (case.note, cure) if more]
    reasons = [joined((Markup("<br>"), ticked(reason))) for reason in case.reasons]
    return (
        joined((code(case.id), " ", tag("span", words.expectation(case), kind="dim"))),
        words.both_stages(case.base, case.base_fresh),
        words.both_stages(case.head, case.head_fresh),
        joined((*happened, *reasons)),
    )


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


def _all(family: FamilyComparison) -> Markup:
    rows = (
        (
            joined((code(case.id), " ", tag("span", words.expectation(case), kind="dim"))),
            words.both_stages(case.base, case.base_fresh),
            words.both_stages(case.head, case.head_fresh),
            words.counts(case.lift) if case.lift is not None else "",
            words.case_words(case, family),
        )
        for case in family.cases
    )
    title = f"Every case ({words.plural(len(family.cases), 'case')})"
    return fold(title, table(("case", "base", "head", "no skill", "class"), rows))
