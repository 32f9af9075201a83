"""eval-magic's ``benchmark.json`` and the gradings that it sums up, as promoted beside a suite."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.model.position import Pointer


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Mean and population deviation over run slots; ``n`` of 0 means that nothing was available."""

    mean: float
    stddev: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionSummary:
    pass_rate: Spread
    duration_ms: Spread
    total_tokens: Spread
    skill_invocation_n: int | None = None
    skill_invocation_rate: float | None = None
    """None where the condition has no skill, and where nothing was verified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """First condition minus second; which is which, ``direction`` says: ``with_skill - without_skill``."""

    direction: str
    pass_rate: float
    duration_ms: float
    total_tokens: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    generated: str
    mode: str
    """``new-skill`` or ``revision``."""
    conditions_compared: tuple[str, ...]
    run_summary: Mapping[str, ConditionSummary]
    delta: Delta
    baseline: str | None = None
    """Label of the snapshot that a revision is compared with."""
    missing_gradings: int = 0
    validity_warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertionGrade:
    id: str
    passed: bool
    evidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingSummary:
    passed: int
    failed: int
    total: int
    pass_rate: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaSummary:
    skill_invoked: bool | None = None
    """None: it could not be verified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingBody:
    assertion_results: tuple[AssertionGrade, ...]
    summary: GradingSummary
    meta_summary: MetaSummary | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """One run slot: a case under a condition. ``run_index`` is 1-based, None where there is one run a case."""

    eval_id: str
    condition: str
    run_index: int | None
    body: GradingBody = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """What of a benchmark does not follow from its own gradings: a sentence, and where the wrong value stands."""

    message: str
    at: Pointer = ()
    grading: Grading | None = None
    """The grading that contradicts itself; None: it stands in the benchmark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingFile:
    """A file of ``grading/``; ``grading`` is None where it cannot be read as one."""

    path: str
    grading: Grading | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommittedBenchmark:
    """A benchmark of a tree, held against the gradings and the suite that lie with it.

    ``cases`` are the ids of the suite; None where it lies beside none that could be read.
    """

    path: str
    benchmark: Benchmark
    gradings: tuple[GradingFile, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    cases: tuple[str, ...] | None = None

    @property
    def graded(self) -> tuple[Grading, ...]:
        """The gradings that could be read."""
        return tuple(file.grading for file in self.gradings if file.grading is not None)

    @property
    def compared(self) -> tuple[Grading, ...]:
        """Those of the conditions that are compared: promotion leaves those of earlier ones lying."""
        return tuple(g for g in self.graded if g.condition in self.benchmark.conditions_compared)
