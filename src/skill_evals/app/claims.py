"""Results that only the head holds: who vouches for them, and what measuring some of them again came to."""

from collections.abc import Callable, Iterator
from posixpath import dirname, join
from typing import TypeAlias

from skill_evals.app.measure import Measured
from skill_evals.app.reading import SIDECAR, Reading, bytes_of
from skill_evals.app.sweep.nouns import FamilyRuns, SweepResult
from skill_evals.compare.classes import passes
from skill_evals.model.changes import ChangeSet
from skill_evals.model.comparison import Count
from skill_evals.model.config import RunConfig
from skill_evals.model.report import Audit, AuditedClaim
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State
from skill_evals.plan.nouns import Claims

Vouch: TypeAlias = Callable[[str], str | None]
"""Why the head's file at a path is believed, in words that follow a comma; None: it is not."""


def nobody(path: str) -> str | None:  # noqa: ARG001 -- the shape of Vouch
    return None


def claims_of(  # noqa: PLR0913 -- the two sides, the rules, and what nobody who writes claims can know
    head: Reading, base: Reading, changes: ChangeSet, run: RunConfig, vouch: Vouch, *, draw: str = ""
) -> Claims:
    """``run`` is the base's: a pull request cannot have its own results believed. ``draw``: what draws the audit
    besides the head, whose id can be tried out until it draws what suits.
    """
    changed = [one.path for one in head.results if not _is_of_base(one.path, head, base)]
    vouched = {}
    for path in changed:
        reason = "which the configuration believes of anyone" if run.trust_results == "anyone" else None
        reason = reason or _of_both(path, head, vouch)
        if reason is not None:
            vouched[path] = reason
    return Claims(vouched=vouched, share=run.audit, seed=f"{changes.head or ''}{draw}")


def _is_of_base(path: str, head: Reading, base: Reading) -> bool:
    return bytes_of(head.files, path) == bytes_of(base.files, path)


def _of_both(path: str, head: Reading, vouch: Vouch) -> str | None:
    """The results and their sidecar, which says what they were measured with."""
    sidecar = join(dirname(path), SIDECAR)
    if bytes_of(head.files, sidecar) is not None and vouch(sidecar) is None:
        return None
    return vouch(path)


def audit_of(measured: Measured) -> Audit | None:
    """None where the head claims nothing."""
    claims = measured.plan.claims
    if not claims:
        return None
    runs = {} if measured.sweep is None else _measured(measured.sweep)
    by_place = {(one.suite, one.skill_dir, one.tier, one.model, one.case): one for one in claims}
    return Audit(
        claimed=len(claims),
        vouched=sum(bool(one.vouched) for one in claims),
        measured=tuple(
            AuditedClaim(claim=claim, passed=found[0], count=found[1], of_base=found[2])
            for place, claim in by_place.items()
            if (found := runs.get(place)) is not None
        ),
    )


_Place: TypeAlias = tuple[str, str, Tier, str, str]
_Found: TypeAlias = tuple[bool, Count, Count | None]


def _measured(sweep: SweepResult) -> dict[_Place, _Found]:
    return {place: found for family in sweep.families for place, found in _of_family(family)}


def _of_family(family: FamilyRuns) -> Iterator[tuple[_Place, _Found]]:
    job = family.job
    for case in family.cases:
        if case.wording_of_head and case.head.state in (State.PASS, State.FAIL):
            count = case.head.best_count
            passed = passes(count, expects_use=case.case.should_trigger is not False)
            place = (job.suite, job.skill_dir, job.tier, job.model, case.case.key)
            yield place, (passed, count, None if case.base is None else case.base.best_count)
