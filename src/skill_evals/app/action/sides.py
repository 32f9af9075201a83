"""The two trees of an event: what was checked out against its base, or both as git objects where nothing of the head
may lie about as files.
"""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from skill_evals.app.action.mode import Against
from skill_evals.app.action.pushed import base_of_push
from skill_evals.app.action.step import Step
from skill_evals.app.lint import BaseSide
from skill_evals.app.place import Place, open_place, own_config, side_at
from skill_evals.app.revisions import BasePoint, find_base, first_parent
from skill_evals.edges.git import Git, Opener
from skill_evals.edges.git_changes import read_changes
from skill_evals.edges.git_partial import whole_tree
from skill_evals.errors import GitHubError, RevisionError
from skill_evals.model.changes import ChangeSet
from skill_evals.model.event import Event, PullRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    place: Place
    base: BaseSide
    head_sha: str
    """The commit that a reviewer sees: of a merge that GitHub made for testing, the pull request's own."""


def opener_of(event: Event, token: str) -> Opener | None:
    """Opens ``origin`` also where the checkout kept no credential, or keeps it where a container does not look."""
    if not token:
        return None
    basic = base64.b64encode(f"x-access-token:{token}".encode()).decode("ascii")
    return Opener(server=event.job.server_url, header=f"Authorization: basic {basic}")


@contextmanager
def sides_of(step: Step) -> Iterator[Sides]:
    """The base is the event's, unless the inputs name another revision.

    Raises:
        RevisionError: a commit is not here and cannot be had; the cure says how.
        UsageError: this is no checkout.
        ConfigError: a configuration that cannot be used.
    """
    event = step.event
    opener = opener_of(event, step.options.github_token)
    if step.mode.blobs_only and event.pull is not None:
        with _blobs(event.pull, step, opener) as sides:
            yield sides
        return
    place, git = open_place([], root=step.folder, config=step.options.config), Git(step.folder, opener=opener)
    head = _checked_out(event, git)
    with side_at(git, _point(step, git, head), beside=place.files, fetch=True) as base:
        yield Sides(place=place, base=base, head_sha=_seen(event, head))


def _point(step: Step, git: Git, head: str) -> BasePoint:
    """Raises RevisionError."""
    event, named = step.event, step.options.base
    if not named and step.mode.against is Against.BEFORE:
        return base_of_push(git, event)
    if not named and _is_test_merge(event, head):
        # What the base branch held when the event was made may be older than the merge's parent: to take it would show
        # what was merged meanwhile as this pull request's doing.
        return first_parent(git, git.parents(head)[0], fetch=True)
    return find_base(git, named or (head if step.mode.against is Against.NOTHING else step.mode.base), fetch=True)


def _checked_out(event: Event, git: Git) -> str:
    head = git.resolve("HEAD")
    if head is None:
        raise RevisionError("nothing is checked out here", cure="let actions/checkout come before this step")
    known = {event.sha} if event.pull is None else {event.sha, event.pull.head.sha}
    if event.name in {"pull_request", "merge_group", "push"} and head not in known:
        raise RevisionError(
            f"the commit {head[:12]} is checked out, and this event is about {' or '.join(one[:12] for one in known)}",
            cure="leave `ref` of actions/checkout out, or let it name the event's commit",
        )
    return head


def _seen(event: Event, head: str) -> str:
    return event.pull.head.sha if event.pull is not None and _is_test_merge(event, head) else head


def _is_test_merge(event: Event, head: str) -> bool:
    """Whether it is the merge with the base that GitHub makes for a pull request. A comment's job has the tip of the
    default branch in the place of that.
    """
    return event.name == "pull_request" and event.pull is not None and head == event.sha != event.pull.head.sha


@contextmanager
def _blobs(pull: PullRequest, step: Step, opener: Opener | None) -> Iterator[Sides]:
    """Both commits are fetched by their ids, and nothing is checked out."""
    git = Git(step.folder, opener=opener)
    try:
        base = step.github.merge_base(pull.base.sha, pull.head.sha)
    except GitHubError as error:
        raise RevisionError(error.message, cure=error.cure) from error
    for commit in (base, pull.head.sha):
        if not git.has_commit(commit):
            git.fetch("--depth=1", "origin", commit)
    with whole_tree(git, pull.head.sha, fetch=True) as head, whole_tree(git, base, fetch=True) as before:
        changes = ChangeSet(
            base=base,
            head=pull.head.sha,
            base_reason="merge base of the pull request, as GitHub tells it",
            dirty=False,
            changes=read_changes(git, base, pull.head.sha),
        )
        place = Place(root=step.folder, files=head, own=own_config(head, step.options.config), paths=())
        yield Sides(place=place, base=BaseSide(files=before, changes=changes), head_sha=pull.head.sha)
