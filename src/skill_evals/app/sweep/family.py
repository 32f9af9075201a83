"""A family at work: what is to be run in each arm, and how far it has come."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from skill_evals.app.sweep.nouns import StoredVerdict
from skill_evals.app.sweep.use import use_of
from skill_evals.app.sweep.words import cut_words, gap_words, reasons, wording_words
from skill_evals.compare.screened import ArmScreen, ScreenedCase, ScreenedFamily, TestedSet
from skill_evals.model.comparison import Count
from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, Evidence
from skill_evals.model.plan import Job
from skill_evals.model.suite import EvalCase, Tier, TriggerCase
from skill_evals.model.verdict import State
from skill_evals.run.confirm import Confirmation
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.sampling import Sample
from skill_evals.run.screening import Screening
from skill_evals.run.tally import Runs


@dataclass(slots=True, kw_only=True)
class SetWork:
    """A set that is to be put to the test, or the reason why it is not."""

    kind: str
    cases: tuple[str, ...]
    confirmation: Confirmation | None = None
    tested: TestedSet | None = None


@dataclass(slots=True, kw_only=True, eq=False)
class FamilyWork:
    job: Job
    policy: TierPolicy
    samples: tuple[Sample, ...]
    requests: Mapping[tuple[Arm, str], RunRequest]
    """Run 0 of screening; the others differ from it in stage and index."""
    stored: Mapping[str, StoredVerdict]
    stored_lifts: Mapping[str, StoredVerdict] = field(default_factory=dict)
    """Verdicts without the skill that need not be measured again, by sample."""
    has_base: bool
    runs_base: bool = True
    """Whether the base arm is run where no stored verdict stands for it."""
    base_reason: str
    screenings: dict[tuple[Arm, str], Screening] = field(default_factory=dict)
    lifts: Mapping[str, Screening] = field(default_factory=dict)
    """The lift arm, apart from what decides: a cap that ends it does not make the family partial."""
    sets: list[SetWork] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    invalid: str | None = None
    over_budget: bool = False

    @property
    def kind(self) -> tuple[Tier, str]:
        return (self.job.tier, self.job.model)

    def runs_of(self, sample: Sample) -> int:
        """How many runs screen it; an eval case may say so itself."""
        if isinstance(sample.case, EvalCase) and sample.case.runs:
            return sample.case.runs
        return self.policy.runs

    def live_base(self) -> tuple[Sample, ...]:
        """The cases whose base verdict must be measured and is not yet."""
        if not (self.has_base and self.runs_base):
            return ()
        return tuple(
            sample
            for sample in self.samples
            if sample.compared and sample.id not in self.stored and (Arm.BASE, sample.id) not in self.screenings
        )

    def most_runs(self, cases: Iterable[Sample]) -> int:
        """Runs that screening of these takes in one arm where nothing is decided early and nothing errors."""
        return sum(self.runs_of(sample) for sample in cases)

    def screened(self, *, activated_instead: Mapping[str, str] | None = None) -> ScreenedFamily:
        """The family as the comparison reads it."""
        job = self.job
        return ScreenedFamily(
            skill=job.skill,
            skill_dir=job.skill_dir,
            plugin=job.plugin,
            suite=job.suite,
            tier=job.tier,
            model=job.model,
            cases=tuple(self._screened_case(s, activated_instead or {}) for s in self.samples),
            base_reason=self.base_reason,
            notes=tuple(self.notes),
            has_base=self.has_base,
            invalid=self.invalid,
            partial=self._stopped(),
            over_budget=self.over_budget,
            base_use=use_of(self._tasks(Arm.BASE)),
            head_use=use_of(self._tasks(Arm.HEAD)),
        )

    def _tasks(self, arm: Arm) -> Iterator[tuple[str, Evidence]]:
        """Every run so far of the tasks that expect the skill, with its name in that arm."""
        if self.job.tier is not Tier.EVALS:
            return
        for sample in self.samples:
            if sample.expects_use and (arm, sample.id) in self.requests:
                target = self.requests[arm, sample.id].target
                screening = self.screenings.get((arm, sample.id))
                every = [*([screening.runs] if screening is not None else []), *self.fresh_runs(sample.id, arm)]
                yield from ((target, one) for runs in every for one in runs.evidence)

    def fresh_runs(self, case: str, arm: Arm) -> list[Runs]:
        """The fresh runs of a case, a set each: it may have been in an up set and in a spread set."""
        return [
            work.confirmation.pairs[work.cases.index(case)][0 if arm is Arm.BASE else 1]
            for work in self.sets
            if work.confirmation is not None and case in work.cases
        ]

    def _stopped(self) -> str | None:
        """Why a cap kept some of its runs from being made, or some of its cases from being planned."""
        stops = [screening.stopped for screening in self.screenings.values()]
        stops += [work.confirmation.stopped for work in self.sets if work.confirmation is not None]
        return next((reason for reason in stops if reason is not None), cut_words(self.job))

    def _screened_case(self, sample: Sample, activated_instead: Mapping[str, str]) -> ScreenedCase:
        return ScreenedCase(
            id=sample.id,
            should_trigger=sample.case.should_trigger if isinstance(sample.case, TriggerCase) else None,
            expects_use=sample.expects_use,
            base=self.base_screen(sample),
            head=self.head_screen(sample),
            compared=sample.compared,
            removed=sample.removed,
            activated_instead=activated_instead.get(sample.id),
            note=self._note(sample),
            reasons=self._reasons(sample),
        )

    def base_screen(self, sample: Sample) -> ArmScreen | None:
        """None where the base arm has no verdict and was not to be run."""
        stored = self.stored.get(sample.id)
        if stored is not None:
            return ArmScreen(state=stored.state, count=stored.count, reused=True)
        screening = self.screenings.get((Arm.BASE, sample.id))
        return ArmScreen(state=screening.state, count=screening.runs.count) if screening is not None else None

    def head_screen(self, sample: Sample) -> ArmScreen:
        screening = self.screenings.get((Arm.HEAD, sample.id))
        if screening is None:
            return ArmScreen(state=State.SKIPPED, count=Count(correct=0, valid=0))
        return ArmScreen(state=screening.state, count=screening.runs.count)

    def lift_screen(self, case: str) -> ArmScreen | None:
        """None where it was neither stored nor to be run."""
        stored = self.stored_lifts.get(case)
        if stored is not None:
            return ArmScreen(state=stored.state, count=stored.count, reused=True)
        screening = self.lifts.get(case)
        return ArmScreen(state=screening.state, count=screening.runs.count) if screening is not None else None

    def _note(self, sample: Sample) -> str | None:
        base, head = (self.screenings.get((arm, sample.id)) for arm in (Arm.BASE, Arm.HEAD))
        words = wording_words(sample) + gap_words(sample, base, head, is_stored=sample.id in self.stored)
        return "; ".join(words) or None

    def _reasons(self, sample: Sample) -> tuple[str, ...]:
        base, head = (self.screenings.get((arm, sample.id)) for arm in (Arm.BASE, Arm.HEAD))
        return reasons(base, head, (self.base_screen(sample), self.head_screen(sample)))
