"""What a run came to: the numbers for the reports, and the exit code."""

from skill_evals.app.money import judging, spending
from skill_evals.app.sweep.nouns import SweepResult
from skill_evals.errors import SkillEvalsError, UsageError
from skill_evals.model.comparison import Comparison
from skill_evals.model.config import RunConfig
from skill_evals.model.lint import LintResult
from skill_evals.model.plan import Plan
from skill_evals.model.report import GateDecision, RunSummary
from skill_evals.run.ports.backend import Backend, harness_of


def run_summary(sweep: SweepResult, backend: Backend, plan: Plan, run: RunConfig) -> RunSummary:
    """What the sweep did, for the reports."""
    stats = sweep.stats
    judge_calls, judges = judging(sweep.evidence)
    return RunSummary(
        backend=backend.name,
        models=tuple(sorted({family.job.model for family in sweep.families})),
        calls=stats.case_runs,
        control_calls=stats.controls,
        lift_calls=stats.lift,
        culprit_calls=stats.culprit,
        shared=stats.shared,
        resumed=stats.resumed,
        naive_calls=stats.naive,
        in_flight=stats.in_flight,
        errored=stats.errored,
        judge_calls=judge_calls,
        api_calls=stats.calls,
        judges=judges,
        usd=stats.usd,
        spending=spending(sweep.evidence),
        forecast=plan.total,
        seconds=stats.seconds,
        partial=stats.partial,
        models_from=run.models_from,
        account=next(
            (h.account for family in sweep.families if (h := harness_of(backend, family.job.model)).account), None
        ),
    )


def exit_code(
    decision: GateDecision,
    linted: LintResult | None,
    comparison: Comparison | None,
    failure: SkillEvalsError | None = None,
) -> int:
    """2 where the run was asked for what cannot be done; 1 where the gate failed, else 3 where something was not
    measured to its end, else 0.
    """
    if isinstance(failure, UsageError):
        return failure.exit_code
    if decision.failed:
        return 1
    is_incomplete = comparison is not None and comparison.is_incomplete
    return 3 if is_incomplete or failure is not None or (linted is not None and linted.crashed) else 0
