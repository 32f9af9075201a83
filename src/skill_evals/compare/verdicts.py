"""From the fresh counts of every set of a pull request to the verdict on each set."""

from collections.abc import Sequence
from dataclasses import dataclass

from skill_evals.compare.classes import added
from skill_evals.compare.exact import lower_tail, upper_tail
from skill_evals.compare.holm import holm
from skill_evals.compare.screened import FamilyTests, TestedSet
from skill_evals.compare.sets import faults, strata
from skill_evals.compare.settle import settle_runs
from skill_evals.model.comparison import SetResult


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tested:
    family: int
    tested: TestedSet
    p_value: float
    invalid: str | None


def judge_sets(families: Sequence[FamilyTests], alpha: float) -> list[tuple[SetResult, ...]]:
    """Holm at ``alpha`` over all down and spread sets of the pull request; the up sets have one of their own.

    Gives the results of each family, in its order of sets.
    """
    tested = [_measured(index, one) for index, family in enumerate(families) if family.sets for one in family.sets]
    rejected = [False] * len(tested)
    for is_up in (False, True):
        places = [i for i, one in enumerate(tested) if (one.tested.kind == "up") is is_up]
        for place, verdict in zip(places, holm([tested[i].p_value for i in places], alpha), strict=True):
            rejected[place] = verdict
    results: list[list[SetResult]] = [[] for _ in families]
    for one, verdict in zip(tested, rejected, strict=True):
        results[one.family].append(_result(one, rejected=verdict, alpha=alpha))
    return [tuple(found) for found in results]


def moved_as_they_stand(families: Sequence[FamilyTests]) -> list[tuple[SetResult, ...]]:
    """A deterministic backend has no noise: every move counts as it stands, without a test."""
    return [
        tuple(
            SetResult(kind=one.kind, cases=one.cases, p_value=None, rejected=one.run, run=one.run)
            for one in family.sets
        )
        for family in families
    ]


def set_p_value(tested: TestedSet) -> float:
    """The p that a set counts with: 1 where it was not run, was stopped at the look, or cannot be used."""
    if not tested.run or tested.stopped_at_look or faults(tested.fresh):
        return 1.0
    return upper_tail(strata(tested.fresh)) if tested.kind == "up" else lower_tail(strata(tested.fresh))


def _measured(family: int, tested: TestedSet) -> _Tested:
    invalid = faults(tested.fresh) if tested.run else None
    return _Tested(family=family, tested=tested, p_value=set_p_value(tested), invalid=invalid)


def _result(one: _Tested, *, rejected: bool, alpha: float) -> SetResult:
    tested = one.tested
    is_open = tested.run and not (rejected or tested.stopped_at_look or one.invalid)
    return SetResult(
        kind=tested.kind,
        cases=tested.cases,
        p_value=one.p_value if tested.run else 1.0,
        rejected=rejected,
        run=tested.run,
        reason=tested.reason,
        stopped_at_look=tested.stopped_at_look,
        invalid=one.invalid,
        base_total=added(*(case.base for case in tested.fresh)) if tested.fresh else None,
        head_total=added(*(case.head for case in tested.fresh)) if tested.fresh else None,
        settle_runs=settle_runs(strata(tested.fresh), alpha) if is_open and tested.kind != "up" else None,
    )
