"""What the planner is given: two trees as data, what the backend can do, and what was asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.model.freshness import CommittedResults, SkillHashes
from skill_evals.model.skill import Project
from skill_evals.model.suite import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One tree: the merge base or the head."""

    project: Project
    hashes: Mapping[str, SkillHashes] = field(default_factory=dict)
    """By skill folder; empty where nothing computed them."""
    results: tuple[CommittedResults, ...] = ()
    """Every committed results file, with how fresh it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendTraits:
    """What the plan has to know of a backend (run.ports.Backend says what each means)."""

    name: str
    deterministic: bool
    free: bool
    tiers: frozenset[str]
    model_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """What the command line asks for."""

    all: bool = False
    """Every case, whatever changed."""
    tier: Tier | None = None
    skill: str | None = None
    """A skill's name, ``plugin/name`` or folder."""
    cases: tuple[str, ...] = ()
    """Ids or queries, or how they begin; empty: all."""
    runs: int | None = None
    """Screening runs a case, in place of the configuration's."""
