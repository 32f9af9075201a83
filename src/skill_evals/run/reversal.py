"""Fresh runs of a case that broke, in the head's listing with one entry put back."""

from collections.abc import Sequence
from dataclasses import replace

from skill_evals.model.config import TierPolicy
from skill_evals.model.evidence import RunKey, Stage
from skill_evals.model.skill import Skill
from skill_evals.run.catalogues import listed
from skill_evals.run.ports.request import Install, RunRequest
from skill_evals.run.stepwise import Stepwise
from skill_evals.run.tally import Grade, Runs
from skill_evals.skills.relisted import Relisted, put_back


class Reversal(Stepwise):
    """It ends at the look where most runs are still wrong: that entry is not the cause, and another is tried."""

    def __init__(self, request: RunRequest, *, policy: TierPolicy, grade: Grade) -> None:
        super().__init__(policy=policy, grade=grade)
        self.request = request
        self.runs = Runs()

    def goes_on(self) -> bool:
        return 2 * self.runs.correct >= max(1, self.runs.valid)

    def requests(self, indices: range) -> Sequence[RunRequest]:
        key = self.request.key
        return [replace(self.request, key=replace(key, index=index)) for index in indices]

    def runs_of(self, key: RunKey) -> Runs:  # noqa: ARG002 -- there is one request
        return self.runs


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
