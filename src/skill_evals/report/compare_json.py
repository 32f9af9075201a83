"""The comparison for machines: version 1 of its wire form (docs/formats.md)."""

from collections.abc import Mapping

from skill_evals.model.comparison import (
    CaseComparison,
    Comparison,
    Count,
    FamilyComparison,
    Lift,
    Reverted,
    SetResult,
    Tally,
    Turn,
    Use,
)

VERSION = 1


def compare_json(comparison: Comparison) -> dict[str, object]:
    """A JSON object; a copy by hand, so that a change of our nouns cannot change what users parse."""
    return {
        "version": VERSION,
        "outcome": comparison.outcome.value,
        "improved_too": comparison.improved_too,
        "alpha": comparison.alpha,
        "deterministic": comparison.deterministic,
        "notes": list(comparison.notes),
        "suites": [_family(family) for family in comparison.families],
    }


def _family(family: FamilyComparison) -> dict[str, object]:
    return {
        "skill": family.skill,
        "skill_dir": family.skill_dir,
        "plugin": family.plugin,
        "suite": family.suite,
        "tier": family.tier.value,
        "model": family.model,
        "outcome": family.outcome.value,
        "base": _tally(family.base),
        "head": _tally(family.head),
        "p_value": family.p_value,
        "base_reason": family.base_reason,
        "use": {"base": _use(family.base_use), "head": _use(family.head_use)},
        "lift": _lift(family.lift),
        "incomplete": family.incomplete,
        "notes": list(family.notes),
        "sets": [_set(found) for found in family.sets],
        "cases": [_case(case) for case in family.cases],
    }


def _use(use: Use | None) -> str | None:
    return None if use is None else str(use)


def _lift(lift: Lift | None) -> dict[str, object] | None:
    if lift is None:
        return None
    return {
        "with": lift.with_skill,
        "without": lift.without_skill,
        "cases": lift.cases,
        "reused": lift.reused,
        "errored": lift.errored,
        "unrun": lift.unrun,
    }


def _tally(tally: Tally | None) -> dict[str, object] | None:
    return None if tally is None else {"passed": tally.passed, "failed": tally.failed, "errored": tally.errored}


def _set(found: SetResult) -> dict[str, object]:
    return {
        "kind": found.kind,
        "cases": list(found.cases),
        "run": found.run,
        "p_value": found.p_value,
        "rejected": found.rejected,
        "stopped_at_look": found.stopped_at_look,
        "invalid": found.invalid,
        "reason": found.reason or None,
        "base": _count(found.base_total),
        "head": _count(found.head_total),
        "settle_runs": found.settle_runs,
        "settle_usd": found.settle_usd,
        **_errored({"base": found.base_total, "head": found.head_total}),
    }


def _case(case: CaseComparison) -> dict[str, object]:
    return {
        "id": case.id,
        "should_trigger": case.should_trigger,
        "class": case.case_class.value,
        "base": _count(case.base),
        "head": _count(case.head),
        "base_fresh": _count(case.base_fresh),
        "head_fresh": _count(case.head_fresh),
        "confirmed": case.confirmed,
        "flaky": case.flaky,
        "activated_instead": case.activated_instead,
        "note": case.note,
        "reasons": list(case.reasons),
        "lift": _count(case.lift),
        "turns": [_turn(turn) for turn in case.turns],
        "reverted": [_reverted(one) for one in case.reverted],
        "in_head": case.in_head,
        **_errored(
            {
                "base": case.base,
                "head": case.head,
                "base_fresh": case.base_fresh,
                "head_fresh": case.head_fresh,
                "lift": case.lift,
            }
        ),
    }


def _turn(turn: Turn) -> dict[str, object]:
    return {
        "arm": turn.arm,
        "activated": list(turn.activated),
        "called": list(turn.called),
        "said": turn.said,
        "skill": turn.skill,
        "description": turn.description,
    }


def _reverted(one: Reverted) -> dict[str, object]:
    return {
        "skill": one.skill,
        "change": one.change,
        "own": one.own,
        "count": _count(one.count),
        "culprit": one.returned,
        **_errored({"count": one.count}),
    }


def _count(count: Count | None) -> str | None:
    return None if count is None else str(count)


def _errored(counts: Mapping[str, Count | None]) -> dict[str, object]:
    """The errored runs that a count leaves out; only where there are any."""
    found = {name: count.errored for name, count in counts.items() if count is not None and count.errored}
    return {"errored": found} if found else {}
