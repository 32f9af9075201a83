"""What a sweep is asked, and what it hands on to the results, the reports and the exit code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from skill_evals.model.comparison import Comparison, Count
from skill_evals.model.config import GateConfig, RunConfig
from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.model.plan import Baseline, Job, Plan, Skip
from skill_evals.model.skill import Project, Skill
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.plan.pairs import SuiteKey
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.controls import ControlResult
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.clock import Clock
from skill_evals.run.ports.journal import Journal, Recording
from skill_evals.run.ports.judge import Judge
from skill_evals.run.ports.progress import Progress
from skill_evals.run.ports.request import Install
from skill_evals.run.ports.stop import Stop
from skill_evals.run.sampling import Case
from skill_evals.run.tally import Grade

FamilyKey: TypeAlias = tuple[str, str, Tier, str]
"""Suite path and skill folder as the job has them, tier, model: one file may be about several skills."""


def family_key(job: Job) -> FamilyKey:
    return (job.suite, job.skill_dir, job.tier, job.model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Staging:
    """A case's fixtures: bytes by destination path; or ``fault``, why they cannot be had, in words. ``setup`` are those
    that only the commands of checks find.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    setup: Mapping[str, bytes] = field(default_factory=dict)
    fault: str | None = None


def no_fixtures(suite: str, case: EvalCase) -> Staging:  # noqa: ARG001 -- the shape of ArmSide.fixtures
    return Staging()


def no_install(skill: Skill) -> Install:
    return Install(name=skill.name, files={})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmSide:
    """The tree of one arm. ``fixtures`` stages a case of the suite at a path, from this arm's tree; ``install`` gives a
    skill's files from there, or says why they cannot be had.
    """

    project: Project
    fixtures: Callable[[str, EvalCase], Staging] = no_fixtures
    install: Callable[[Skill], Install | str] = no_install


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVerdict:
    """A verdict of the base that may be used again, since nothing that decides it has changed."""

    state: State
    count: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepRequest:
    """``base`` is None where there is nothing to compare with; then the head arm alone is run."""

    plan: Plan
    head: ArmSide
    base: ArmSide | None
    backend: Backend
    grade: Grade
    clock: Clock
    gate: GateConfig = field(default_factory=GateConfig)
    run: RunConfig = field(default_factory=RunConfig)
    judge: Judge | None = None
    """None: what only a judge can decide is skipped, or was decided when it was recorded."""
    journal: Journal | None = None
    recording: Recording | None = None
    progress: Progress | None = None
    stop: Stop | None = None
    stored: Mapping[FamilyKey, Mapping[str, StoredVerdict]] = field(default_factory=dict)
    """Verdicts of the base by case; only those that are still true of it."""
    stored_lifts: Mapping[FamilyKey, Mapping[str, StoredVerdict]] = field(default_factory=dict)
    """Verdicts of the head's tasks without the skill, by case."""
    baseline: Baseline = Baseline.BASE
    """With NONE there is no ``base``."""
    stored_reason: str = "reused from the results committed at the merge base"
    budget: Callable[[Caps, Clock], Budget] = Budget
    renamed: Mapping[SuiteKey, SuiteKey] = field(default_factory=dict)
    """A suite at the head → the same one at the base, where they differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRuns:
    """One case in one arm."""

    state: State
    """The screening verdict. SKIPPED: a cap kept it from its end, or nothing in it could be checked."""
    count: Count
    """Of screening, or of the stored results that stand for it."""
    screening: tuple[Evidence, ...] = ()
    fresh_count: Count | None = None
    fresh: tuple[Evidence, ...] = ()
    reused: bool = False

    @property
    def best_count(self) -> Count:
        """What results are written from: the fresh runs, unless a set that was cut off holds fewer than screening."""
        return self.fresh_count if self.fresh_count is not None and self._fresh_tells else self.count

    @property
    def best_evidence(self) -> tuple[Evidence, ...]:
        return self.fresh if self._fresh_tells else self.screening

    @property
    def _fresh_tells(self) -> bool:
        return self.fresh_count is not None and self.fresh_count.valid >= max(1, self.count.valid)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRuns:
    """``id`` names the case among the runs; ``case`` is the wording that was run."""

    id: str
    case: Case
    compared: bool
    removed: bool
    wording_of_head: bool
    """Whether the head's suite holds exactly this case, so that the head arm's runs are its results."""
    base: ArmRuns | None
    head: ArmRuns
    lift: ArmRuns | None = None
    """Without the skill: Tier 2, and only the head's own cases."""
    judge: str | None = None
    """The name of who judged it; None: it has nothing to judge, or nobody did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyRuns:
    job: Job
    cases: tuple[CaseRuns, ...]
    base_reason: str
    base_reused: bool
    invalid: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepStats:
    """Counts of runs; ``naive`` is what every case would have taken in both arms without any saving. Controls and the
    lift arm are apart.
    """

    made: int
    resumed: int
    shared: int
    controls: int
    lift: int
    """Runs without the skill."""
    culprit: int
    """Runs with one changed description put back."""
    naive: int
    reused_cases: int
    calls: int
    """Model calls, as charged against the cap."""
    in_flight: int
    """Runs that were broken off under way, now or by the kill of a sweep that this one resumes: perhaps paid for."""
    errored: int
    """Runs that measured nothing, of those that decide."""
    usd: float | None
    """None: the backend reports no cost."""
    seconds: float
    started_at: str
    ended_at: str
    partial: str | None = None
    """Why it stopped before its end."""

    @property
    def case_runs(self) -> int:
        """Runs that were paid for and decide, controls left out: what the ratios of saved calls count."""
        return self.made - self.controls - self.lift - self.culprit


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepResult:
    families: tuple[FamilyRuns, ...]
    comparison: Comparison
    evidence: tuple[Evidence, ...]
    verdicts: Mapping[RunKey, RunVerdict]
    stats: SweepStats
    controls: tuple[ControlResult, ...] = ()
    skips: tuple[Skip, ...] = ()
    """Jobs of the plan that this backend cannot run."""
