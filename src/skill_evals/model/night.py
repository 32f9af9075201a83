"""What nightly sweeps say together: how often a comparison of a commit with itself alarms, and when a rate moved."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from skill_evals.model.comparison import ComparisonOutcome
from skill_evals.model.suite import Tier

NIGHT_VERSION = 1


class NightKind(StrEnum):
    SAME = "same"
    """One commit against itself: whatever moves is a false alarm."""
    ANCHOR = "anchor"
    """The head against an older commit."""


MEASURED = frozenset(
    {
        ComparisonOutcome.REGRESSED,
        ComparisonOutcome.INCONCLUSIVE,
        ComparisonOutcome.IMPROVED,
        ComparisonOutcome.UNCHANGED,
    }
)
"""Outcomes of nights that were measured to their end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passes:
    """Verdicts: how many passed, of how many that were reached."""

    passed: int
    measured: int

    def __str__(self) -> str:
        return f"{self.passed} of {self.measured}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFamily:
    """A suite, tier and model in one night."""

    skill: str
    suite: str
    tier: Tier
    model: str
    outcome: ComparisonOutcome
    subject: str
    """Digest of what was measured: skill, listing and instructions; without a sidecar the commit. Only nights with the
    same one can show that something else moved."""
    cases: Mapping[str, Passes] = field(default_factory=dict)
    """Verdicts of both arms by a digest of the case and its checks; only where the arms are one commit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """One comparison of one night."""

    run: str
    """The id of the workflow's run, or whatever else names it once."""
    date: str
    """UTC, RFC 3339, whole seconds, ``Z``."""
    kind: NightKind
    base: str
    head: str
    """Commits."""
    backend: str
    outcome: ComparisonOutcome | None
    """None: nothing was compared."""
    is_live: bool
    """Whether both arms were run that night, no verdict of either being a stored one."""
    gate_failed: bool
    alpha: float | None
    """Chance of a false alarm that the comparison promised; None without one."""
    calls: int
    """Runs that were made."""
    setting: tuple[str, ...] = ()
    """Versions of whatever may move a rate besides the model: this product, the CLI, its profile, judges."""
    families: tuple[NightFamily, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it says anything: both arms ran, to the end."""
        return self.is_live and self.outcome in MEASURED


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallied:
    """Nights of one kind."""

    kind: NightKind
    nights: int
    """Those that count."""
    unmeasured: int
    """Those that do not: an outage, a cap, a stored arm."""
    regressed: int
    improved: int
    """Those that improved and did not regress."""
    rate: float | None
    """Of the regressed among those that count; None where none does."""
    interval: Interval
    """Exact, of 95 %."""
    alpha: float
    """The largest chance of a false alarm that the comparison promised in any of them."""

    @property
    def exceeds_alpha(self) -> bool:
        """Whether the rate is above what was promised, beyond doubt."""
        return self.interval.low > self.alpha


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A commit's own pass rate is not what it was, though nothing of the commit changed."""

    suite: str
    tier: Tier
    model: str
    before: Passes
    after: Passes
    nights_before: int
    nights_after: int
    last_before: str
    first_after: str
    """Dates of the two nights between which it moved."""
    p_value: float
    """Corrected for the choice of the night and of the direction."""
    setting_gone: tuple[str, ...] = ()
    setting_come: tuple[str, ...] = ()
    """What changed between the same two nights besides."""

    @property
    def fell(self) -> bool:
        return self.after.passed * self.before.measured < self.before.passed * self.after.measured


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsFound:
    """What a file of nights says."""

    nights: tuple[Night, ...]
    """In the order of their dates."""
    same: Tallied
    anchor: Tallied
    moves: tuple[Move, ...]
    compared: int
    """Suites, by tier and model, that were put to the test: measured with the same content in four nights or more."""
    threshold: float
    """What the chance of saying in any of them, this night, that it moved although it did not is kept below."""
