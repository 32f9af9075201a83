"""Fingerprints as they are now, and how committed results stand to them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from skill_evals.model.light import field, light
from skill_evals.model.suite import Tier

if TYPE_CHECKING:  # its twenty classes cost lint a tenth of its start, and most trees have no results
    from skill_evals.model.results import ResultsFile


@light(frozen=True, slots=True, kw_only=True)
class TierHashes:
    """``content`` is evolve's content hash of the tier, ``specs`` its spec hash by case key (SHA-256, lower-case hex).

    None: it cannot be computed here, since some of the bytes are not here.
    """

    content: str | None
    specs: Mapping[str, str | None] = field(default_factory=dict)


@light(frozen=True, slots=True, kw_only=True)
class SkillHashes:
    """What ``results hashes`` prints for one skill."""

    plugin: str
    skill: str
    skill_dir: str
    surface: str
    triggers: TierHashes | None = None
    evals: TierHashes | None = None


class Freshness(StrEnum):
    FRESH = "fresh"
    STALE_CONTENT = "stale-content"
    """The skill changed since: the surface for Tier 1, any file of the skill for Tier 2."""
    STALE_CASE = "stale-case"
    """The case itself was edited since."""
    UNKNOWN = "unknown"
    """Stored without hashes, or the bytes to compare with are not here: never counted as fresh."""
    UNRUN = "unrun"


@light(frozen=True, slots=True, kw_only=True)
class ModelFreshness:
    """How one model's stored results of one tier stand to the suite and skill as they are now."""

    model: str
    tier: Tier
    cases: Mapping[str, Freshness]
    """By key, every case of the suite."""
    orphans: tuple[str, ...] = ()
    """Keys of stored results whose case is gone."""
    surface_known: bool = False
    """Whether the sidecar holds a surface hash; else evolve's hash of all frontmatter bytes was compared."""


@light(frozen=True, slots=True, kw_only=True)
class CommittedResults:
    """A results file of a tree: read, compared with the tree, or why not."""

    path: str
    skill_dir: str | None
    file: "ResultsFile | None"
    problem: str | None = None
    """Why it could not be read; ``file`` is None then."""
    first_difference: int | None = None
    """The 1-based line at which a file of the present schema departs from its canonical bytes; None: it does not."""
    freshness: tuple[ModelFreshness, ...] = ()
