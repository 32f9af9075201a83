"""Fresh runs of a case that broke, in the head's listing with one entry put back."""

from collections.abc import Sequence
from dataclasses import replace

from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import Evidence, Outcome, Stage
from skill_evals.model.skill import Skill
from skill_evals.run.catalogues import listed
from skill_evals.run.ports import Install, RunRequest
from skill_evals.run.tally import Grade, Runs
from skill_evals.skills.relisted import Relisted, put_back


class Reversal:
    """A series of the engine: ``confirm_runs`` runs, none of them replaced or shared with anything.

    After ``look`` runs it ends where most of them are still wrong: that entry is not the cause, and another is tried.
    """

    def __init__(self, request: RunRequest, *, policy: TierPolicy, grade: Grade) -> None:
        self.request = request
        self.runs = Runs()
        self.stopped: str | None = None
        """Why a cap kept it from its end."""
        look = min(policy.look, policy.confirm_runs)
        self._steps = [range(look), range(look, policy.confirm_runs)]
        self._grade = grade
        self._outstanding = 0

    def ready(self) -> Sequence[RunRequest]:
        if self._outstanding or self.stopped is not None or not self._steps:
            return ()
        if len(self._steps) == 1 and 2 * self.runs.correct < max(1, self.runs.valid):
            self._steps.clear()
            return ()
        key = self.request.key
        requests = [replace(self.request, key=replace(key, index=index)) for index in self._steps.pop(0)]
        self._outstanding = len(requests)
        return requests

    def take(self, request: RunRequest, evidence: Evidence) -> None:
        self._outstanding -= 1
        if evidence.outcome is Outcome.BUDGET:
            self.stopped = evidence.detail
            return
        self.runs.add(evidence, self._grade(request, evidence))


def reverted(base: RunRequest, head: RunRequest, one: Relisted) -> RunRequest:
    """The head arm's request with one entry of its listing as the base has it; both are of the same case."""
    skills = put_back(head.catalogue.skills, one)
    request = replace(
        head,
        key=replace(head.key, stage=Stage.CULPRIT, reverted=one.skill.directory),
        catalogue=listed(skills),
        installs=_installs(base, head, skills, one) if head.installs else (),
    )
    if one.before is None or one.before.directory != base.skill_dir:
        return request
    return replace(request, target=base.target, skill_dir=base.skill_dir)


def _installs(base: RunRequest, head: RunRequest, skills: Sequence[Skill], one: Relisted) -> tuple[Install, ...]:
    before, after = (
        {skill.directory: install for skill, install in zip(arm.catalogue.skills, arm.installs, strict=True)}
        for arm in (base, head)
    )
    return tuple((before if skill is one.before else after)[skill.directory] for skill in skills)
