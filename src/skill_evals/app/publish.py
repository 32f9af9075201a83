"""Publishing a report: one comment that is kept up to date, and a check run. What a token may not do is told, and costs
nothing else: neither the lint result nor the exit code depends on it.
"""

from dataclasses import dataclass
from enum import StrEnum

from skill_evals.edges.github.api import GitHub
from skill_evals.errors import GitHubError
from skill_evals.model.publication import CheckRun
from skill_evals.report.sticky import Action, Decision, Stamp, decide, stamped, told_of

_ROUNDS = 4
"""Of listing and deciding: one to act, one to look at what others did meanwhile, and two for a lost answer."""


_UNDONE = {
    Action.CREATE: "there is no comment",
    Action.UPDATE: "the comment that stands is not brought up to date",
    Action.KEEP: "one more comment of this action's own is left",
}
"""What it comes to that something was refused."""


class CommentWhen(StrEnum):
    """The input ``comment``: when there is one."""

    ALWAYS = "always"
    CHANGES = "changes"
    """Where anything was found, run or left unmeasured."""
    FAILURES = "failures"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the comment is to say."""

    number: int
    """Of the pull request."""
    body: str
    stamp: Stamp
    wanted: bool = True
    """False: there is nothing to say, so that only a comment which stands already is brought up to date."""
    author: str = ""
    """Whose comments are ours; empty: the token's own."""
    told: tuple[str, ...] = ()
    """Heads of which a comment that stands says more than this one: it is kept, and moved to the stamp's head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commented:
    """What became of the comment; ``notice`` says why it is not as it should be."""

    action: Action
    id: int | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    id: int | None = None
    notice: str = ""


def publish_comment(github: GitHub, draft: Draft) -> Commented:
    """Make the pull request hold exactly one comment of ours with this body, unless a newer run has spoken."""
    try:
        return _converge(github, draft, draft.author or github.me())
    except GitHubError as error:
        return Commented(action=Action.NOTHING, notice=f"{_UNDONE[Action.CREATE]}: {error.in_full}")


def publish_check(github: GitHub, run: CheckRun) -> Checked:
    """Without ``id`` there is none; with both ``id`` and ``notice`` it lacks annotations."""
    try:
        number = github.create_check(run)
    except GitHubError as error:
        return Checked(notice=f"there is no check run: {error.in_full}")
    try:
        github.complete_check(number, run)
    except GitHubError as error:
        return Checked(id=number, notice=f"the check run does not show every finding: {error.in_full}")
    return Checked(id=number)


def _converge(github: GitHub, draft: Draft, me: str) -> Commented:
    """Whatever was done, others may have done at the same time: it is looked at again until nothing is left to do."""
    done = Action.NOTHING
    undone = "others changed the comment all the while"
    target: int | None = None
    for _ in range(_ROUNDS):
        posted = github.comments(draft.number)
        known = told_of(posted, me=me, stamp=draft.stamp, heads=draft.told)
        text = stamped(draft.body if known is None else known, draft.stamp)
        found = decide(posted, me=me, body=text, stamp=draft.stamp, wanted=draft.wanted)
        target = found.target
        if found.action in {Action.NOTHING, Action.SUPERSEDED}:
            return Commented(action=found.action, id=target)
        if found.action is Action.KEEP and not found.delete:
            return Commented(action=Action.KEEP if done is Action.NOTHING else done, id=target)
        left = found.action
        try:
            _act(github, draft.number, text, found)
            done, left = (found.action if found.action is not Action.KEEP else done), Action.KEEP
            for one in found.delete:
                github.delete_comment(one)
        except GitHubError as error:
            undone = f"{_UNDONE[left]}: {error.in_full}"
            if not _is_unknown(error, left):
                return Commented(action=done, id=target, notice=undone)
    return Commented(action=done, id=target, notice=undone)


def _act(github: GitHub, number: int, text: str, found: Decision) -> None:
    if found.action is Action.CREATE:
        github.create_comment(number, text)
    if found.action is Action.UPDATE and found.target is not None:
        github.edit_comment(found.target, text)


def _is_unknown(error: GitHubError, action: Action) -> bool:
    """Whether the answer was lost, so that it may have been done, or the comment went away meanwhile: the next round
    looks.
    """
    return error.lost or (error.status == 404 and action is Action.UPDATE)
