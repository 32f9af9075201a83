"""What the planner is given: two trees as data, what the backend can do, and what was asked for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from skill_evals.model.freshness import CommittedResults, SkillHashes
from skill_evals.model.plan import Baseline, Foreseen
from skill_evals.model.skill import Project
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.skills.listing import Room


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
    """What the plan has to know of a backend (run.ports.backend.Backend says what each means)."""

    name: str
    deterministic: bool
    free: bool
    tiers: frozenset[str]
    model_keys: tuple[str, ...]
    rooms: Mapping[str, Room] = field(default_factory=dict)
    """By model key: what its listing has room for; those that are shown no such listing are not in it."""
    prompt: int = 0
    """Characters that each call sends besides listing, skill and case: system prompt and tools, where they are long."""
    judging: Callable[[EvalCase, str], Foreseen] | None = None
    """What judging one run of a case on a model takes. None: nobody judges."""
    batches: bool = False
    """Whether runs of triggers go in batches, which cost half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """How results that only the head holds are taken: anyone can compute hashes, and write any verdict beside them."""

    vouched: Mapping[str, str] = field(default_factory=dict)
    """Paths of results files that skip runs all the same, each with the reason in words."""
    share: float = 0.1
    """Of the claims that nothing else runs, how many are measured again."""
    seed: str = ""
    """Draws them: nobody who writes claims knows it before they are committed."""


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
    paths: tuple[str, ...] = ()
    """Globs, with ``!`` for what they are not to mean (skills/globs.py), that the suite's file has to lie at."""
    withheld: Mapping[Tier, str] = field(default_factory=dict)
    """Tiers of which nothing is run, and why, in words."""
    baseline: Baseline = Baseline.BASE
    claims: Claims | None = None
    """None: what only the head holds skips no run, and is not measured for its own sake."""
