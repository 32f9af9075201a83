"""What a pull request is judged by: both sides, who measures, and what somebody decided besides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from skill_evals.app.claims import Vouch, nobody
from skill_evals.app.counted import Counting
from skill_evals.app.lint import BaseSide
from skill_evals.app.measure import Measured, MeasureRequest, measure
from skill_evals.app.place import Place
from skill_evals.model.config import Config
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Tier
from skill_evals.plan.nouns import PlanOptions
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.clock import Clock
from skill_evals.run.ports.journal import Journal, Recording
from skill_evals.run.ports.judge import Judge
from skill_evals.run.ports.progress import Progress
from skill_evals.run.ports.stop import Stop

Overrides = Callable[[Config], Config]


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """Tiers of which nothing is run here, and why, in words."""

    tiers: Mapping[Tier, str] = field(default_factory=dict)
    excused: bool = False
    """Whether results that it leaves stale warn only: their author could not have them renewed here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrRequest:
    """``backend`` makes the backend for a configuration."""

    place: Place
    base: BaseSide
    backend: Callable[[Config], Backend]
    clock: Clock
    counting: Counting = Counting.CHANGED
    override: Overrides = lambda config: config
    """What the command line changes in the configuration that holds."""
    options: PlanOptions = field(default_factory=PlanOptions)
    withhold: Callable[[Config, Backend], Withheld] = lambda _config, _backend: Withheld()
    """What must not be run, whatever the plan finds."""
    progress: Progress | None = None
    stop: Stop | None = None
    journal: Callable[[str], Journal] | None = None
    judge: Callable[[Config, Backend], Judge | None] = lambda _config, _backend: None
    """Makes the judge; None: there is none."""
    recording: Recording | None = None
    measure: Callable[[MeasureRequest], Measured] = measure
    """Plans, runs and compares; or tells again what was run elsewhere."""
    vouch: Vouch = nobody
    """Whose results in the head may skip a run although the base does not hold the same."""
    draw: str = ""
    """What besides the head draws the claims that are audited: it is not known to who writes claims."""
    keep: Callable[[Mapping[str, bytes], tuple[Evidence, ...]], None] = lambda _results, _runs: None
    """Takes results by path, as they would stand in the tree, and every run, as soon as these are there: the rest is
    told when nothing that was paid for can be lost any more.
    """
    recordings: str = ""
    """Where its runs can be replayed from, as a command line would say it; empty: they are not kept."""
