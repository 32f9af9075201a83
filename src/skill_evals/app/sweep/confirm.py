"""Confirmation: the sets that screening selected, run afresh in both arms as far as the budget holds them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from skill_evals.app.sweep.family import FamilyWork, SetWork
from skill_evals.app.sweep.screen import Session
from skill_evals.compare.look import repeats
from skill_evals.compare.screened import FreshCase, TestedSet
from skill_evals.compare.sets import down_set, spread_sets, up_set
from skill_evals.compare.verdicts import set_p_value
from skill_evals.model.evidence import Arm, Outcome, Stage
from skill_evals.run.budget import Kind
from skill_evals.run.confirm import BothArms, Confirmation, Pairs
from skill_evals.run.ports.journal import NOT_RECORDED

_NO_BASE_ARM = "it takes runs at the base, which `baseline: file` leaves out"
SETTLED_SHARE = 10
"""A spread set is not run where the down set of its family already has p <= alpha / 10."""


async def confirm(families: Sequence[FamilyWork], session: Session) -> None:
    """Run the down and up sets of every family, then the spread sets that are still a question."""
    valid = [family for family in families if family.invalid is None]
    screened = [family.screened() for family in valid]
    pairs = list(zip(valid, screened, strict=True))
    first = [(f, SetWork(kind="down", cases=cases)) for f, seen in pairs if (cases := down_set(seen))]
    first += [(f, SetWork(kind="up", cases=cases)) for f, seen in pairs if (cases := up_set(seen))]
    if session.request.backend.deterministic:
        for family, work in first:
            work.tested = TestedSet(kind=work.kind, cases=work.cases)
            family.sets.append(work)
        return
    await _run_sets(first, session)
    spread = [(f, SetWork(kind="spread", cases=cases)) for f, seen in pairs for cases in spread_sets(seen)]
    for family, work in spread:
        if _is_settled(family, session.request.gate.alpha):
            work.tested = TestedSet(
                kind=work.kind, cases=work.cases, run=False, reason="the down set of the family already says it"
            )
    await _run_sets(spread, session)


def _is_settled(family: FamilyWork, alpha: float) -> bool:
    return any(
        work.kind == "down" and work.tested is not None and set_p_value(work.tested) <= alpha / SETTLED_SHARE
        for work in family.sets
    )


async def _run_sets(wanted: Sequence[tuple[FamilyWork, SetWork]], session: Session) -> None:
    """A set starts only if all its runs fit what is left; what a set does not use may let another start."""
    for family, work in wanted:
        family.sets.append(work)
        if work.tested is None and not family.runs_base:
            work.tested = TestedSet(kind=work.kind, cases=work.cases, run=False, reason=_NO_BASE_ARM)
    waiting = [(family, work) for family, work in wanted if work.tested is None]
    await session.check_controls([family for family, _ in waiting], (Arm.BASE, Arm.HEAD))
    while waiting:
        chosen = _affordable(waiting, session)
        if not chosen:
            break
        for family, work in chosen:
            work.confirmation = _confirmation(family, work, session)
        await session.drive([work.confirmation for _, work in chosen if work.confirmation is not None])
        for _, work in chosen:
            work.tested = _tested(work)
        waiting = [(family, work) for family, work in waiting if work.tested is None]
    for _, work in waiting:
        work.tested = TestedSet(
            kind=work.kind, cases=work.cases, run=False, reason="its runs do not fit the budget that is left"
        )


def _affordable(waiting: Iterable[tuple[FamilyWork, SetWork]], session: Session) -> list[tuple[FamilyWork, SetWork]]:
    held: Counter[Kind] = Counter()
    chosen = []
    for family, work in waiting:
        cost = Counter({family.kind: 2 * family.policy.confirm_runs * len(work.cases)})
        if family.invalid is None and session.budget.fits(held + cost):
            held += cost
            chosen.append((family, work))
    return chosen


def _confirmation(family: FamilyWork, work: SetWork, session: Session) -> Confirmation:
    return Confirmation(
        [
            BothArms(id=case, base=family.requests[Arm.BASE, case], head=family.requests[Arm.HEAD, case])
            for case in work.cases
        ],
        stage=Stage.SPREAD if work.kind == "spread" else Stage.CONFIRM,
        policy=family.policy,
        goes_on=lambda pairs: repeats(work.kind, _fresh(work.cases, pairs)),
        grade=session.request.grade,
    )


def _fresh(cases: Sequence[str], pairs: Pairs) -> tuple[FreshCase, ...]:
    return tuple(
        FreshCase(id=case, base=base.count, head=head.count) for case, (base, head) in zip(cases, pairs, strict=True)
    )


def _tested(work: SetWork) -> TestedSet | None:
    """The set as the comparison reads it; None where it has not been run."""
    done = work.confirmation
    if done is None:
        return None
    reason = done.stopped or _unrecorded(done)
    return TestedSet(
        kind=work.kind,
        cases=work.cases,
        fresh=_fresh(work.cases, done.pairs),
        run=reason is None,
        stopped_at_look=done.stopped_at_look and reason is None,
        reason=reason or "",
    )


def _unrecorded(done: Confirmation) -> str | None:
    errors = (
        one.detail
        for pair in done.pairs
        for runs in pair
        for one in runs.evidence
        if one.outcome is Outcome.ERROR and one.detail.startswith(NOT_RECORDED)
    )
    return "the recording holds too few runs" if next(errors, None) is not None else None
