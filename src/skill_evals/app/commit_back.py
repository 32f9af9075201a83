"""Committing results to the branch that was measured, or keeping them as a patch that says why they were not.

Whatever another commit did to the branch meanwhile, its tree is not the one that was measured: then nothing is
committed. Our own results commit is the exception: it changes nothing that was measured.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha1

from skill_evals.app.own_commits import is_login, is_own, is_same_head, is_unsigned_own, standing
from skill_evals.edges.github.api import BOT, GitHub
from skill_evals.errors import GitHubError
from skill_evals.model.event import Event, PullRequest
from skill_evals.model.publication import Commit
from skill_evals.report.commit_policy import (
    AUTO,
    CommitDecision,
    CommitFacts,
    commit_decision,
    is_results_path,
)
from skill_evals.report.results_patch import results_patch

_TRIES = 3
"""Of committing, where our own commit for another job came in between."""

_AGAIN = (
    "what was measured is this action's own commit of results; one more upon it would start this workflow once more, "
    "and so on for ever"
)

_UPON_ITSELF = CommitDecision(branch=None, why="the head is a commit of results already, which the server did not sign")

Before = Callable[[str], bytes | None]
"""The bytes of a file in the tree that was measured; None: it is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Results to commit, and what the decision depends on. Texts are reasons in words, empty where there is none."""

    results: Mapping[str, bytes]
    """Results and their sidecars by path, as they would stand in the tree; other files are not committed."""
    event: Event
    setting: str
    """The input ``commit``."""
    headline: str
    before: Before | None = None
    """For the patch; None: there is to be none."""
    pull: PullRequest | None = None
    """As it was judged."""
    forbidden: str = ""
    """``Mode.not_committed``."""
    drafts: bool = False
    backend: str = ""
    """Whose results they are."""
    unfinished: str = ""
    """``commit_policy.unfinished(report)``."""
    body: str = ""
    """Of the commit's message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """``sha`` None: no commit, and ``why`` says why not. ``patch`` is for ``git apply``; None where nothing differs, or
    what it belongs to is gone.
    """

    sha: str | None
    why: str
    branch: str = ""
    ways_out: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What was committed, or would have been."""
    patch: bytes | None = None
    superseded: bool = False
    refused: bool = False
    """Whether it was tried, and GitHub did not do it."""


def commit_results(github: GitHub, offer: Offer) -> Committed:
    """Commit what differs from the branch, where the policy lets it. Never raises for what GitHub refuses."""
    results = {path: data for path, data in sorted(offer.results.items()) if is_results_path(path)}
    if not results:
        return Committed(sha=None, why="there are no results to commit")
    offer = replace(offer, results=results)
    early = commit_decision(_facts(offer))
    if early.branch is None:
        return _kept(offer, early)
    why = ""
    for _ in range(_TRIES):
        try:
            done = _attempt(github, offer)
        except GitHubError as error:
            why = error.in_full
            if not error.lost:
                break
            continue
        if done is not None:
            return done
        why = "other jobs of this action committed to the branch all the while; run this one again"
    return replace(_kept(offer, CommitDecision(branch=None, why=why)), refused=True)


def _attempt(github: GitHub, offer: Offer) -> Committed | None:
    """None: the branch moved between looking and committing."""
    decision, expected = _decided(github, offer)
    if decision.branch is None:
        return _kept(offer, decision)
    judged = offer.event.sha if offer.pull is None else offer.pull.head.sha
    if is_own(github, judged):
        return _kept(offer, CommitDecision(branch=None, why=_AGAIN))
    differing = {path: data for path, data in offer.results.items() if github.blob_at(path, expected) != blob_id(data)}
    if not differing:
        return Committed(sha=None, why=f"{decision.branch} holds these results already", branch=decision.branch)
    commit = Commit(
        branch=decision.branch, expected=expected, headline=offer.headline, body=offer.body, files=differing
    )
    try:
        sha = github.commit(commit)
    except GitHubError as error:
        done = _after_doubt(github, offer, decision, differing) if error.stale or error.lost else None
        if done is None and not error.stale:
            raise
        return done
    return Committed(sha=sha, why=decision.why, branch=decision.branch, files=differing)


def _after_doubt(
    github: GitHub, offer: Offer, decision: CommitDecision, files: Mapping[str, bytes]
) -> Committed | None:
    """The branch was elsewhere, or the answer was lost and the commit may have been done: the branch tells."""
    now = github.branch_head(decision.branch or "")
    if all(github.blob_at(path, now) == blob_id(data) for path, data in files.items()):
        ours = offer.pull is None or is_same_head(github, offer.pull.head.sha, now)
        if ours:
            return Committed(sha=now, why=decision.why, branch=decision.branch or "", files=files)
    return None


def _decided(github: GitHub, offer: Offer) -> tuple[CommitDecision, str]:
    """The decision with what GitHub says now, and the commit that the branch is expected at."""
    facts = _facts(offer)
    sha = ""
    if offer.pull is not None:
        now = standing(github, offer.pull)
        facts, sha = replace(facts, pull=now.pull, moved=now.moved), now.sha
        if offer.setting == AUTO and not now.moved:
            is_workflows = _is_workflow_token(github)
            required = _required(github, now.pull.base.ref) if is_workflows else ()
            facts = replace(facts, workflow_token=is_workflows, required=required)
    decision = commit_decision(facts)
    if decision.branch is not None and offer.pull is not None and decision.branch == offer.pull.head.ref:
        return (_UPON_ITSELF if is_unsigned_own(github, sha) else decision), sha
    if decision.branch is None:
        return decision, sha
    now_at = github.branch_head(decision.branch)
    is_measured = offer.pull is None and offer.event.ref == f"refs/heads/{decision.branch}"
    if is_measured and not is_same_head(github, offer.event.sha, now_at):
        why = f"superseded: {decision.branch} moved from {offer.event.sha[:12]} to {now_at[:12]}"
        return CommitDecision(branch=None, why=why, superseded=True), now_at
    return decision, now_at


def _facts(offer: Offer) -> CommitFacts:
    """Without what only GitHub knows, which is taken to be in favour."""
    return CommitFacts(
        setting=offer.setting,
        event=offer.event,
        pull=offer.pull,
        forbidden=offer.forbidden,
        drafts=offer.drafts,
        backend=offer.backend,
        unfinished=offer.unfinished,
    )


def _is_workflow_token(github: GitHub) -> bool:
    """Where it cannot be told, what such a token's commit could do is reckoned with."""
    try:
        return is_login(github.me(), BOT)
    except GitHubError:
        return True


def _required(github: GitHub, branch: str) -> tuple[str, ...] | None:
    try:
        return github.required_checks(branch)
    except GitHubError:
        return None


def _kept(offer: Offer, decision: CommitDecision) -> Committed:
    """No commit: the files and their patch instead, unless they belong to a head that is gone."""
    if decision.superseded:
        return Committed(sha=None, why=decision.why, superseded=True)
    patch = None if offer.before is None else _patch(offer.results, offer.before)
    return Committed(sha=None, why=decision.why, ways_out=decision.ways_out, files=offer.results, patch=patch)


def _patch(results: Mapping[str, bytes], before: Before) -> bytes | None:
    try:
        known = {path: data for path in results if (data := before(path)) is not None}
        return results_patch(known, results) or None
    except UnicodeDecodeError:  # what stands there now is no text
        return None


def blob_id(data: bytes) -> str:
    """The id that git has for a file's bytes: those of the repository, whatever a checkout does to line ends."""
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
