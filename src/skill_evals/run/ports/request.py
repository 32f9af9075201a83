"""One run to make, and what it is given."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from skill_evals.model.evidence import RunKey
from skill_evals.model.skill import Skill
from skill_evals.model.suite import EvalCase, TriggerCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The skills that a model is shown in one arm, in the order of the listing; ``digest`` identifies the listing."""

    skills: tuple[Skill, ...]
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFile:
    """A file or a link of a tree; ``link``: what the link points at, and then ``data`` is empty."""

    data: bytes
    executable: bool = False
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Install:
    """A skill as a client installs it. ``name`` is the name of its folder; ``files`` are by path beneath the folder,
    without suites and what they were measured to be.
    """

    name: str
    files: Mapping[str, TreeFile]


class Meter(Protocol):
    """What one run may still spend; a backend whose runs take several calls asks it before each of them."""

    def reserve(self, usd: float) -> str | None:
        """Before a call that costs ``usd`` at most, 0 where that is not known: None, and it may be made; else why not,
        in words, and the run ends with outcome BUDGET.
        """
        ...

    def settle(self, reserved: float, usd: float | None) -> None:
        """After a call that was reserved so: what it took; None: it is not known, and counts as reserved."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One run to make: exactly one of ``trigger`` and ``task`` is set."""

    key: RunKey
    catalogue: Catalogue
    """All that is at hand in the run: in the lift arm, which has a target as any, no skill at all."""
    target: str
    """Name of the skill under test; for a control, of the synthetic control skill."""
    trigger: TriggerCase | None = None
    task: EvalCase | None = None
    dialect: str = ""
    """Of the suite that the case is from: it says what the kinds of its checks mean."""
    skill_dir: str = ""
    """Where the skill under test lies in the arm's tree."""
    fixtures: Mapping[str, bytes] | None = None
    """Tier 2: bytes by destination path in the workspace."""
    setup: Mapping[str, bytes] = field(default_factory=dict)
    """Tier 2: the same of what the commands of checks find there, and the agent does not."""
    unsupported: str | None = None
    """Tier 2: what the case asks of a runner that no agent here is given, in words; a recording may hold it."""
    installs: tuple[Install, ...] = ()
    """The skills of the catalogue as files, in its order, for backends that ask for them (``Installing``)."""
    fault: str | None = None
    """Why it cannot be made, in words: then it ends as an error at once, and no backend is asked."""
    meter: Meter | None = field(default=None, compare=False, repr=False)
    """Set by whoever makes the run; None: nobody counts its calls."""
