"""Results that the action itself committed: GitHub signed the commit, and the token's own identity wrote it."""

from functools import cache
from posixpath import join

from skill_evals.app.claims import Vouch
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.known_commit import KnownCommit
from skill_evals.errors import GitHubError

_BOT = "[bot]"
"""Ends the login of an App, but not where the App asks for its own; no person's login can."""


def own_commits(github: GitHub, head: str, *, below: str = "") -> Vouch:
    """Believes a path that was last written, as seen from ``head``, by a verified commit of the token's own App.
    ``below``: the folder of the repository that paths are relative to.

    A person's token vouches for nothing, since what that person edits on GitHub is verified as well; and what GitHub
    cannot be asked is not believed.
    """
    me = cache(github.me)

    @cache
    def vouch(path: str) -> str | None:
        try:
            last = github.last_commit_of(join(below, path), head)
            if last is None or not is_apps_own(last, me()):
                return None
        except GitHubError:
            return None
        return f"committed by {last.author} in the verified commit {last.sha[:12]}"

    return vouch


def is_apps_own(commit: KnownCommit, me: str) -> bool:
    """Whether GitHub signed it for the App whose token is called ``me``."""
    return commit.verified and commit.author == f"{me.removesuffix(_BOT)}{_BOT}"
