"""What a job that may not publish leaves for one that may: a report, results, and a list of both."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.model.mark import Mark
from skill_evals.model.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where an artefact says that it is from. Nothing is published by these words: GitHub is asked for each, and an
    artefact that says otherwise is refused.
    """

    repository: int
    """Id of the repository that the workflow ran in."""
    run: int
    head_sha: str
    event: str
    """As ``GITHUB_EVENT_NAME`` has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """What a head has to do with those that differ from it by results alone."""

    mark: Mark | None = None
    """For the commit of these results. Only its seal makes it worth anything, and who publishes cannot tell that."""
    heads: tuple[str, ...] = ()
    """Commits of which a comment that stands says all there is to say of this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    product: str
    """Version of whoever wrote it."""
    origin: Origin
    report: Report
    results: Mapping[str, bytes] = field(default_factory=dict)
    """Results and sidecars by path, as they would stand in the tree."""
    alike: Alike = field(default_factory=Alike)
