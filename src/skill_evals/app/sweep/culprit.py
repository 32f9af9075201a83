"""Which description is it? Where a pull request changes several, cases that it broke are run with one of them put back.

The cases are those whose fall is confirmed; each is tried with the likeliest description first and no further once one
brings it back. It decides nothing: it runs after all that does, on what is left of the budget, and what goes wrong in
it leaves the sweep whole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.screen import Session
from skill_evals.compare.classes import passes
from skill_evals.model.comparison import CaseClass, CaseComparison, Comparison, FamilyComparison, Reverted
from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm
from skill_evals.model.suite import Tier
from skill_evals.run.budget import Kind
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.reversal import Reversal, reverted
from skill_evals.skills.relisted import Relisted, relisted

_UNASKED = "which description broke the cases was not asked to the end"
_UNAFFORDABLE = f"{_UNASKED}: its runs do not fit the budget that is left"


@dataclass(slots=True, kw_only=True, eq=False)
class Inquiry:
    """A broken case, who may have broken it, the likeliest first, and what was tried."""

    family: FamilyWork
    base: RunRequest
    head: RunRequest
    expects_use: bool
    suspects: Sequence[Relisted]
    tried: list[tuple[Relisted, Reversal]] = field(default_factory=list)

    @property
    def found(self) -> bool:
        return bool(self.tried) and self._brings_back(self.tried[-1][1])

    @property
    def goes_on(self) -> bool:
        return not self.found and len(self.tried) < len(self.suspects)

    def _brings_back(self, series: Reversal) -> bool:
        count = series.runs.count
        return count.valid > 0 and passes(count, expects_use=self.expects_use)

    def told(self) -> tuple[Reverted, ...]:
        """What was measured; a recording without such runs tells nothing."""
        return tuple(
            Reverted(
                skill=suspect.skill.name,
                change=suspect.change.value,
                own=suspect.skill.directory in (self.head.skill_dir, self.base.skill_dir),
                count=series.runs.count,
                returned=self._brings_back(series),
            )
            for suspect, series in self.tried
            if series.runs.valid
        )


@dataclass(slots=True, kw_only=True)
class Culprits:
    inquiries: Mapping[tuple[int, str], Inquiry] = field(default_factory=dict)
    """By the place of the family and the case."""
    note: str | None = None
    """Why not all of them were run to their end."""


async def seek(families: Sequence[FamilyWork], compared: Comparison, session: Session) -> Culprits:
    """``compared``: the decision so far, its families in the order of ``families``."""
    moved = {after: before for (_, after), (_, before) in session.request.renamed.items()}
    found = Culprits(
        inquiries={
            (place, case.id): inquiry
            for place, (family, told) in enumerate(zip(families, compared.families, strict=True))
            for case, inquiry in _inquiries(family, told, moved)
        }
    )
    while open_ := [one for one in found.inquiries.values() if one.goes_on]:
        chosen = _affordable(open_, session)
        if len(chosen) < len(open_):
            found.note = _UNAFFORDABLE
        if not chosen:
            break
        await session.drive([_next(one, session) for one in chosen])
    if any(series.stopped for one in found.inquiries.values() for _, series in one.tried):
        found.note = f"{_UNASKED}: {session.budget.stopped}"
    return found


def together(
    parts: Sequence[tuple[Sequence[FamilyWork], Culprits]], families: Sequence[FamilyWork], compared: Comparison
) -> Culprits:
    """The inquiries of all parts, by the place of their families in all of them. A part alone may confirm more cases
    than all of them together do; of those nothing is told.
    """
    places = {id(family): place for place, family in enumerate(families)}
    confirmed = {(n, case.id) for n, one in enumerate(compared.families) for case in one.cases if case.confirmed}
    found = Culprits(note=next((culprits.note for _, culprits in parts if culprits.note is not None), None))
    found.inquiries = {
        where: inquiry
        for own, culprits in parts
        for (place, case), inquiry in culprits.inquiries.items()
        if (where := (places[id(own[place])], case)) in confirmed
    }
    return found


def with_culprits(comparison: Comparison, found: Culprits) -> Comparison:
    """The comparison with what each inquiry came to."""
    families = tuple(
        replace(
            family,
            cases=tuple(
                case if inquiry is None else replace(case, reverted=inquiry.told())
                for case in family.cases
                for inquiry in (found.inquiries.get((place, case.id)),)
            ),
        )
        for place, family in enumerate(comparison.families)
    )
    notes = comparison.notes if found.note is None else (*comparison.notes, found.note)
    return replace(comparison, families=families, notes=notes)


def _inquiries(
    family: FamilyWork, told: FamilyComparison, moved: Mapping[str, str]
) -> Iterator[tuple[CaseComparison, Inquiry]]:
    if family.job.tier is not Tier.TRIGGERS:
        return
    ties = {sample.id: sample.expects_use for sample in family.samples}
    for case in told.cases:
        base, head = (family.requests.get((arm, case.id)) for arm in (Arm.BASE, Arm.HEAD))
        if case.case_class is not CaseClass.BROKEN or not case.confirmed or base is None or head is None:
            continue
        suspects = relisted(base.catalogue.skills, head.catalogue.skills, moved)
        if len(suspects) > 1:
            likely = sorted(suspects, key=lambda one: _rank(one, case, head))
            inquiry = Inquiry(family=family, base=base, head=head, expects_use=ties[case.id], suspects=likely)
            yield case, inquiry


def _rank(one: Relisted, case: CaseComparison, head: RunRequest) -> int:
    """Who was called in the skill's place, then the skill itself, then the others as the listing has them."""
    instead = (case.activated_instead or "").rpartition(":")[2]
    if instead and one.skill.name == instead:
        return 0
    return 1 if one.skill.directory == head.skill_dir else 2


def _policy(session: Session, family: FamilyWork) -> TierPolicy:
    if session.request.backend.deterministic:
        return TierPolicy(runs=1, confirm_runs=1, look=1)
    return family.policy


def _affordable(waiting: Sequence[Inquiry], session: Session) -> list[Inquiry]:
    held: Counter[Kind] = Counter()
    chosen = []
    for one in waiting:
        cost = Counter({one.family.kind: _policy(session, one.family).confirm_runs})
        if session.budget.fits(held + cost):
            held += cost
            chosen.append(one)
    return chosen


def _next(one: Inquiry, session: Session) -> Reversal:
    suspect = one.suspects[len(one.tried)]
    series = Reversal(
        reverted(one.base, one.head, suspect), policy=_policy(session, one.family), grade=session.request.grade
    )
    one.tried.append((suspect, series))
    return series
