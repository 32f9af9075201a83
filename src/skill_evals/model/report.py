"""All that one run of ``pr`` knows, for the renderers."""

from dataclasses import dataclass, field

from skill_evals.model.benchmark_comparison import BenchmarkComparison
from skill_evals.model.comparison import Comparison, Count
from skill_evals.model.confusion import Confusion
from skill_evals.model.lint import LintResult
from skill_evals.model.plan import Claim, Forecast, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """Dollars by what they were spent on: screening and fresh runs of cases, and the rest, which decides nothing."""

    cases: float = 0.0
    lift: float = 0.0
    culprits: float = 0.0
    controls: float = 0.0
    judge: float = 0.0
    """Of all runs."""


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
    culprit_calls: int = 0
    """Runs of broken cases with one changed description put back."""
    shared: int = 0
    """Runs that a call for another suite's equal query answered."""
    resumed: int = 0
    """Runs that a killed sweep had already finished."""
    in_flight: int = 0
    """Runs that were broken off under way: perhaps paid for, and not known to be."""
    naive_calls: int = 0
    """Every case × runs × both arms, for contrast."""
    errored: int = 0
    judge_calls: int = 0
    """Answers of judges, those that were recorded included."""
    api_calls: int = 0
    """All calls, as the cap on calls counted them: those of runs that were resumed and those under way at an end among
    them, and one for a run that called nobody. 0: nobody said.
    """
    judges: tuple[str, ...] = ()
    """The ids that gave them."""
    usd: float | None = 0.0
    """None: the backend reports no cost."""
    spending: Spending = Spending()
    forecast: Forecast | None = None
    """What the plan foresaw."""
    seconds: float = 0.0
    partial: str | None = None
    """Why the sweep stopped before its end."""
    account: str | None = None
    """The kind of credential that paid, in words."""
    models_from: str = ""
    """Where the models were named: a file, or an option; empty: nowhere, so that they are the backend's choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    """Whether the pull request is failed, and every reason for it in words."""

    failed: bool
    reasons: tuple[str, ...] = ()
    """Why it failed."""
    notes: tuple[str, ...] = ()
    """What would have failed it and only informs, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedClaim:
    """A claim of the head that was measured, and what came of it."""

    claim: Claim
    passed: bool
    """Measured in the head arm: by the fresh runs where there are any, else by screening."""
    count: Count
    of_base: Count | None = None
    """The same of the base arm."""

    @property
    def agrees(self) -> bool:
        return self.claim.passed is self.passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The head's claims, and those among them that were measured."""

    claimed: int
    vouched: int
    """Those of whom somebody vouched, so that they may skip a run."""
    measured: tuple[AuditedClaim, ...] = ()

    @property
    def disagreeing(self) -> tuple[AuditedClaim, ...]:
        return tuple(one for one in self.measured if not one.agrees)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    base: str | None
    head: str | None
    base_reason: str
    lint: LintResult
    gate: GateDecision
    exit_code: int
    unmeasured: str | None = None
    """Why nothing of the plan was begun, and what to do."""
    withheld: tuple[str, ...] = ()
    """Why parts of the plan must not be run here, each reason once."""
    plan: Plan | None = None
    run: RunSummary | None = None
    comparison: Comparison | None = None
    benchmarks: tuple[BenchmarkComparison, ...] = ()
    """eval-magic's, as committed at base and head; they never enter the gate."""
    confusions: tuple[Confusion, ...] = ()
    """Tier 1: who was called for whom, in the runs of this sweep."""
    audit: Audit | None = None
    """None: the head claims nothing that the base does not hold."""
    replay: tuple[str, ...] = ()
    """The words of a command that runs a case again from what was recorded, or where that costs nothing; skill, tier
    and case are to be added. Empty: there is none."""
    notes: tuple[str, ...] = field(default=())
    """What a reviewer must know besides: a configuration that only holds after the merge, files not checked."""
