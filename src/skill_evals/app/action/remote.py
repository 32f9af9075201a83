"""Tasks that need no checkout: publishing what another job measured, and the first and last job of ``/evaluate``."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.app.action.evaluate import authorise, publish_evaluation
from skill_evals.app.action.evaluate_status import sweep
from skill_evals.app.action.mode import Task
from skill_evals.app.action.publishing import Published, publish_run
from skill_evals.app.action.step import Step
from skill_evals.app.action.tell import complete, outputs
from skill_evals.app.commit_back import Committed
from skill_evals.model.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a task ended that is not red by what it found: whoever measured it is."""

    said: str
    """For the log."""
    values: Mapping[str, str]
    """Every output."""
    notices: tuple[str, ...] = ()
    report: Report | None = None
    """For the summary."""
    committed: Committed | None = field(default=None, repr=False)
    """With the patch, where there is one."""


def perform(step: Step) -> Ended:
    """Do what the mode's task says.

    Raises:
        UsageError: what was asked for cannot be done, or an artefact is refused.
        GitHubError: GitHub did not do what everything else depends on.
    """
    finished = step.event.finished
    if step.mode.task is Task.EVALUATE:
        return _authorise(step)
    if finished is not None and finished.event == "issue_comment":
        swept = sweep(step, finished)
        said = f"ended the status of {', '.join(sha[:12] for sha in swept)}" if swept else "no status was left pending"
        return Ended(said=said, values=_values(step, "success" if swept else "skipped"))
    return _told(step, publish_run(step) if step.event.comment is None else publish_evaluation(step))


def committed_values(committed: Committed | None) -> dict[str, str]:
    """The outputs that tell of a commit."""
    sha = None if committed is None else committed.sha
    return {"committed": str(sha is not None).lower(), "commit-sha": sha or ""}


def _authorise(step: Step) -> Ended:
    found = authorise(step)
    values = _values(step, "skipped" if found.sha is None else "success", **{"commit-sha": found.sha or ""})
    return Ended(said=found.why, values=values)


def _told(step: Step, found: Published) -> Ended:
    if found.report is None:
        return Ended(said=found.why, values=_values(step, "skipped"))
    values = {**outputs(step, found.report, found.told, committed_values(found.committed)), "exit-code": "0"}
    committed = found.committed
    notices = (*found.told.notices, *(() if committed is None else not_committed(committed)))
    return Ended(said=found.why, values=values, notices=notices, report=found.report, committed=committed)


def not_committed(committed: Committed) -> tuple[str, ...]:
    """Why results that differ from the branch's are not on it, where something could be done about it."""
    if committed.sha is not None or not (committed.ways_out or committed.refused):
        return ()
    ways_out = f"; ways out: {'; '.join(committed.ways_out)}" if committed.ways_out else ""
    return (f"the results are not committed: {committed.why}{ways_out}",)


def _values(step: Step, conclusion: str, **more: str) -> dict[str, str]:
    return complete({"conclusion": conclusion, "mode-run": step.mode.task.value, "exit-code": "0", **more})
