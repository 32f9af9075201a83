"""All that one run of ``pr`` knows, for the renderers."""

from dataclasses import dataclass, field

from skill_evals.model.benchmark_comparison import BenchmarkComparison
from skill_evals.model.comparison import Comparison
from skill_evals.model.lint import LintResult
from skill_evals.model.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """What the sweep did and cost. ``calls`` are runs that the backend made in this sweep, controls and those without
    the skill apart.
    """

    backend: str
    models: tuple[str, ...]
    calls: int = 0
    control_calls: int = 0
    lift_calls: int = 0
    shared: int = 0
    """Runs that a call for another suite's equal query answered."""
    resumed: int = 0
    """Runs that a killed sweep had already finished."""
    naive_calls: int = 0
    """Every case × runs × both arms, for contrast."""
    errored: int = 0
    usd: float | None = 0.0
    """None: the backend reports no cost."""
    seconds: float = 0.0
    partial: str | None = None
    """Why the sweep stopped before its end."""
    account: str | None = None
    """The kind of credential that paid, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    """Whether the pull request is failed, and every reason for it in words."""

    failed: bool
    reasons: tuple[str, ...] = ()
    """Why it failed."""
    notes: tuple[str, ...] = ()
    """What would have failed it and only informs, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    base: str | None
    head: str | None
    base_reason: str
    lint: LintResult
    gate: GateDecision
    exit_code: int
    plan: Plan | None = None
    run: RunSummary | None = None
    comparison: Comparison | None = None
    benchmarks: tuple[BenchmarkComparison, ...] = ()
    """eval-magic's, as committed at base and head; they never enter the gate."""
    notes: tuple[str, ...] = field(default=())
    """What a reviewer must know besides: a configuration that only holds after the merge, files not checked."""
