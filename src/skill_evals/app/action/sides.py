"""The two trees of an event: what was checked out against its base, or both as git objects where nothing of the head
may lie about as files.
"""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from skill_evals.app.action.mode import Against, Mode
from skill_evals.app.action.step import Step
from skill_evals.app.configuration import load_config
from skill_evals.app.lint import BaseSide
from skill_evals.app.place import Place, base_of, open_place
from skill_evals.edges.git import Git, Opener
from skill_evals.edges.git_changes import read_changes
from skill_evals.edges.git_tree import GitTree
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
    place = open_place([], root=step.folder)
    head = _checked_out(event, step.folder)
    with base_of(place, step.options.base or _base(event, step.mode, head), fetch=True, opener=opener) as side:
        is_test_merge = event.pull is not None and head == event.sha
        yield Sides(place=place, base=side, head_sha=event.pull.head.sha if event.pull and is_test_merge else head)


def _checked_out(event: Event, folder: Path) -> str:
    head = Git(folder).resolve("HEAD")
    if head is None:
        raise RevisionError("nothing is checked out here", cure="let actions/checkout come before this step")
    known = {event.sha} if event.pull is None else {event.sha, event.pull.head.sha}
    if event.name in {"pull_request", "merge_group", "push"} and head not in known:
        raise RevisionError(
            f"the commit {head[:12]} is checked out, and this event is about {' or '.join(one[:12] for one in known)}",
            cure="leave `ref` of actions/checkout out, or let it name the event's commit",
        )
    return head


def _base(event: Event, mode: Mode, head: str) -> str | None:
    """None: git finds it, in the checkout of a test merge as its first parent.

    What the base branch held when the event was made may be older than the merge's parent: to take it would show what
    was merged meanwhile as this pull request's doing.
    """
    if mode.against is Against.PULL_REQUEST:
        return None if head == event.sha else mode.base
    return mode.base if mode.against is Against.SHA else head


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
    with GitTree(git, pull.head.sha) as head, GitTree(git, base) as before:
        changes = ChangeSet(
            base=base,
            head=pull.head.sha,
            base_reason="merge base of the pull request, as GitHub tells it",
            dirty=False,
            changes=read_changes(git, base, pull.head.sha),
        )
        place = Place(root=step.folder, files=head, own=load_config(head), paths=())
        yield Sides(place=place, base=BaseSide(files=before, changes=changes), head_sha=pull.head.sha)
