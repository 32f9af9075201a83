"""Where a pull request is, when commits of results count as the commit that they were put upon: they change nothing
that was measured.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.known_commit import MOST_FILES, KnownCommit
from skill_evals.errors import GitHubError
from skill_evals.model.event import PullRequest
from skill_evals.report.commit_policy import is_only_results, is_results_path

_DEEPEST = 5
"""Commits of results upon each other that are looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a pull request is now."""

    pull: PullRequest
    sha: str
    """Its head; where only our results were put upon the judged one, their commit."""
    moved: str = ""
    """Words, where the head is another tree than the judged one or the pull request is closed."""


def standing(github: GitHub, judged: PullRequest) -> Standing:
    """Raises GitHubError."""
    now = github.pull(judged.number)
    if not now.is_open:
        state = "merged" if now.merged else "closed"
        return Standing(pull=now, sha=now.head.sha, moved=f"pull request {now.number} is {state}")
    if is_same_head(github, judged.head.sha, now.head.sha):
        return Standing(pull=now, sha=now.head.sha)
    moved = f"the head moved from {judged.head.sha[:12]} to {now.head.sha[:12]}"
    return Standing(pull=now, sha=now.head.sha, moved=moved)


def head_moved(github: GitHub, judged: PullRequest) -> str | None:
    """Why nothing must be spent on this head any more, in words; None: it is the head still, or it cannot be told."""
    try:
        return standing(github, judged).moved or None
    except GitHubError:
        return None


def is_same_head(github: GitHub, judged: str, now: str) -> bool:
    """Whether nothing but results of ours lies between two commits.

    Raises:
        GitHubError: it cannot be told.
    """
    return now == judged or any(commit.parents[0] == judged for commit in _own_commits_from(github, now))


def commits_of_results(github: GitHub, now: str) -> Iterator[KnownCommit]:
    """Commits of nothing but results, upon each other, whoever made them: the newest first. Each has one parent.

    Raises:
        GitHubError: it cannot be told.
    """
    for _ in range(_DEEPEST):
        found = github.commit_of(now, only=is_results_path)
        if len(found.parents) != 1 or len(found.paths) >= MOST_FILES or not is_only_results(found.paths):
            return
        yield found
        now = found.parents[0]


def is_own(github: GitHub, sha: str) -> bool:
    """Whether a commit is one of ours, of nothing but results.

    Raises:
        GitHubError: it cannot be told.
    """
    return next(_own_commits_from(github, sha), None) is not None


def is_unsigned_own(github: GitHub, sha: str) -> bool:
    """Whether a commit looks like one of ours that the server did not sign, as GitHub Enterprise Server does not by
    default. Nobody vouches for its results, so they were measured once more: committing those would start the next run,
    and that one the next.

    Raises:
        GitHubError: it cannot be told.
    """
    found = github.commit_of(sha, only=is_results_path)
    return not found.verified and is_login(found.author, github.me()) and is_only_results(found.paths)


def is_login(one: str, other: str) -> bool:
    """REST writes ``name[bot]`` where GraphQL writes ``name``."""
    return _plain(one) == _plain(other)


def _own_commits_from(github: GitHub, now: str) -> Iterator[KnownCommit]:
    me = cache(github.me)
    for commit in commits_of_results(github, now):
        if not (commit.verified and is_login(commit.author, me())):
            return
        yield commit


def _plain(login: str) -> str:
    return login.removesuffix("[bot]").casefold()
