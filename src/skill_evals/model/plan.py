"""What will be run, why, and what it would cost; and what will not be run, and why."""

from dataclasses import dataclass
from enum import StrEnum

from skill_evals.model.suite import Tier


class Baseline(StrEnum):
    """What the head of a change is compared with."""

    BASE = "base"
    """What the base's results hold fresh; for the rest the base arm is run."""
    FILE = "file"
    """What the base's results hold fresh, and nothing else: there is no base arm."""
    NONE = "none"
    """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """Answers of a judge and their dollars, low and high; dollars are None where no price is known."""

    calls: tuple[int, int]
    usd: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Runs and dollars, low (everything decisive, bases reused) and high (every confirmation run).

    ``calls`` are runs, which is what the wire forms have called them from the first. Dollars are None where no price is
    known; zero where the backend is free.
    """

    calls_low: int
    calls_high: int
    usd_low: float | None
    usd_high: float | None
    api_calls_low: int = 0
    api_calls_high: int = 0
    """Calls that these runs take, as a cap on calls counts them: the judge's among them, and one for a run that calls
    nobody.
    """
    judge_calls_low: int = 0
    judge_calls_high: int = 0
    """Of those, the judge's."""
    assumes_turns: bool = False
    """Whether some of the calls follow from the most turns that an agent may take, since no stored run tells better."""
    is_batched: bool = False
    """Whether some of the dollars are those of batches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One family: a suite, a tier, a model, and the cases of it that are to be run."""

    skill: str
    skill_dir: str
    plugin: str
    tier: Tier
    model: str
    suite: str
    """Path of the suite at the head; at the base where the head has it no longer."""
    cases: tuple[str, ...]
    reasons: tuple[str, ...]
    forecast: Forecast
    left_out: tuple[str, ...] = ()
    """Cases that were to be run, and that the cap on cases leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """What the cap on cases leaves out of a plan. A case counts once, in however many arms and on whatever models."""

    most: int
    """The cap."""
    wanted: int
    """Cases that were to be run; more than the cap."""

    @property
    def left_out(self) -> int:
        return self.wanted - self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Something that was considered and is not run."""

    skill: str
    tier: Tier
    model: str | None
    reason: str
    by_option: bool = False
    """Whether an option left it out, as whoever gave that knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlisted:
    """Skills that a model's listing told of at the base and only names at the head: there is no more room."""

    model: str
    plugin: str
    skills: tuple[str, ...]
    grown: tuple[str, ...]
    """Whose entries became longer or are new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A verdict that the head's results hold, with hashes that are right, and the base's do not."""

    skill: str
    skill_dir: str
    suite: str
    tier: Tier
    model: str
    case: str
    passed: bool
    counts: str
    """Such as ``3/3``; of a task, whose result is one run, ``pass`` or ``fail``."""
    vouched: str = ""
    """Why it may skip a run; empty: it may not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    base: str | None
    head: str | None
    jobs: tuple[Job, ...]
    skips: tuple[Skip, ...]
    total: Forecast
    unlisted: tuple[Unlisted, ...] = ()
    claims: tuple[Claim, ...] = ()
    """Of the planned models, in the order of the plan."""
    cut: Cut | None = None
    """None: no case is left out by number."""
    baseline: Baseline = Baseline.BASE
