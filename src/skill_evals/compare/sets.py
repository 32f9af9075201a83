"""Which cases are put to the test, and whether what they gave can be used."""

from collections.abc import Sequence
from fractions import Fraction

from skill_evals.compare.exact import Stratum, lower_tail, upper_tail
from skill_evals.compare.screened import FreshCase, ScreenedCase, ScreenedFamily
from skill_evals.model.comparison import Count
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State

SPREAD_P = 0.10
SPREAD_POLARITY = 4
"""A polarity with fewer cases than this says nothing about a spread fall."""
SPREAD_CASES = 3
ERROR_SHARE = Fraction(1, 5)
ERROR_P = 0.05


def down_set(family: ScreenedFamily) -> tuple[str, ...]:
    """Cases that passed in the base arm and failed in the head arm."""
    return _moved(family, State.PASS, State.FAIL)


def up_set(family: ScreenedFamily) -> tuple[str, ...]:
    """Cases that failed in the base arm and passed in the head arm; Tier 1 only."""
    return _moved(family, State.FAIL, State.PASS) if family.tier is Tier.TRIGGERS else ()


def spread_sets(family: ScreenedFamily) -> tuple[tuple[str, ...], ...]:
    """For each polarity that fell a little everywhere, its cases outside the down set; Tier 1 only."""
    if family.tier is not Tier.TRIGGERS:
        return ()
    down = frozenset(down_set(family))
    sets = (_spread(family.cases, down, should_trigger=label) for label in (True, False))
    return tuple(found for found in sets if found)


def _moved(family: ScreenedFamily, base: State, head: State) -> tuple[str, ...]:
    return tuple(
        case.id
        for case in family.cases
        if case.compared and case.base and case.head and (case.base.state, case.head.state) == (base, head)
    )


def _spread(cases: Sequence[ScreenedCase], down: frozenset[str], *, should_trigger: bool) -> tuple[str, ...]:
    counts = {
        case.id: (case.base.count, case.head.count)
        for case in cases
        if case.should_trigger is should_trigger and case.compared and case.base and case.head
    }
    measured = {case: pair for case, pair in counts.items() if pair[0].valid and pair[1].valid}
    if len(measured) < SPREAD_POLARITY or lower_tail(measured.values()) > SPREAD_P:
        return ()
    outside = tuple(case for case in measured if case not in down)
    return outside if len(outside) >= SPREAD_CASES else ()


def strata(fresh: Sequence[FreshCase]) -> list[Stratum]:
    return [(case.base, case.head) for case in fresh]


def faults(fresh: Sequence[FreshCase]) -> str | None:
    """Why the errors among a set's runs make it invalid, in words; None where they do not.

    More than a fifth of an arm's runs errored, or the same exact test on error counts tells the arms apart: whatever
    made runs of one arm fail more often may have picked which of them.
    """
    for name, counts in (("base", [c.base for c in fresh]), ("head", [c.head for c in fresh])):
        errored = sum(c.errored for c in counts)
        made = errored + sum(c.valid for c in counts)
        if made and Fraction(errored, made) > ERROR_SHARE:
            return f"{errored} of {made} runs of the {name} arm ended in an error"
    errors = [(_error_count(case.base), _error_count(case.head)) for case in fresh]
    if min(lower_tail(errors), upper_tail(errors)) <= ERROR_P:
        base, head = (sum(pair[arm].correct for pair in errors) for arm in (0, 1))
        return f"errors fell unevenly on the arms (base {base}, head {head})"
    return None


def _error_count(count: Count) -> Count:
    return Count(correct=count.errored, valid=count.valid + count.errored)
