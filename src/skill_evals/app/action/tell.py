"""Telling GitHub what was found: comment, check run, annotations, summary and outputs. Each may be refused, and nothing
that was found depends on it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.app.action.outputs import OUTPUTS
from skill_evals.app.action.step import Step, run_url
from skill_evals.app.own_commits import head_moved
from skill_evals.app.publish import Checked, Commented, CommentWhen, Draft, publish_check, publish_comment
from skill_evals.model.comparison import CaseClass
from skill_evals.model.report import Report
from skill_evals.report.check_run import check_run, conclusion, has_failed, has_something_to_say, is_incomplete
from skill_evals.report.comment import render as comment
from skill_evals.report.github_commands import PER_LEVEL, github_commands
from skill_evals.report.sticky import Action, Stamp
from skill_evals.report.words import here


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What was told where. ``commands`` is for the log; ``notices`` say what could not be done, and how it could."""

    comment: Commented = field(default_factory=lambda: Commented(action=Action.NOTHING))
    check: Checked = field(default_factory=Checked)
    commands: str = ""
    notices: tuple[str, ...] = ()


def tell(step: Step, report: Report, head: str, *, told: tuple[str, ...] = ()) -> Told:
    """``head``: the commit that the check run is about. ``told``: of which a comment that stands says all there is."""
    commented = _comment(step, report, head, told)
    checked, commands = _annotate(step, report, head)
    notices = (commented.notice, checked.notice)
    return Told(comment=commented, check=checked, commands=commands, notices=tuple(filter(None, notices)))


def exit_code(step: Step, report: Report) -> int:
    """The step's, by what was found."""
    summary = report.lint.summary
    counted = {"warning": summary.warnings, "info": summary.warnings + summary.infos}
    is_strict = report.exit_code != 2 and counted.get(step.options.fail_on, 0)
    return eased(step, 1 if is_strict else report.exit_code)


def eased(step: Step, code: int) -> int:
    """The step's, by that of the command line: what was not measured is not red, unless the inputs say so."""
    if code == 2:
        return 2
    is_let_off = step.options.fail_on == "never" or (code == 3 and step.options.on_incomplete != "fail")
    return 0 if is_let_off else code


def outputs(step: Step, report: Report, told: Told, paths: Mapping[str, str]) -> dict[str, str]:
    """Every output of action.yml. ``paths``: those that name files, and what is known of a commit."""
    run, lint = report.run, report.lint.summary
    values = {
        "conclusion": "incomplete" if conclusion(report) == "neutral" else conclusion(report),
        "errors": str(lint.errors),
        "warnings": str(lint.warnings),
        "files-checked": str(lint.files),
        "regressions": str(confirmed(report, CaseClass.BROKEN)),
        "improvements": str(confirmed(report, CaseClass.FIXED)),
        "cost-usd": "" if run is None or run.usd is None else f"{run.usd:.4f}",
        "calls": "0" if run is None else str(run.calls),
        "comment-id": "" if told.comment.id is None else str(told.comment.id),
        "comment-action": told.comment.action.value,
        "comment-created": str(told.comment.action is Action.CREATE).lower(),
        "comment-updated": str(told.comment.action is Action.UPDATE).lower(),
        "check-id": "" if told.check.id is None else str(told.check.id),
        "mode-run": step.mode.task.value,
        "exit-code": str(exit_code(step, report)),
        **paths,
    }
    return complete(values)


_BOOLEAN = ("committed", "truncated", "comment-created", "comment-updated", "comment-file-written")
"""Outputs that are `true` or `false`, whatever happens."""


def complete(values: Mapping[str, str]) -> dict[str, str]:
    """Every output, those that nothing is known of empty or false."""
    unknown = {
        **dict.fromkeys(_BOOLEAN, "false"),
        "conclusion": "failure",
        "changed-files": "[]",
        "shards": "[]",
    }
    return {name: values.get(name, unknown.get(name, "")) for name in OUTPUTS}


def confirmed(report: Report, wanted: CaseClass) -> int:
    """Cases of a class, confirmed ones only: the rest is noise, or may be."""
    families = () if report.comparison is None else report.comparison.families
    return sum(case.case_class is wanted and case.confirmed for family in families for case in family.cases)


def _comment(step: Step, report: Report, head: str, told: tuple[str, ...]) -> Commented:
    pull, options = step.event.pull, step.options
    if pull is None or step.mode.not_commented or options.comment is CommentWhen.OFF:
        return Commented(action=Action.NOTHING)
    if head_moved(step.github, pull) is not None:
        # A run of the newer head may have found nothing worth a comment, and so have left none to say that it is newer.
        return Commented(action=Action.SUPERSEDED)
    wanted = {
        CommentWhen.ALWAYS: True,
        CommentWhen.CHANGES: has_something_to_say(report),
        CommentWhen.FAILURES: has_failed(report),
    }[options.comment]
    job = step.event.job
    stamp = Stamp(id=options.comment_id, head=head, run=job.run_id, attempt=job.attempt)
    body = comment(report, evaluate=head)
    draft = Draft(number=pull.number, body=body, stamp=stamp, wanted=wanted, author=options.comment_author, told=told)
    return publish_comment(step.github, draft)


def _annotate(step: Step, report: Report, head: str) -> tuple[Checked, str]:
    """By command, ten a level; all of them by a check run, where ten do not do, or where its neutral state is the only
    one that is true.
    """
    how, commands = step.options.annotations, github_commands(report.lint)
    if how == "none":
        return Checked(), ""
    found = here(report.lint.diagnostics)
    most = max(Counter(d.severity for d in found).values(), default=0)
    wanted = how == "check" or (how == "auto" and (most > PER_LEVEL or is_incomplete(report)))
    if step.event.pull is None or step.mode.not_commented or not wanted:
        return Checked(), commands
    job = step.event.job
    url = run_url(step.event, job.run_id) if job.run_id else ""
    is_all = how == "check" or most > PER_LEVEL
    run = check_run(
        report,
        name=step.options.check_name,
        head=head,
        url=url,
        most=step.options.max_annotations if is_all else 0,
    )
    checked = publish_check(step.github, run)
    return checked, "" if is_all and not checked.notice else commands
