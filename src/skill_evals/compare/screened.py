"""What the comparison reads: the screening of each case in both arms, and the fresh runs of the sets under test."""

from dataclasses import dataclass

from skill_evals.model.comparison import Count, Use
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmScreen:
    """Screening of one case in one arm: the verdict and the runs behind it (curtailed, so fewer than ``runs``)."""

    state: State
    """ERROR: no verdict could be reached. SKIPPED: it was not run, or nothing in it could be checked."""
    count: Count
    reused: bool = False
    """Taken from committed results of the base."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenedCase:
    id: str
    should_trigger: bool | None
    """None for Tier 2."""
    expects_use: bool
    """Which way a tie goes: True passes at half of the runs, False needs more than half."""
    base: ArmScreen | None
    head: ArmScreen | None
    compared: bool = True
    """False: only the head has this case or this wording; it is ``new`` and enters no test."""
    removed: bool = False
    """The head no longer has it; both arms ran it all the same."""
    activated_instead: str | None = None
    note: str | None = None
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenedFamily:
    """A family is (suite, tier, model)."""

    skill: str
    skill_dir: str
    plugin: str
    suite: str
    tier: Tier
    model: str
    cases: tuple[ScreenedCase, ...]
    base_reason: str = ""
    notes: tuple[str, ...] = ()
    has_base: bool = True
    """False: there is nothing to compare with. True also where the base simply lacks the suite: then all is new."""
    invalid: str | None = None
    """Why nothing of it counts: a control that stayed silent, say."""
    partial: str | None = None
    """Why some of its runs were not made; None where all were."""
    over_budget: bool = False
    """The base arm was not begun, since it did not fit the budget."""
    base_use: Use | None = None
    head_use: Use | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshCase:
    """Fresh runs of one case of a set."""

    id: str
    base: Count
    head: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedSet:
    """A down, up or spread set and what became of it."""

    __test__ = False

    kind: str
    """``down``, ``up`` or ``spread``."""
    cases: tuple[str, ...]
    fresh: tuple[FreshCase, ...] = ()
    run: bool = True
    """False: not run, or not to its end; it counts with p = 1."""
    stopped_at_look: bool = False
    reason: str = ""
    """Why it was not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyTests:
    """A screened family with its sets; the input of the decision."""

    family: ScreenedFamily
    sets: tuple[TestedSet, ...] = ()


def decided(screen: ArmScreen | None) -> bool:
    """Whether the arm reached a verdict."""
    return screen is not None and screen.state in (State.PASS, State.FAIL)
