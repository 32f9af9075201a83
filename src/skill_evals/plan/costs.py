"""Forecasts for the jobs of one plan: gathers what plan/forecast.py calculates with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from skill_evals.model.config import Config
from skill_evals.model.plan import Baseline, Forecast, Foreseen, Job
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.plan.cases import changed_cases
from skill_evals.plan.forecast import UNJUDGED, Expected, Terms, forecast, of_controls, total
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side
from skill_evals.plan.pairs import Case, SuitePair, runnable_cases
from skill_evals.plan.prices import rate_of
from skill_evals.plan.select import Known
from skill_evals.skills.relisted import relisted


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    head: Side
    base: Side | None
    moved: Mapping[str, str]
    """Folders of skills at the head → at the base."""
    config: Config
    backend: BackendTraits
    options: PlanOptions

    @property
    def compared(self) -> bool:
        """Whether there is a base arm at all."""
        return self.base is not None and self.options.baseline is Baseline.BASE

    def of_job(self, job: Job, suites: SuitePair, known: Known) -> Forecast:
        before, after = runnable_cases(suites.base), runnable_cases(suites.head)
        edited = frozenset(() if self.options.baseline is Baseline.NONE else changed_cases(suites).edited)
        hashes = self.head.hashes.get(job.skill_dir)
        specs = {} if hashes is None or hashes.evals is None else hashes.evals.specs
        lifted = frozenset(after) if job.tier is Tier.EVALS and self.config.run.lift else frozenset()
        suspects = self._suspects(job)
        expected = (
            Expected(
                case=after[key] if key in after else before[key],
                compared=self.compared and key in before,
                edited=key in edited,
                result=known.head_results.get(key) or known.base_results.get(key),
                lift_low=key in lifted and not known.tells_lift(key, specs.get(key)),
                lift_high=key in lifted,
                suspects=suspects,
                judging=self._judging(after[key] if key in after else before[key], job.model),
            )
            for key in job.cases
        )
        is_batched = self.backend.batches and job.tier is Tier.TRIGGERS
        terms = self._terms(job.tier, job.model, listing=self._listing(job))
        return forecast(expected, replace(terms, is_batched=is_batched))

    def total(self, jobs: Iterable[Job]) -> Forecast:
        """Of all jobs and of the control calls that Tier 1 makes once an arm and model."""
        jobs = tuple(jobs)
        models = sorted({job.model for job in jobs if job.tier is Tier.TRIGGERS})
        controls = (of_controls(2 if self.compared else 1, self._terms(Tier.TRIGGERS, model)) for model in models)
        return total((*(job.forecast for job in jobs), *controls))

    def _terms(self, tier: Tier, model: str, *, listing: int = 0) -> Terms:
        policy = self.config.gate.triggers if tier is Tier.TRIGGERS else self.config.gate.evals
        runs = 1 if self.backend.deterministic else self.options.runs or policy.runs
        return Terms(
            tier=tier,
            policy=replace(policy, runs=runs),
            deterministic=self.backend.deterministic,
            rate=None if self.backend.free else rate_of(model, self.config.run.prices),
            free=self.backend.free,
            listing=listing + self.backend.prompt,
        )

    def _judging(self, case: Case, model: str) -> Foreseen:
        judging = self.backend.judging
        return judging(case, model) if judging is not None and isinstance(case, EvalCase) else UNJUDGED

    def _suspects(self, job: Job) -> int:
        """How many entries of the job's listing the change wrote, where these are several."""
        if self.base is None or job.tier is not Tier.TRIGGERS:
            return 0
        sides = (self.base.project.skills, self.head.project.skills)
        plugins = {one.plugin_dir for skills in sides for one in skills if one.directory == job.skill_dir}
        before, after = ([one for one in skills if one.plugin_dir in plugins] for skills in sides)
        found = len(relisted(before, after, self.moved))
        return found if found > 1 else 0

    def _listing(self, job: Job) -> int:
        """Characters of the entries that the arm's listing shows: in Tier 2 the skill's own, in Tier 1 the plugin's."""
        if self.backend.free:
            return 0
        skills = self.head.project.skills
        own = [one for one in skills if one.directory == job.skill_dir]
        plugins = {one.plugin_dir for one in own}
        shown = own if job.tier is Tier.EVALS else [one for one in skills if one.plugin_dir in plugins]
        return sum(len(one.name) + len(one.surface.description) + len(one.surface.when_to_use) for one in shown)
