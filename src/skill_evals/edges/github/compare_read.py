"""The comparison of a ``report.json`` → Comparison; report/compare_json.py writes it."""

from skill_evals.edges.github.stranger_json import number_or_none, share, share_or_none, text_or_none, word
from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
    Lift,
    Reverted,
    SetResult,
    Tally,
    Turn,
    Use,
)
from skill_evals.model.suite import Tier
from skill_evals.report.compare_json import VERSION
from skill_evals.run.record_members import Members

_MOST_FAMILIES = 2_000
_MOST_NOTES = 50


def comparison_of(found: Members) -> Comparison:
    """Raises UsageError, naming the member."""
    if found.integer("version") != VERSION:
        raise found.wrong("version", str(VERSION))
    families = found.items("suites")
    if len(families) > _MOST_FAMILIES:
        raise found.wrong("suites", f"an array of at most {_MOST_FAMILIES} objects")
    return Comparison(
        outcome=word(found, "outcome", ComparisonOutcome),
        families=tuple(map(_family, families)),
        improved_too=found.flag("improved_too"),
        alpha=found.number("alpha"),
        deterministic=found.flag("deterministic"),
        notes=found.texts("notes")[:_MOST_NOTES],
    )


def _family(found: Members) -> FamilyComparison:
    use = found.member("use")
    base_use, head_use = share_or_none(use, "base"), share_or_none(use, "head")
    return FamilyComparison(
        skill=found.text("skill"),
        skill_dir=found.text("skill_dir"),
        plugin=found.text("plugin"),
        suite=found.text("suite"),
        tier=word(found, "tier", Tier),
        model=found.text("model"),
        outcome=word(found, "outcome", ComparisonOutcome),
        base=None if found.absent("base") else _tally(found.member("base")),
        head=_tally(found.member("head")),
        cases=tuple(map(_case, found.items("cases"))),
        sets=tuple(map(_set, found.items("sets"))),
        base_reason=found.text("base_reason"),
        base_use=None if base_use is None else Use(used=base_use[0], runs=base_use[1]),
        head_use=None if head_use is None else Use(used=head_use[0], runs=head_use[1]),
        lift=None if found.absent("lift") else _lift(found.member("lift")),
        incomplete=found.flag("incomplete"),
        notes=found.texts("notes")[:_MOST_NOTES],
    )


def _tally(found: Members) -> Tally:
    return Tally(passed=found.integer("passed"), failed=found.integer("failed"), errored=found.integer("errored"))


def _lift(found: Members) -> Lift:
    return Lift(
        with_skill=found.integer("with"),
        without_skill=found.integer("without"),
        cases=found.integer("cases"),
        reused=found.integer("reused"),
        errored=found.integer("errored"),
        unrun=found.integer("unrun"),
    )


def _set(found: Members) -> SetResult:
    return SetResult(
        kind=found.text("kind"),
        cases=found.texts("cases"),
        p_value=number_or_none(found, "p_value"),
        rejected=found.flag("rejected"),
        run=found.flag("run"),
        stopped_at_look=found.flag("stopped_at_look"),
        invalid=text_or_none(found, "invalid"),
        base_total=_count(found, "base"),
        head_total=_count(found, "head"),
        settle_runs=None if found.absent("settle_runs") else found.integer("settle_runs"),
        reason=text_or_none(found, "reason") or "",
        settle_usd=number_or_none(found, "settle_usd"),
    )


def _case(found: Members) -> CaseComparison:
    return CaseComparison(
        id=found.text("id"),
        should_trigger=None if found.absent("should_trigger") else found.flag("should_trigger"),
        case_class=word(found, "class", CaseClass),
        base=_count(found, "base"),
        head=_count(found, "head"),
        base_fresh=_count(found, "base_fresh"),
        head_fresh=_count(found, "head_fresh"),
        confirmed=found.flag("confirmed"),
        flaky=found.flag("flaky"),
        activated_instead=text_or_none(found, "activated_instead"),
        note=text_or_none(found, "note"),
        reasons=found.texts("reasons")[:_MOST_NOTES],
        turns=tuple(map(_turn, found.items("turns"))),
        in_head=found.flag("in_head"),
        reverted=tuple(map(_reverted, found.items("reverted"))),
        lift=_count(found, "lift"),
    )


def _turn(found: Members) -> Turn:
    return Turn(
        arm=found.text("arm"),
        activated=found.texts("activated"),
        called=found.texts("called"),
        said=found.text("said"),
        skill=found.text("skill"),
        description=found.text("description"),
    )


def _reverted(found: Members) -> Reverted:
    correct, valid = share(found, "count")
    return Reverted(
        skill=found.text("skill"),
        change=found.text("change"),
        own=found.flag("own"),
        count=Count(correct=correct, valid=valid, errored=found.member("errored").integer("count", 0)),
        returned=found.flag("culprit"),
    )


def _count(found: Members, name: str) -> Count | None:
    passed = share_or_none(found, name)
    if passed is None:
        return None
    return Count(correct=passed[0], valid=passed[1], errored=found.member("errored").integer(name, 0))
