"""The marks upon a head that are proven: by GitHub's signature for the App of this job's token, or by a seal.

A commit with a seal counts by it alone: a job that commits what another one measured has mark and results from an
artefact, and its signature says nothing of what is true.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from skill_evals.app.action.vouching import is_apps_own
from skill_evals.app.own_commits import commits_of_results
from skill_evals.edges.github.api import BOT, GitHub
from skill_evals.edges.github.known_commit import KnownCommit
from skill_evals.model.mark import Mark
from skill_evals.report.commit_mark import mark_of
from skill_evals.report.mark_seal import files_digest, is_sealed, sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What the jobs that measure have in common, and no other job."""

    key: str = field(repr=False)
    repository: int
    """The id of the one whose pull request is measured."""

    def upon(self, mark: Mark) -> Mark:
        return sealed(mark, key=self.key, repository=self.repository)

    def holds(self, mark: Mark, commit: KnownCommit) -> bool:
        """Whether it is upon the mark, and the commit writes the very results that were measured with it."""
        is_whole = commit.blobs.keys() == set(commit.paths) and files_digest(commit.blobs) == mark.results
        return is_whole and is_sealed(mark, key=self.key, repository=self.repository)


def proven_marks(github: GitHub, head: str, seal: Seal | None) -> Iterator[tuple[str, Mark | None]]:
    """Of the commits of results that a head ends in, the newest first, each with its parent. None: a commit of ours
    without a mark that could be read here.

    Raises:
        GitHubError: it cannot be told.
    """
    me = cache(github.me)
    for commit in commits_of_results(github, head):
        mark = mark_of(commit.message)
        if mark is not None and mark.seal:
            if seal is None or not seal.holds(mark, commit):
                return
        # The workflow's own token is no App of ours: every workflow has it.
        elif commit.author == BOT or not is_apps_own(commit, me()):
            return
        yield commit.parents[0], mark
