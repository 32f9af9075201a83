"""What a job does about an event: what it judges, whether it runs and spends, and what it may change on GitHub."""

from dataclasses import dataclass
from enum import StrEnum

DRY = "the input `dry-run` is `true`"
TWO_JOBS = "docs/recipes/public-repository.yml shows the two jobs"


class Asked(StrEnum):
    """The input ``mode``."""

    AUTO = "auto"
    LINT = "lint"
    """Nothing is run."""
    PLAN = "plan"
    """Run nothing; tell into which shards the plan is parted."""
    EVAL = "eval"
    """Judge and run, and leave an artefact; publishing is another job's."""
    MERGE = "merge"
    """Run nothing; judge by what the shards ran, and leave an artefact."""
    PUBLISH = "publish"
    """Run nothing; publish the artefact of another job."""
    POST_COMMENT = "post-comment"
    """Of that the comment alone."""


MEASURING = frozenset({Asked.PLAN, Asked.EVAL, Asked.MERGE})
"""Those of jobs that measure together, and leave the publishing to another one."""


class Task(StrEnum):
    NOTHING = "nothing"
    JUDGE = "judge"
    """Lint, plan, run what may be run, compare, and publish what this job may publish."""
    PUBLISH = "publish"
    EVALUATE = "evaluate"
    """Answer a ``/evaluate`` comment."""


class Against(StrEnum):
    """Which base a head is judged against."""

    PULL_REQUEST = "pull request"
    """The first parent of a merge commit that was checked out, else the merge base."""
    SHA = "sha"
    """``Mode.base``: the merge base with it."""
    BEFORE = "before"
    """What the branch held before a push, as far as that is to be had."""
    NOTHING = "nothing"
    """There is nothing to compare with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What the inputs ask for, and what this job holds."""

    asked: Asked = Asked.AUTO
    backend: str = ""
    """The one that was named in the inputs; empty: none, so that the base's configuration decides."""
    drafts: bool = False
    """Whether drafts are measured."""
    commit: str = "auto"
    everything: bool = False
    """Whether all is asked for, whatever changed."""
    dry: bool = False
    """Whether nothing is to be run, and nothing changed on GitHub."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """``because`` and every ``not_…`` are words for the log and the summary; an empty ``not_…`` means that it is done,
    as far as rights and configuration allow.
    """

    task: Task
    because: str
    against: Against = Against.NOTHING
    base: str = ""
    blobs_only: bool = False
    """The head is read from git objects and never from files that lie about: what was checked out is not the head."""
    not_run: str = ""
    not_commented: str = ""
    not_committed: str = ""
    excused: bool = False
    """Whether results that stay stale since nothing is run only warn: their author cannot have them renewed here."""
    everything: bool = False

    @property
    def runs(self) -> bool:
        return self.task is Task.JUDGE and not self.not_run
