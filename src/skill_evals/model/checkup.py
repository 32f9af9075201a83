"""What ``skill-evals doctor`` finds: the machine, the repository, and what in it is seen."""

from collections.abc import Mapping
from dataclasses import dataclass

from skill_evals.model.freshness import Freshness
from skill_evals.model.guarantee import Guarantee
from skill_evals.model.suite import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One value in force. ``key`` is dotted where it is one of a group; ``value`` is what JSON can hold."""

    key: str
    value: object
    origin: str
    """``default``, or the file that says so, with its line where it is our own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteCount:
    dialect: str
    tier: Tier
    files: int
    cases: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UncheckedShape:
    """Files of one shape that look like suites and are not checked. ``reason`` is that of the first of them."""

    shape: str
    reason: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """What lies in a tree, counted."""

    layout: str
    plugins: int
    skills: int
    without_suite: int
    """Skills that no suite is about."""
    suites: tuple[SuiteCount, ...]
    unchecked: tuple[UncheckedShape, ...] = ()
    excluded: tuple[str, ...] = ()
    """Paths of skills and of files named like suites that the excludes leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GitState:
    version: str
    top: str
    branch: str | None
    """None: HEAD is detached."""
    head: str | None
    """None: there is no commit yet."""
    shallow: bool
    dirty: bool
    base: str | None
    """The commit that ``--base`` without a name would take; None: there is none, and ``base_reason`` says why."""
    base_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsState:
    """The stored results of one model and tier, over all files."""

    model: str
    tier: Tier
    files: int
    cases: Mapping[Freshness, int]
    orphans: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendState:
    name: str
    chosen: bool
    """Whether the configuration names it, or names none and it is the default."""
    needs: str | None
    """What it lacks here, in words; None: it can be used."""
    account: str | None = None
    """The kind of credential that would pay, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that is broken, and what to do."""

    message: str
    cure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    version: str
    python: str
    platform: str
    root: str
    git: GitState | None
    """None: the root is in no repository."""
    configuration: str | None
    """The configuration's path; None: there is none, or none that can be used."""
    settings: tuple[Setting, ...]
    census: Census
    results: tuple[ResultsState, ...]
    backends: tuple[BackendState, ...]
    problems: tuple[Problem, ...]
    sandbox: tuple[Guarantee, ...] = ()
