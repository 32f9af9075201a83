"""The decision: outcome of each family and of the pull request, the first that holds in a fixed order."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from skill_evals.compare.classes import added, classify, is_flaky, passes
from skill_evals.compare.screened import ArmScreen, FamilyTests, FreshCase, ScreenedCase, decided
from skill_evals.compare.verdicts import judge_sets, moved_as_they_stand
from skill_evals.model.comparison import (
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    FamilyComparison,
    SetResult,
    Tally,
)
from skill_evals.model.verdict import State

UNMEASURED_SHARE = 0.2
"""With more of its cases than this without a verdict in an arm, a family is not called unchanged."""


def decide(
    families: Sequence[FamilyTests],
    *,
    alpha: float,
    deterministic: bool = False,
    partial: str | None = None,
    notes: Sequence[str] = (),
) -> Comparison:
    """Compare the arms of a whole pull request at once, since Holm runs over all its sets.

    ``partial``: why the sweep stopped before its end; None where it did not.
    """
    results = moved_as_they_stand(families) if deterministic else judge_sets(families, alpha)
    compared = tuple(
        _family(tests, sets, deterministic=deterministic) for tests, sets in zip(families, results, strict=True)
    )
    said = tuple(notes) if partial is None else (*notes, f"the sweep is partial: {partial}")
    return Comparison(
        outcome=_overall(compared, is_partial=partial is not None),
        families=compared,
        improved_too=any(s.rejected for family in compared for s in family.sets if s.kind == "up"),
        alpha=alpha,
        deterministic=deterministic,
        notes=said,
    )


def _overall(families: Sequence[FamilyComparison], *, is_partial: bool) -> ComparisonOutcome:
    found = {family.outcome for family in families}
    if is_partial:
        found.add(ComparisonOutcome.PARTIAL)
    return next((outcome for outcome in ComparisonOutcome if outcome in found), ComparisonOutcome.UNCHANGED)


def _family(tests: FamilyTests, sets: tuple[SetResult, ...], *, deterministic: bool) -> FamilyComparison:
    family = tests.family
    fresh = _fresh_by_case(tests)
    confirmed = _confirmed(tests, sets, deterministic=deterministic)
    in_order = sorted(family.cases, key=_errored_in_head_only, reverse=True)
    cases = tuple(_case(case, fresh.get(case.id, ()), confirmed=case.id in confirmed) for case in in_order)
    arms = [case.base for case in family.cases if case.base is not None]
    unmeasured = _unmeasured(family.cases)
    return FamilyComparison(
        skill=family.skill,
        skill_dir=family.skill_dir,
        plugin=family.plugin,
        suite=family.suite,
        tier=family.tier,
        model=family.model,
        outcome=_outcome(tests, sets, is_unmeasured=bool(unmeasured)),
        base=_tally(arms) if arms else None,
        head=_tally(case.head for case in family.cases if case.head is not None),
        cases=cases,
        sets=sets,
        base_reason=family.base_reason,
        base_use=family.base_use,
        head_use=family.head_use,
        incomplete=family.over_budget or _is_errored(family.cases),
        notes=_notes(tests, sets, unmeasured),
    )


def _notes(tests: FamilyTests, sets: Sequence[SetResult], unmeasured: str | None) -> tuple[str, ...]:
    found = list(tests.family.notes)
    if tests.family.invalid:
        found.append(tests.family.invalid)
    if tests.family.partial:
        found.append(f"partial: {tests.family.partial}")
    found.extend(f"the {s.kind} set is invalid: {s.invalid}" for s in sets if s.invalid)
    found.extend(f"the {s.kind} set was not run: {s.reason}" for s in tests.sets if not s.run and s.reason)
    if unmeasured:
        found.append(unmeasured)
    return tuple(found)


def _outcome(tests: FamilyTests, sets: Sequence[SetResult], *, is_unmeasured: bool) -> ComparisonOutcome:
    falls = [s for s in sets if s.kind != "up"]
    if tests.family.invalid or any(s.invalid for s in falls):
        return ComparisonOutcome.INVALID
    if any(s.rejected for s in falls):
        return ComparisonOutcome.REGRESSED
    if tests.family.partial:
        return ComparisonOutcome.PARTIAL
    if not tests.family.has_base or any(case.compared and case.base is None for case in tests.family.cases):
        return ComparisonOutcome.NO_BASELINE
    if is_unmeasured or any(not s.stopped_at_look for s in falls):
        return ComparisonOutcome.INCONCLUSIVE
    return ComparisonOutcome.IMPROVED if any(s.rejected for s in sets) else ComparisonOutcome.UNCHANGED


def _unmeasured(cases: Sequence[ScreenedCase]) -> str | None:
    for name, arms in _arms(cases):
        missing = sum(not decided(arm) for arm in arms)
        if missing > UNMEASURED_SHARE * len(arms):
            return f"{missing} of {len(arms)} cases reached no verdict in the {name} arm"
    return None


def _is_errored(cases: Sequence[ScreenedCase]) -> bool:
    """Whether so many cases of an arm, new ones among them, ended in errors that the harness is what was seen."""
    arms = (
        [case.base for case in cases if case.base is not None],
        [case.head for case in cases if case.head is not None],
    )
    return any(sum(one.state is State.ERROR for one in arm) > UNMEASURED_SHARE * len(arm) for arm in arms)


def _arms(cases: Sequence[ScreenedCase]) -> tuple[tuple[str, list[ArmScreen]], ...]:
    """The arms of what is compared; where all is new, the head's alone, so that an outage is not called unchanged."""
    pairs = [(case.base, case.head) for case in cases if case.compared and case.base and case.head]
    if not pairs:
        return (("head", [case.head for case in cases if case.head is not None]),)
    return (("base", [base for base, _ in pairs]), ("head", [head for _, head in pairs]))


def _fresh_by_case(tests: FamilyTests) -> Mapping[str, tuple[FreshCase, ...]]:
    """A case may be in an up set and in a spread set."""
    found: dict[str, tuple[FreshCase, ...]] = {}
    for tested in tests.sets:
        for case in tested.fresh:
            found[case.id] = (*found.get(case.id, ()), case)
    return found


def _confirmed(tests: FamilyTests, sets: Sequence[SetResult], *, deterministic: bool) -> frozenset[str]:
    """Cases of a rejected set whose fresh majorities differ in the direction of the set."""
    rejected = [(one, verdict) for one, verdict in zip(tests.sets, sets, strict=True) if verdict.rejected]
    if deterministic:
        return frozenset(case for one, _ in rejected for case in one.cases)
    ties = {case.id: case.expects_use for case in tests.family.cases}
    return frozenset(
        case.id for one, _ in rejected for case in one.fresh if _differs(one.kind, case, expects_use=ties[case.id])
    )


def _differs(kind: str, case: FreshCase, *, expects_use: bool) -> bool:
    if not (case.base.valid and case.head.valid):
        return False
    base, head = passes(case.base, expects_use=expects_use), passes(case.head, expects_use=expects_use)
    return (base, head) == ((False, True) if kind == "up" else (True, False))


def _case(case: ScreenedCase, fresh: Sequence[FreshCase], *, confirmed: bool) -> CaseComparison:
    base = case.base.count if case.base else None
    head = case.head.count if case.head else None
    base_fresh, head_fresh = added(*(f.base for f in fresh)), added(*(f.head for f in fresh))
    return CaseComparison(
        id=case.id,
        should_trigger=case.should_trigger,
        case_class=classify(case),
        base=base,
        head=head,
        base_fresh=base_fresh if fresh else None,
        head_fresh=head_fresh if fresh else None,
        confirmed=confirmed,
        flaky=is_flaky((added(base, base_fresh), added(head, head_fresh))),
        activated_instead=case.activated_instead,
        note=_note(case),
        reasons=case.reasons,
    )


def _note(case: ScreenedCase) -> str | None:
    if _errored_in_head_only(case):
        return "; ".join(filter(None, ("in the head arm only", case.note)))
    return case.note


def _errored_in_head_only(case: ScreenedCase) -> bool:
    """What the change may have made unmeasurable comes before everything else."""
    return case.head is not None and case.head.state is State.ERROR and decided(case.base)


def _tally(arms: Iterable[ArmScreen]) -> Tally:
    states = Counter(arm.state for arm in arms)
    return Tally(passed=states[State.PASS], failed=states[State.FAIL], errored=states[State.ERROR])
