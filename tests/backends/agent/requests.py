"""Requests of Tier 2 with a small skill on disk."""

from collections.abc import Mapping

from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.run.catalogues import no_skill
from skill_evals.run.ports.request import Install, RunRequest, TreeFile

SKILL = b"---\nname: tally\ndescription: Add up the numbers of a table.\n---\nAdd them up.\n"


def tally(**more: TreeFile) -> Install:
    files = {"SKILL.md": TreeFile(data=SKILL), "scripts/add.sh": TreeFile(data=b"echo 3\n", executable=True)}
    return Install(name="tally", files=files | more)


def request_of(*installs: Install, fixtures: Mapping[str, bytes] | None = None) -> RunRequest:
    key = RunKey(
        arm=Arm.HEAD, stage=Stage.SCREENING, tier=Tier.EVALS, model="anthropic/m", suite="s", case="sum", index=0
    )
    task = EvalCase(key="sum", id="sum", prompt="Add up", at=(), fields={})
    return RunRequest(key=key, catalogue=no_skill(), target="tally", task=task, fixtures=fixtures, installs=installs)
