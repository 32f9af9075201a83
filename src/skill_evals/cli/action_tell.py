"""What a step tells when it has judged: on GitHub, in the log, in files, and to later steps."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from skill_evals.app.action.judged import (
    blobs_written,
    commit_judged,
    from_the_top,
    in_repository,
    leave,
    leave_patch,
)
from skill_evals.app.action.outputs import json_names
from skill_evals.app.action.remote import committed_values, not_committed
from skill_evals.app.action.same_head import SameHead
from skill_evals.app.action.sides import Sides
from skill_evals.app.action.step import Step
from skill_evals.app.action.tell import exit_code, outputs, tell
from skill_evals.app.commit_back import Committed
from skill_evals.app.pr import PrOutcome
from skill_evals.cli import output
from skill_evals.cli.action_files import write_asked_for
from skill_evals.cli.action_log import fold
from skill_evals.edges.github.files import write_summary
from skill_evals.report.escape import command_data, terminal
from skill_evals.report.plan_text import plan_text
from skill_evals.report.summary import render as summary
from skill_evals.report.words import headline


def tell_all(
    step: Step, outcome: PrOutcome, sides: Sides, same: SameHead, environment: Mapping[str, str]
) -> tuple[int, Mapping[str, str]]:
    """Committed first, so that comment and check tell of the commit that the branch is at then."""
    place, out = sides.place, step.options.out
    report = from_the_top(outcome.report, place.root)
    files, root = place.files, place.root
    blobs = blobs_written(outcome.results, files=files, root=root)
    committed = commit_judged(step, report, outcome.results, files=files, root=root, body=same.line(report, blobs))
    told = tell(step, report, committed.sha or sides.head_sha, told=same.told(report))
    if told.commands:
        output.to_stdout(told.commands)
    notify((*told.notices, *not_committed(committed)))
    tell_uncommitted(committed, out)
    results, alike = in_repository(outcome.results, root), same.alike(report, blobs)
    left = leave(step, report, results, out=out, head=sides.head_sha, alike=alike)
    asked_for = write_asked_for(step, report, place.root)
    is_whole = not step.options.summary or write_summary(environment, summary(report))
    if report.plan is not None and (report.plan.jobs or report.plan.skips):
        fold("What is run, and what is not", plan_text(report.plan))
    output.say(f"skill-evals: {headline(report)}")
    values = {**_paths(step, sides, left, is_whole=is_whole), **asked_for, **committed_values(committed)}
    values |= same.outputs()
    return exit_code(step, report), outputs(step, report, told, values)


def tell_uncommitted(committed: Committed, out: Path) -> None:
    """What was not committed, and why."""
    if committed.sha is None and committed.files:
        output.say(f"skill-evals: the results are not committed: {terminal(committed.why)}")
    leave_patch(committed, out)


def notify(notices: Iterable[str]) -> None:
    for notice in notices:
        output.to_stdout(f"::notice title=skill-evals::{command_data(notice)}\n")


def _paths(step: Step, sides: Sides, left: Path, *, is_whole: bool) -> dict[str, str]:
    """From the workspace on, since that is where later steps are."""
    here = step.options.folder
    changed, are_all = json_names(change.path for change in sides.base.changes.changes)
    return {
        "changed-files": changed,
        "results-path": str(here / step.options.out / "results"),
        "report-path": str(here / step.options.out / "report.html"),
        "results-file": str(here / step.options.out / "report.json"),
        "comment-file": str(here / step.options.out / "comment.md"),
        "comment-file-written": "true",
        "artefact-path": str(here / left),
        "truncated": str(not (is_whole and are_all)).lower(),
    }
