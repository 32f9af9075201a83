"""From a job of the plan to a family at work: its cases in whose wording, its listings, its requests."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from skill_evals.app.sweep_family import FamilyWork
from skill_evals.app.sweep_nouns import ArmSide, SweepRequest
from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.plan import Job
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import EvalCase, Tier, TriggerCase
from skill_evals.run.catalogues import catalogue
from skill_evals.run.ports import Catalogue, RunRequest
from skill_evals.run.sampling import Sample, Wording, cases_of, samples


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
