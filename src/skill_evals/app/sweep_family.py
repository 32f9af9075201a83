"""A family at work: what is to be run in each arm, and how far it has come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from skill_evals.app.sweep_nouns import ArmSide, StoredVerdict, SweepRequest
from skill_evals.compare.screened import ArmScreen, ScreenedCase, ScreenedFamily, TestedSet
from skill_evals.model.comparison import Count
from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.plan import Job
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import EvalCase, Tier, TriggerCase
from skill_evals.model.verdict import State
from skill_evals.run.catalogues import catalogue
from skill_evals.run.confirm import Confirmation
from skill_evals.run.ports import Catalogue, RunRequest
from skill_evals.run.sampling import Sample, Wording, cases_of, samples
from skill_evals.run.screening import Screening


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
    has_base: bool
    base_reason: str
    screenings: dict[tuple[Arm, str], Screening] = field(default_factory=dict)
    sets: list[SetWork] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    invalid: str | None = None

    @property
    def kind(self) -> tuple[Tier, str]:
        return (self.job.tier, self.job.model)

    def runs_of(self, sample: Sample) -> int:
        """How many runs screen it; an eval case may say so itself."""
        if isinstance(sample.case, EvalCase) and sample.case.runs:
            return sample.case.runs
        return self.policy.runs

    def live_base(self) -> tuple[Sample, ...]:
        """The cases whose base verdict must be measured."""
        if not self.has_base:
            return ()
        return tuple(s for s in self.samples if s.compared and s.id not in self.stored)

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
        )

    def _stopped(self) -> str | None:
        """Why a cap kept some of its runs from being made."""
        reasons = [screening.stopped for screening in self.screenings.values()]
        reasons += [work.confirmation.stopped for work in self.sets if work.confirmation is not None]
        return next((reason for reason in reasons if reason is not None), None)

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

    def _note(self, sample: Sample) -> str | None:
        words = []
        if sample.removed:
            words.append("the head removes this case")
        elif sample.compared and not sample.wording_of_head:
            words.append("in the base's wording; the head edits it")
        if sample.compared and self.base_screen(sample) is None:
            words.append("the base arm was not run")
        for arm in (Arm.BASE, Arm.HEAD):
            screening = self.screenings.get((arm, sample.id))
            why = screening and (screening.stopped or screening.runs.unchecked)
            if why:
                words.append(f"no verdict in the {arm} arm: {why}")
        return "; ".join(words) or None


class Preparation:
    """Turns jobs into families at work; catalogues are made once an arm, skill and tier."""

    def __init__(self, request: SweepRequest) -> None:
        self._request = request
        self._suites = {
            arm: {found.suite.path: found for found in side.project.suites}
            for arm, side in ((Arm.BASE, request.base), (Arm.HEAD, request.head))
            if side is not None
        }
        self._catalogues: dict[tuple[Arm, str, Tier], Catalogue] = {}

    def family(self, job: Job) -> FamilyWork:
        request = self._request
        head = self._wordings(Arm.HEAD, job.suite, request.head)
        base_path = request.renamed.get(job.suite, job.suite)
        base = self._wordings(Arm.BASE, base_path, request.base) if request.base is not None else {}
        found = samples(job.cases, base, head)
        compared = {s.id for s in found if s.compared}
        stored = request.stored.get((job.suite, job.tier, job.model), {})
        stored = {case: verdict for case, verdict in stored.items() if case in compared}
        return FamilyWork(
            job=job,
            policy=self._policy(job.tier),
            samples=found,
            requests=self._requests(job, found, base_path),
            stored=stored,
            has_base=bool(base),
            base_reason=self._base_reason(base, len(stored), len(compared)),
        )

    def _base_reason(self, base: Mapping[str, Wording], stored: int, compared: int) -> str:
        if self._request.base is None:
            return "there is no base to compare with"
        if not base:
            return "the base does not have this suite"
        if not stored:
            return "run live"
        part = "" if stored == compared else f"{stored} of {compared} cases "
        return part + self._request.stored_reason + ("; the others run live" if part else "")

    def _policy(self, tier: Tier) -> TierPolicy:
        policy = self._request.gate.triggers if tier is Tier.TRIGGERS else self._request.gate.evals
        return replace(policy, runs=1) if self._request.backend.deterministic else policy

    def _wordings(self, arm: Arm, path: str, side: ArmSide) -> dict[str, Wording]:
        found = self._suites[arm].get(path)
        if found is None:
            return {}
        return {
            key: Wording(case=case, fixtures=side.fixtures(path, case) if isinstance(case, EvalCase) else {})
            for key, case in cases_of(found.suite).items()
        }

    def _requests(self, job: Job, found: Iterable[Sample], base_path: str) -> dict[tuple[Arm, str], RunRequest]:
        sides = [(Arm.HEAD, job.suite, self._request.head)]
        if self._request.base is not None:
            sides.insert(0, (Arm.BASE, base_path, self._request.base))
        requests = {}
        for arm, path, side in sides:
            skill = self._skill(arm, path, job, side)
            listing = self._catalogue(arm, skill, job, side)
            for sample in found:
                if sample.compared or arm is Arm.HEAD:
                    requests[arm, sample.id] = _request(job, arm, sample, skill, listing)
        return requests

    def _skill(self, arm: Arm, path: str, job: Job, side: ArmSide) -> Skill | None:
        of_suite: Attribution | None = self._suites[arm].get(path)
        if of_suite is not None and of_suite.skill is not None:
            return of_suite.skill
        return next((skill for skill in side.project.skills if skill.directory == job.skill_dir), None)

    def _catalogue(self, arm: Arm, skill: Skill | None, job: Job, side: ArmSide) -> Catalogue:
        place = (arm, skill.directory if skill is not None else job.skill_dir, job.tier)
        if place not in self._catalogues:
            plugin_dir = skill.plugin_dir if skill is not None else self._plugin_dir(job)
            self._catalogues[place] = catalogue(side.project.skills, skill, plugin_dir, job.tier)
        return self._catalogues[place]

    def _plugin_dir(self, job: Job) -> str:
        """Of a skill that one arm lacks: the folder of its plugin in the other."""
        sides = [side for side in (self._request.head, self._request.base) if side is not None]
        skills = (skill for side in sides for skill in side.project.skills)
        return next((skill.plugin_dir for skill in skills if skill.directory == job.skill_dir), "")


def _request(job: Job, arm: Arm, sample: Sample, skill: Skill | None, listing: Catalogue) -> RunRequest:
    case = sample.case
    key = RunKey(
        arm=arm, stage=Stage.SCREENING, tier=job.tier, model=job.model, suite=job.suite, case=sample.id, index=0
    )
    trigger = case if isinstance(case, TriggerCase) else None
    return RunRequest(
        key=key,
        catalogue=listing,
        target=(trigger.skill if trigger is not None else None) or (skill.name if skill is not None else job.skill),
        trigger=trigger,
        task=case if isinstance(case, EvalCase) else None,
        skill_dir=skill.directory if skill is not None else job.skill_dir,
        fixtures=sample.fixtures or None,
    )
