"""What a reviewer must be told of the commands of suites: that they were refused, or ran without a sandbox."""

from skill_evals.edges.sandbox.probe import commands_refused
from skill_evals.model.config import RunConfig
from skill_evals.model.plan import Plan
from skill_evals.model.suite import Tier


def commands_note(run: RunConfig, plan: Plan) -> tuple[str, ...]:
    """Nothing where no task was to run, where commands are not allowed, and where they run shut in."""
    if not run.allow_commands or all(job.tier is not Tier.EVALS for job in plan.jobs):
        return ()
    if not run.sandbox:
        return ("Commands of the suites may do all that their runner may: there is no sandbox (--no-sandbox).",)
    refused = commands_refused()
    return () if refused is None else (refused,)
