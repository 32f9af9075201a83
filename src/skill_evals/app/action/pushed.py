"""What a push is compared with: what the branch held before, as far as that is still to be had."""

from contextlib import suppress

from skill_evals.app.revisions import BasePoint, everything, find_base
from skill_evals.edges.git import Git
from skill_evals.errors import RevisionError
from skill_evals.model.event import NO_COMMIT, Event


def base_of_push(git: Git, event: Event) -> BasePoint:
    """Where the branch is new, or a forced push dropped what it held, its place is taken by the default branch; and by
    nothing at all, where that is what was pushed or has no history in common with it. Never is the head compared with
    itself, which would find nothing changed.

    Raises:
        RevisionError: ``origin`` cannot be reached.
    """
    before = NO_COMMIT if event.push is None else event.push.before
    if before != NO_COMMIT:
        with suppress(RevisionError):
            return find_base(git, before, fetch=True)
    default = event.repository.default_branch
    is_other = default != "" and event.ref != f"refs/heads/{default}"
    if is_other and git.remote_tip(default) is not None:
        with suppress(RevisionError):
            return find_base(git, f"origin/{default}", fetch=True)
    return everything(git)
