"""From a job of the plan to a family at work: its cases in whose wording, its listings, its requests."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.nouns import SweepRequest, family_key
from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.plan import Baseline, Job
from skill_evals.model.skill import Skill
from skill_evals.model.suite import EvalCase, Tier, TriggerCase
from skill_evals.plan.pairs import SuiteKey
from skill_evals.run.catalogues import catalogue, no_skill
from skill_evals.run.ports.backend import installing_tiers
from skill_evals.run.ports.request import Catalogue, Install, RunRequest
from skill_evals.run.sampling import Sample, Wording, cases_of, samples
from skill_evals.run.unsupported import why_unsupported

_NO_BASE = "there is no base to compare with"
_ALONE = "the head is compared with nothing, as `baseline: none` asks"
_UNCOMPARED = "are compared with nothing, since `baseline: file` runs nothing at the base"
_NOT_STORED = f"no fresh results are committed at the merge base, so that the cases {_UNCOMPARED}"
_UNREADABLE = "the base's file cannot be read as a suite"


class Preparation:
    """Turns jobs into families at work; catalogues are made once an arm, skill and tier."""

    def __init__(self, request: SweepRequest) -> None:
        self._request = request
        sides = {Arm.BASE: request.base, Arm.HEAD: request.head}
        self._sides = {arm: side for arm, side in sides.items() if side is not None}
        self._suites = {
            arm: {
                (found.suite.path, found.skill.directory): found
                for found in side.project.suites
                if found.skill is not None
            }
            for arm, side in self._sides.items()
        }
        self._catalogues: dict[tuple[Arm, str, Tier], Catalogue] = {}
        self._skills_of = {arm: Counter(path for path, _ in suites) for arm, suites in self._suites.items()}

    def family(self, job: Job) -> FamilyWork:
        request = self._request
        places = self._places(job)
        head = self._wordings(Arm.HEAD, places[Arm.HEAD])
        base = self._wordings(Arm.BASE, places[Arm.BASE]) if Arm.BASE in places else {}
        found = samples(job.cases, base, head)
        compared = {s.id for s in found if s.compared}
        stored = request.stored.get(family_key(job), {})
        stored = {case: verdict for case, verdict in stored.items() if case in compared}
        lifts = request.stored_lifts.get(family_key(job), {})
        lacking = None if base else self._lacking(places)
        return FamilyWork(
            job=job,
            policy=self._policy(job.tier),
            samples=found,
            requests=self._requests(job, found, places),
            stored=stored,
            stored_lifts={s.id: lifts[s.case.key] for s in found if s.wording_of_head and s.case.key in lifts},
            has_base=lacking not in (_NO_BASE, _ALONE, _UNREADABLE),
            runs_base=request.baseline is Baseline.BASE,
            base_reason=lacking or self._base_reason(len(stored), len(compared)),
        )

    def _places(self, job: Job) -> dict[Arm, SuiteKey]:
        """Where the suite and its skill are in each arm."""
        head = (job.suite, job.skill_dir)
        places = {Arm.HEAD: head}
        if self._request.base is not None:
            places[Arm.BASE] = self._request.renamed.get(head, head)
        return places

    def _lacking(self, places: Mapping[Arm, SuiteKey]) -> str:
        """Why the base has no case of this suite. Where it was simply never there, its cases are new."""
        if self._request.base is None:
            return _ALONE if self._request.baseline is Baseline.NONE else _NO_BASE
        path, _ = places[Arm.BASE]
        project = self._request.base.project
        if any(found.suite.path == path for found in project.suites):
            return "the base does not have these cases about this skill"
        return _UNREADABLE if path in project.documents else "the base does not have this suite"

    def _base_reason(self, stored: int, compared: int) -> str:
        is_file = self._request.baseline is Baseline.FILE
        if not stored:
            return _NOT_STORED if is_file else "run live"
        if stored == compared:
            return self._request.stored_reason
        rest = f"the others {_UNCOMPARED}" if is_file else "the others run live"
        return f"{stored} of {compared} cases {self._request.stored_reason}; {rest}"

    def _policy(self, tier: Tier) -> TierPolicy:
        policy = self._request.gate.triggers if tier is Tier.TRIGGERS else self._request.gate.evals
        return replace(policy, runs=1) if self._request.backend.deterministic else policy

    def _wordings(self, arm: Arm, place: SuiteKey) -> dict[str, Wording]:
        found = self._suites[arm].get(place)
        if found is None:
            return {}
        side = self._sides[arm]
        wordings = {}
        for key, case in cases_of(found.suite).items():
            if isinstance(case, EvalCase):
                staging = side.fixtures(found.suite.path, case)
                wordings[key] = Wording(
                    case=case,
                    fixtures=staging.files,
                    setup=staging.setup,
                    fault=staging.fault,
                    unsupported=why_unsupported(case, found.suite),
                )
            else:
                wordings[key] = Wording(case=case, fixtures={})
        return wordings

    def _requests(
        self, job: Job, found: Iterable[Sample], places: Mapping[Arm, SuiteKey]
    ) -> dict[tuple[Arm, str], RunRequest]:
        requests = {}
        name = self._name(job, places)
        for arm, place in places.items():
            skill = self._skill(arm, place)
            listing = self._catalogue(arm, skill, job)
            installs = self._installs(arm, listing, job)
            for sample in found:
                if sample.compared or arm is Arm.HEAD:
                    request = _request(job, name, arm, sample, skill, listing)
                    requests[arm, sample.id] = _with(request, installs)
                if job.tier is Tier.EVALS and arm is Arm.HEAD and sample.wording_of_head:
                    requests[Arm.LIFT, sample.id] = _request(job, name, Arm.LIFT, sample, skill, no_skill())
        dialect = self._dialect(places)
        return {place: replace(request, dialect=dialect) for place, request in requests.items()}

    def _dialect(self, places: Mapping[Arm, SuiteKey]) -> str:
        """Of the head's suite, else of the base's, whose cases are run then."""
        suites = (self._suites[arm].get(places[arm]) for arm in (Arm.HEAD, Arm.BASE) if arm in places)
        return next((found.suite.dialect for found in suites if found is not None), "")

    def _name(self, job: Job, places: Mapping[Arm, SuiteKey]) -> str:
        """The suite in the keys of runs: its path, and its skill where either arm's file is about several."""
        is_shared = any(self._skills_of[arm][path] > 1 for arm, (path, _) in places.items())
        return f"{job.suite}#{job.skill}" if is_shared else job.suite

    def _skill(self, arm: Arm, place: SuiteKey) -> Skill | None:
        of_suite = self._suites[arm].get(place)
        if of_suite is not None:
            return of_suite.skill
        return next((skill for skill in self._sides[arm].project.skills if skill.directory == place[1]), None)

    def _catalogue(self, arm: Arm, skill: Skill | None, job: Job) -> Catalogue:
        place = (arm, skill.directory if skill is not None else job.skill_dir, job.tier)
        if place not in self._catalogues:
            plugin_dir = skill.plugin_dir if skill is not None else self._plugin_dir(job)
            self._catalogues[place] = catalogue(self._sides[arm].project.skills, skill, plugin_dir, job.tier)
        return self._catalogues[place]

    def _installs(self, arm: Arm, listing: Catalogue, job: Job) -> tuple[Install, ...] | str:
        """The files of what is listed, or why they cannot be had."""
        if job.tier not in installing_tiers(self._request.backend):
            return ()
        found = [self._sides[arm].install(skill) for skill in listing.skills]
        fault = next((one for one in found if isinstance(one, str)), None)
        return fault if fault is not None else tuple(one for one in found if not isinstance(one, str))

    def _plugin_dir(self, job: Job) -> str:
        """Of a skill that one arm lacks: the folder of its plugin in the other."""
        skills = (skill for side in self._sides.values() for skill in side.project.skills)
        return next((skill.plugin_dir for skill in skills if skill.directory == job.skill_dir), "")


def _request(  # noqa: PLR0913, PLR0917 -- one argument for each noun that a request is made from
    job: Job, name: str, arm: Arm, sample: Sample, skill: Skill | None, listing: Catalogue
) -> RunRequest:
    case = sample.case
    return RunRequest(
        key=RunKey(arm=arm, stage=Stage.SCREENING, tier=job.tier, model=job.model, suite=name, case=sample.id, index=0),
        catalogue=listing,
        target=skill.name if skill is not None else job.skill,
        trigger=case if isinstance(case, TriggerCase) else None,
        task=case if isinstance(case, EvalCase) else None,
        skill_dir=skill.directory if skill is not None else job.skill_dir,
        fixtures=sample.fixtures or None,
        setup=sample.setup,
        unsupported=sample.unsupported,
        fault=sample.fault,
    )


def _with(request: RunRequest, installs: tuple[Install, ...] | str) -> RunRequest:
    if isinstance(installs, str):
        return replace(request, fault=request.fault or installs)
    return replace(request, installs=installs)
