"""Which mode an event asks for: a decision by table, from the event, the inputs and what this job holds.

``docs/action.md`` shows it row by row.
"""

from dataclasses import replace

from skill_evals.app.action.mode import DRY, MEASURING, TWO_JOBS, Against, Asked, Held, Mode, Task
from skill_evals.errors import UsageError
from skill_evals.model.event import NO_COMMIT, Event, PullRequest

KNOWN = (
    "pull_request",
    "pull_request_target",
    "merge_group",
    "push",
    "issue_comment",
    "workflow_run",
    "workflow_dispatch",
    "schedule",
)
"""The events that mean something here."""


def mode_of(event: Event, held: Held) -> Mode:
    """The decision.

    Raises:
        UsageError: the inputs ask for what must not be done on this event, or the event is unknown here.
    """
    found = _asked_for(event, held)
    if not held.dry:
        return found
    if found.task is not Task.JUDGE:
        return Mode(task=Task.NOTHING, because=f"the input `dry-run` says so; else: {found.because}")
    return replace(found, not_commented=DRY, not_committed=DRY)


def _asked_for(event: Event, held: Held) -> Mode:
    if held.asked is Asked.PUBLISH:
        return Mode(task=Task.PUBLISH, because="the input `mode` says publish")
    if held.asked is Asked.POST_COMMENT:
        words = "the input `mode` says post-comment"
        return Mode(task=Task.PUBLISH, because=words, not_committed=words)
    found = _by_event(event, held)
    if found.task is not Task.JUDGE:
        return found
    if held.asked is Asked.LINT and not found.not_run:
        found = replace(found, not_run="the input `mode` says lint", not_committed="nothing was run")
    if held.asked in MEASURING:
        found = _measured_only(found, event, held)
    return replace(found, everything=found.everything or held.everything)


def _measured_only(found: Mode, event: Event, held: Held) -> Mode:
    """Where there is no pull request there is nobody else who publishes: a branch that was named is committed to."""
    words = f"this job runs, and another publishes (mode: {held.asked.value})"
    if event.pull is None and held.asked is not Asked.PLAN and held.commit not in {"auto", "pr"}:
        return found
    return replace(found, not_commented=found.not_commented or words, not_committed=found.not_committed or words)


def _by_event(event: Event, held: Held) -> Mode:
    if event.pull is not None:
        is_target = event.name == "pull_request_target"
        return _of_target(event.pull, event, held) if is_target else _of_pull(event.pull, event, held)
    if event.merge_group is not None:
        return _of_queue(event.merge_group.base_sha, held)
    if event.push is not None:
        return _of_push(event, held)
    if event.comment is not None:
        return _of_comment(event)
    if event.finished is not None:
        return Mode(task=Task.PUBLISH, because="a workflow's run ended, whose artefact may be published")
    if event.name in {"workflow_dispatch", "schedule"}:
        return _by_hand(event)
    raise UsageError(
        f"the event `{event.name}` means nothing to skill-evals",
        cure="start the workflow by one of " + ", ".join(KNOWN),
    )


def _of_pull(pull: PullRequest, event: Event, held: Held) -> Mode:
    if not pull.is_open or event.action == "closed":
        return Mode(task=Task.NOTHING, because=f"pull request {pull.number} is closed")
    found = Mode(
        task=Task.JUDGE,
        because=f"pull request {pull.number}, {event.action or 'as it is'}",
        against=Against.PULL_REQUEST,
        base=pull.base.sha,
    )
    if pull.is_fork:
        # A read-only token is the rule for forks and no promise, so this does not depend on it.
        found = replace(found, not_committed="nothing is committed to a fork's branch")
    if pull.draft and not held.drafts:
        words = "it is a draft (the input `drafts: true` measures drafts, too)"
        found = replace(found, not_run=words, excused=True, not_committed=found.not_committed or "it is a draft")
    return found


def _of_target(pull: PullRequest, event: Event, held: Held) -> Mode:
    """All secrets are in this job and the head is a stranger's: its bytes are read, and nothing of it is run."""
    asked = next(
        (
            words
            for words, is_asked in (
                (f"`mode: {held.asked.value}`", held.asked in MEASURING),
                (f"`backend: {held.backend}`", held.backend != ""),
                (f"`commit: {held.commit}`", held.commit not in {"auto", "off"}),
            )
            if is_asked
        ),
        None,
    )
    if asked is not None:
        raise UsageError(
            f"{asked} asks for what is never done on pull_request_target, where a stranger's head meets all secrets",
            cure=f"take the event pull_request, or for forks two jobs: {TWO_JOBS}",
        )
    words = "nothing of a head is run or committed on pull_request_target"
    found = _of_pull(pull, event, held)
    if found.task is not Task.JUDGE:
        return found
    return replace(found, blobs_only=True, not_run=words, not_committed=words, excused=True)


def _of_queue(base: str, held: Held) -> Mode:
    if held.asked in MEASURING:
        raise UsageError(
            f"`mode: {held.asked.value}` asks for paid runs in a merge queue, where each run would pay for them again",
            cure="leave `mode` out; the queue's run looks by hash whether everything was measured",
        )
    return Mode(
        task=Task.JUDGE,
        because="a merge queue's candidate",
        against=Against.SHA,
        base=base,
        not_run="in a merge queue hashes tell whether all was measured, and nothing is paid for",
        not_commented="a merge queue has no pull request to comment on",
        not_committed="nothing is committed to a merge queue's branch",
    )


def _of_push(event: Event, held: Held) -> Mode:
    if event.push is None or event.push.after == NO_COMMIT:
        return Mode(task=Task.NOTHING, because=f"{event.ref or 'a branch'} was deleted")
    is_tag = event.ref.startswith("refs/tags/")
    found = Mode(
        task=Task.JUDGE,
        because=f"a push to {event.ref.removeprefix('refs/heads/').removeprefix('refs/tags/')}",
        against=Against.BEFORE,
        not_commented="a push has no pull request to comment on",
    )
    if is_tag:
        found = replace(found, not_committed="nothing is committed to a tag")
    elif held.commit in {"auto", "pr"}:
        found = replace(found, not_committed=f"`commit: {held.commit}` commits to pull requests only")
    if held.asked not in MEASURING:
        found = replace(found, not_run="a push is linted; `mode: eval` measures it as well")
    return found


def _of_comment(event: Event) -> Mode:
    comment = event.comment
    if comment is None or comment.pull is None:
        return Mode(task=Task.NOTHING, because="the comment is on no pull request")
    if event.action != "created":
        return Mode(task=Task.NOTHING, because="only a new comment is a command, never an edited or deleted one")
    lines = comment.body.splitlines()
    words = lines[0].split() if lines else []
    if words[:1] != ["/evaluate"]:
        return Mode(task=Task.NOTHING, because="the comment does not begin with /evaluate")
    return Mode(task=Task.EVALUATE, because=f"{comment.author} wrote /evaluate on pull request {comment.pull}")


def _by_hand(event: Event) -> Mode:
    words = f"{event.name} has no pull request to comment on"
    return Mode(task=Task.JUDGE, because=event.name, not_commented=words, everything=True)
