"""A sweep in several jobs: ``mode: plan`` names its shards, ``eval`` runs one of them, and ``merge`` judges by all."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from skill_evals.app.action.rights import has_account
from skill_evals.app.action.same_head import SameHead
from skill_evals.app.action.step import Step
from skill_evals.app.action.tell import complete, eased
from skill_evals.app.measure import Measured, MeasureRequest, plan_of
from skill_evals.app.merge import merged
from skill_evals.app.pr import PrOutcome, pull_request
from skill_evals.app.pr_request import PrRequest
from skill_evals.app.shards import matrix, run_shard
from skill_evals.cli import output, pr
from skill_evals.edges.shard_files import read_shard
from skill_evals.errors import StoppedError, UsageError
from skill_evals.plan.shards import USUAL


def tell_shards(step: Step, request: PrRequest, same: SameHead) -> tuple[int, dict[str, str]]:
    """Exit code and outputs of ``mode: plan``. Of what was measured already there is no shard."""
    ids = matrix(request, step.options.shards or USUAL, done=same.stands)
    output.say(f"skill-evals: {len(ids)} shard{'' if len(ids) == 1 else 's'}")
    return 0, _ended(step, "success", 0, shards=json.dumps(ids))


def run_one(
    step: Step, request: PrRequest, inputs: argparse.Namespace, environment: Mapping[str, str]
) -> tuple[int, dict[str, str]]:
    """Exit code and outputs of ``mode: eval`` with a shard. What it ran passes no judgement on the change; and where a
    secret is not there, as on Dependabot's, that is as little red as in a job of its own.
    """
    done = run_shard(request, step.options.shard)
    code = pr.write_shard(inputs, done)
    code = eased(step, code if code != UsageError.exit_code or has_account(step, environment) else 3)
    spent = done.record.spent
    known = {"artefact-path": str(step.options.folder / step.options.out)}
    if spent is not None:
        known |= {"calls": str(spent.counts["calls"]), "cost-usd": "" if spent.usd is None else f"{spent.usd:.4f}"}
    return code, _ended(step, "incomplete" if done.exit_code else "success", code, **known)


def merge(step: Step, request: PrRequest, same: SameHead) -> PrOutcome:
    """What ``mode: merge`` tells, from the folders that the shards left. A shard that is missing was not measured."""
    place = step.options.shards_path
    folders = sorted(filter(Path.is_dir, place.iterdir())) if place is not None and place.is_dir() else []
    if folders:
        return merged(request, [read_shard(folder) for folder in folders], around=same.around)
    none = same.around(lambda measuring: unmeasured(measuring, "no shard left its runs"))
    return pull_request(replace(request, measure=none))


def unmeasured(measuring: MeasureRequest, why: str) -> Measured:
    """The plan, of which nothing was run."""
    plan = plan_of(measuring)
    return Measured(plan=plan, sweep=None, failure=StoppedError(why) if plan.jobs else None)


def _ended(step: Step, conclusion: str, code: int, **known: str) -> dict[str, str]:
    return complete({"conclusion": conclusion, "mode-run": step.mode.task.value, "exit-code": str(code), **known})
