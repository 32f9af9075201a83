"""What happened on GitHub, as far as anything here depends on it: one noun for every event that starts a job."""

from dataclasses import dataclass

NO_COMMIT = "0" * 40
"""What GitHub writes where there is no commit: before a new branch, after a deleted one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    id: int
    full_name: str
    """``owner/name``."""
    default_branch: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """One end of a pull request; ``repository`` is None where the fork was deleted."""

    sha: str
    ref: str
    """The name of the branch."""
    repository: Repository | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    number: int
    base: Tip
    head: Tip
    is_open: bool = True
    draft: bool = False
    merged: bool = False

    @property
    def is_fork(self) -> bool:
        """By the repositories' ids: one owner may have two of them, and a deleted fork has none."""
        head, base = self.head.repository, self.base.repository
        return head is None or base is None or head.id != base.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """``before`` is NO_COMMIT for a new branch, ``after`` for a deleted one."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeGroup:
    base_sha: str
    head_sha: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A comment on an issue or, where ``pull`` is a number, on a pull request."""

    id: int
    body: str
    author: str
    pull: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """The run whose end a ``workflow_run`` event tells; its list of pull requests is empty for forks, and left out."""

    id: int
    event: str
    """What started it."""
    conclusion: str
    head_sha: str
    head_branch: str
    head_repository: Repository | None
    attempt: int = 1
    created: str = ""
    """When, in ISO 8601."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Where this process runs: all that its own links and its order among other runs need."""

    run_id: int = 0
    attempt: int = 1
    server_url: str = "https://github.com"
    api_url: str = "https://api.github.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event. Exactly that member is set which its name promises; a dispatch and a schedule have none."""

    name: str
    """As ``GITHUB_EVENT_NAME`` has it, such as ``pull_request``."""
    action: str
    """What of it, such as ``synchronize``; empty where the event knows no such thing."""
    repository: Repository
    job: Job
    sha: str = ""
    ref: str = ""
    pull: PullRequest | None = None
    push: Push | None = None
    merge_group: MergeGroup | None = None
    comment: Comment | None = None
    finished: FinishedRun | None = None
