"""``/evaluate``: somebody with write access has one exact commit measured, and a status on it says how that ends.

Three jobs: ``authorise`` may write a status and decides, the second measures and may write nothing, and
``publish_evaluation`` may write and runs nothing of the pull request. ``sweep`` is for what none of them could end.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from skill_evals.app.action.evaluate_status import CONTEXT, PENDING, marker_of, others, set_status
from skill_evals.app.action.mode import Against, Mode, Task
from skill_evals.app.action.publishing import Published, publish_run
from skill_evals.app.action.step import Step, run_url
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import GitHubError, SkillEvalsError, UsageError
from skill_evals.model.config import Config, TierPolicy
from skill_evals.model.event import PullRequest
from skill_evals.report.check_run import conclusion
from skill_evals.report.evaluate_command import EvaluateCommand, parse
from skill_evals.report.markdown import code, sentence
from skill_evals.report.words import headline

_WRITERS = frozenset({"write", "maintain", "admin"})
_STATES = {"success": "success", "failure": "failure", "neutral": "error"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Authorised:
    """``sha`` None: nothing is evaluated, and ``why`` says why not."""

    sha: str | None
    why: str
    command: EvaluateCommand | None = None


def authorise(step: Step) -> Authorised:
    """Decide about a comment, answer it, and set the status that an evaluation is under way.

    Raises:
        GitHubError: GitHub did not do what was asked; then no status is left pending.
    """
    comment = step.event.comment
    if comment is None or comment.pull is None:
        return Authorised(sha=None, why="the comment is on no pull request")
    right = _right_of(step.github, comment.author)
    if right not in _WRITERS:
        # No answer: strangers must not be able to make us write.
        return Authorised(sha=None, why=f"{comment.author} may not: the permission is {right}, and write is needed")
    try:
        command = parse(comment.body)
        sha = _commit_meant(step.github.pull(comment.pull), command)
        _check_alone(step, sha)
    except UsageError as error:
        step.github.create_comment(comment.pull, _not_evaluated(error))
        return Authorised(sha=None, why=error.in_full)
    return _begin(step, comment.pull, sha, command)


def _right_of(github: GitHub, login: str) -> str:
    """Of whom GitHub knows nothing, such as an App or an account that is gone, has no right."""
    try:
        return github.permission(login) if login else "none"
    except GitHubError as error:
        if error.status != 404:
            raise
        return "none"


def _not_evaluated(error: SkillEvalsError) -> str:
    return f"Not evaluated: {sentence(error.in_full, 1_500)}.\n"


def _commit_meant(pull: PullRequest, command: EvaluateCommand) -> str:
    """Raises UsageError where it is not the head now, or may not be left to us to say."""
    head = pull.head.sha
    if not pull.is_open:
        raise UsageError(f"pull request {pull.number} is closed", cure="open it again first")
    to_paste = f"look at what it changes, then write `{replace(command, sha=head).line}`"
    if command.sha and command.sha != head:
        raise UsageError(f"{command.sha[:12]} is not the head of the pull request, which is {head[:12]}", cure=to_paste)
    if pull.is_fork and not command.sha:
        raise UsageError("a fork's head may change between your look and ours, so name the commit", cure=to_paste)
    return head


def _begin(step: Step, number: int, sha: str, command: EvaluateCommand) -> Authorised:
    """The answer comes first: from it a sweeper finds the status that nobody ended."""
    run = step.event.job.run_id
    asked = replace(command, sha=sha).line
    body = (
        f"{marker_of(run, sha)}\n"
        f"Evaluating {code(sha)}, as {code(step.event.comment.author if step.event.comment else '')} asked: "
        f"[run {run}]({run_url(step.event, run)}). The status {code(CONTEXT)} on that commit says how it ends.\n\n"
        f"{code(asked, 400)}\n"
    )
    answer = step.github.create_comment(number, body)
    is_pending = False
    try:
        set_status(step, sha, PENDING, "under way")
        is_pending = True
        older = others(step, sha)
    except GitHubError as error:
        _take_back(step, answer, error, sha if is_pending or error.lost else "")
        raise
    if older:
        # Two at the same time: the one whose status came first goes on, and its end ends this one's status too.
        step.github.delete_comment(answer)
        words = f"{sha[:12]} is being evaluated already: {older[0].url}"
        return Authorised(sha=None, why=words)
    return Authorised(sha=sha, why=f"evaluating {sha}", command=command)


def _take_back(step: Step, answer: int, error: GitHubError, sha: str) -> None:
    """Say in the answer that it comes to nothing, and why. ``sha``: where a status may be pending; one that cannot be
    ended keeps the answer, by which a sweeper finds it.
    """
    with suppress(GitHubError):
        if sha:
            set_status(step, sha, "error", error.message)
        step.github.edit_comment(answer, _not_evaluated(error))


def _check_alone(step: Step, sha: str) -> None:
    """Raises UsageError where another run evaluates this commit."""
    found = others(step, sha)
    if found:
        raise UsageError(f"{sha[:12]} is being evaluated already: {found[0].url}", cure="wait for its end")


def to_measure(step: Step) -> tuple[Step, Callable[[Config], Config]]:
    """The second job: the comment's step as one that judges the pull request at the commit that was authorised, and
    what the line changes in the configuration.

    Raises:
        UsageError: no commit was authorised, or the comment is none of ours.
        GitHubError: GitHub does not tell of the pull request.
    """
    comment, options = step.event.comment, step.options
    sha = _authorised(step)
    if comment is None or comment.pull is None:
        raise UsageError("the comment is on no pull request", cure="start the workflow by issue_comment")
    command = parse(comment.body)
    pull = step.github.pull(comment.pull)
    words = "this job runs, and another publishes"
    mode = Mode(
        task=Task.JUDGE,
        because=step.mode.because,
        against=Against.PULL_REQUEST,
        base=pull.base.sha,
        not_commented=words,
        not_committed=words,
    )
    options = replace(
        options,
        skill=command.skill or options.skill,
        tier=command.tier or options.tier,
        models=(command.model,) if command.model else options.models,
    )
    judged = replace(pull, head=replace(pull.head, sha=sha))
    asked = replace(step, event=replace(step.event, pull=judged), mode=mode, options=options)
    return asked, with_command(command)


def _authorised(step: Step) -> str:
    if not step.options.expected_head:
        raise UsageError(
            "no commit was authorised", cure="hand the first job's output `commit-sha` on as `expected-head-sha`"
        )
    return step.options.expected_head


def publish_evaluation(step: Step) -> Published:
    """Publish what the second job measured, and end the status whatever happens.

    Raises:
        UsageError: no commit was authorised, or the artefact is refused.
        GitHubError: GitHub did not do what was asked.
    """
    sha = _authorised(step)
    state, words = "error", "it broke off; the run's log says why"
    try:
        found = publish_run(step)
        state, words = _end_of(found)
    except SkillEvalsError as error:
        words = error.message
        raise
    finally:
        set_status(step, sha, state, words)
    if found.head not in {"", sha}:
        set_status(step, found.head, state, words)
    return found


def _end_of(found: Published) -> tuple[str, str]:
    if found.report is None:
        return "error", found.why
    return _STATES[conclusion(found.report)], headline(found.report)


def with_command(command: EvaluateCommand) -> Callable[[Config], Config]:
    """What the line changes in the configuration that holds: never fewer fresh runs, which would blunt the gate."""

    def more(policy: TierPolicy) -> TierPolicy:
        wanted = command.confirm_runs or 0
        return replace(policy, confirm_runs=max(policy.confirm_runs, wanted))

    def change(config: Config) -> Config:
        gate = config.gate
        return replace(config, gate=replace(gate, triggers=more(gate.triggers), evals=more(gate.evals)))

    return change
