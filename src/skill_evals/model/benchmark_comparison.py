"""eval-magic's committed benchmarks of base and head, side by side. Claims of the author: none is put to a test."""

from dataclasses import dataclass
from enum import StrEnum

from skill_evals.model.comparison import Count


class BenchmarkState(StrEnum):
    """What became of a benchmark between base and head."""

    NEW = "new"
    CHANGED = "changed"
    REMOVED = "removed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredWith:
    """What ``BASELINE.md`` says that a benchmark was measured with; None: not stated."""

    harness: str | None = None
    agent_model: str | None = None
    judge_model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkArm:
    """One condition: its mean pass rate, 0 to 1, over ``runs`` run slots."""

    condition: str
    pass_rate: float
    runs: int
    invocation_rate: float | None = None
    """Share of the runs that used the skill; None: no skill there, or not verified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkSummary:
    """One benchmark by itself."""

    contrast: str | None
    """``new minus old`` or ``with minus without``; None: its direction names other conditions."""
    improvement: float | None
    """Pass rate with the skill, or with its new version, less that of the other arm, -1 to 1; None: no contrast."""
    arms: tuple[BenchmarkArm, ...]
    """The skill's arm first, where that can be told."""
    least_p: float
    """The least p that Fisher's exact test could give for these numbers of runs."""
    can_be_significant: bool
    """Whether ``least_p`` reaches the gate's alpha at all."""
    assertions: int = 0
    """Assertions that were graded in both arms."""
    same_in_both: int = 0
    """Those with the same verdict in both arms: they do not tell the arms apart."""
    failing_in_both: int = 0
    unmeasured: int = 0
    """Verdicts that eval-magic counts as failed although nothing was there to judge."""
    missing_gradings: int = 0
    ungraded: tuple[str, ...] = ()
    """Cases of the suite that no grading is about."""
    gone: tuple[str, ...] = ()
    """Cases that gradings are about and the suite no longer has."""
    validity_warnings: tuple[str, ...] = ()
    inconsistencies: tuple[str, ...] = ()
    """What of it does not follow from its own gradings, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertionFlip:
    """An assertion whose verdict under one condition differs between base and head; the majority of its runs counts."""

    eval_id: str
    assertion_id: str
    condition: str
    base: Count
    head: Count
    passes: bool
    """Whether it passes at the head."""
    evidence: str = ""
    """The grader's words for the head's verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkComparison:
    """A benchmark at base and head; None: that side has none, or none that can be read."""

    skill: str
    path: str
    state: BenchmarkState
    base: BenchmarkSummary | None
    head: BenchmarkSummary | None
    alpha: float
    flips: tuple[AssertionFlip, ...] = ()
    evals_added: tuple[str, ...] = ()
    evals_removed: tuple[str, ...] = ()
    assertions_added: tuple[str, ...] = ()
    """``eval/assertion``, of evals that both sides graded."""
    assertions_removed: tuple[str, ...] = ()
    not_comparable: tuple[str, ...] = ()
    """Why the two improvements cannot be set against each other, a clause each."""
    outdated: bool = False
    """The skill changed and its benchmark did not."""

    @property
    def movement(self) -> float | None:
        """The head's improvement less the base's; None where they cannot be compared."""
        before = None if self.base is None else self.base.improvement
        after = None if self.head is None else self.head.improvement
        return None if before is None or after is None or self.not_comparable else after - before
