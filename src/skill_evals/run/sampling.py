"""Which cases run in which arm, in whose wording, and when stored verdicts of the base are not believed.

Both arms run the base's wording of every case, also of those that the head edits or removes, so that an edited suite
hides no fall. What only the head has, a case or a wording, runs in the head arm alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from skill_evals.model.suite import EvalCase, Suite, Tier, TriggerCase
from skill_evals.model.verdict import State

Case: TypeAlias = TriggerCase | EvalCase

DISPUTED_SHARE = Fraction(1, 4)
DISPUTED_CASES = 8
EDITED = " (as edited)"
"""Ends the name of the head's wording where the base's wording of the same case runs as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A case to run. ``id`` names it among the runs; ``case`` is the wording that is run in every arm it runs in."""

    id: str
    case: Case
    fixtures: Mapping[str, bytes]
    compared: bool
    """False: head arm only; it is ``new``."""
    setup: Mapping[str, bytes] = field(default_factory=dict)
    """Bytes that only the commands of its checks find."""
    unsupported: str | None = None
    """What it asks of a runner that no agent here is given, in words."""
    fault: str | None = None
    """Why it cannot be run at all, in words: a fixture that is missing, say."""
    removed: bool = False
    wording_of_head: bool = True
    """Whether the head's suite holds exactly this, so that its verdict is the head's result."""

    @property
    def expects_use(self) -> bool:
        return self.case.should_trigger is not False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A case with the bytes that it starts from, and those that only the commands of its checks find; or ``fault``: why
    they cannot be had.
    """

    case: Case
    fixtures: Mapping[str, bytes]
    fault: str | None = None
    setup: Mapping[str, bytes] = field(default_factory=dict)
    unsupported: str | None = None
    """As ``Sample.unsupported``."""


def samples(keys: Iterable[str], base: Mapping[str, Wording] | None, head: Mapping[str, Wording]) -> tuple[Sample, ...]:
    """The cases of a job. ``base`` is None where there is no base arm at all; cases without a label are left out."""
    found: list[Sample] = []
    for key in dict.fromkeys(keys):
        before, after = (base or {}).get(key), head.get(key)
        if before is not None and _runs(before.case):
            is_same = after is not None and _same(before, after)
            found.append(
                Sample(
                    id=key,
                    case=before.case,
                    fixtures=before.fixtures,
                    setup=before.setup,
                    unsupported=before.unsupported,
                    compared=True,
                    fault=before.fault,
                    removed=after is None,
                    wording_of_head=is_same,
                )
            )
            if after is not None and not is_same and _runs(after.case):
                found.append(_new(key + EDITED, after))
        elif after is not None and _runs(after.case):
            found.append(_new(key, after))
    return tuple(found)


def cases_of(suite: Suite) -> dict[str, Case]:
    """By key, the first of each: a duplicate key is the linter's to report."""
    found: dict[str, Case] = {}
    for case in suite.triggers if suite.tier is Tier.TRIGGERS else suite.evals:
        found.setdefault(case.key, case)
    return found


def disputed(pairs: Sequence[tuple[State, State]]) -> bool:
    """Whether stored base verdicts differ from the head's in so many cases that they are dropped and screened live."""
    differing = sum(base is not head for base, head in pairs)
    return len(pairs) >= DISPUTED_CASES and differing > DISPUTED_SHARE * len(pairs)


def _new(name: str, wording: Wording) -> Sample:
    return Sample(
        id=name,
        case=wording.case,
        fixtures=wording.fixtures,
        setup=wording.setup,
        unsupported=wording.unsupported,
        compared=False,
        fault=wording.fault,
    )


def _runs(case: Case) -> bool:
    return case.should_trigger is not None


def _same(before: Wording, after: Wording) -> bool:
    if isinstance(before.case, TriggerCase) and isinstance(after.case, TriggerCase):
        return (before.case.query, before.case.should_trigger) == (after.case.query, after.case.should_trigger)
    if isinstance(before.case, EvalCase) and isinstance(after.case, EvalCase):
        staged = (before.fixtures, before.setup, before.fault) == (after.fixtures, after.setup, after.fault)
        return staged and before.case.fields == after.case.fields
    return False
