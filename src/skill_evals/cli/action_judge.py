"""A step that judges what was checked out: the request that the event and the inputs make, and what is done of it."""

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import replace

from skill_evals.app.action.head_watch import HeadWatch
from skill_evals.app.action.judged import (
    prefix_of,
)
from skill_evals.app.action.marks import Seal
from skill_evals.app.action.mode import DRY, Against, Asked
from skill_evals.app.action.rights import withheld
from skill_evals.app.action.same_head import SameHead
from skill_evals.app.action.sides import Sides, sides_of
from skill_evals.app.action.step import Step, github_of
from skill_evals.app.action.tell import complete
from skill_evals.app.action.vouching import own_commits
from skill_evals.app.claims import nobody
from skill_evals.app.counted import Counting
from skill_evals.app.measure import measure
from skill_evals.app.own_commits import head_moved
from skill_evals.app.pr import PrOutcome, pull_request
from skill_evals.app.pr_request import PrRequest
from skill_evals.cli import output, pr
from skill_evals.cli.action_inputs import arguments_of, take_key
from skill_evals.cli.action_log import DebugLog, folding
from skill_evals.cli.action_shards import merge, run_one, tell_shards, unmeasured
from skill_evals.cli.action_tell import tell_all
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.sandbox.libc import hide_memory
from skill_evals.edges.signals import SignalStop
from skill_evals.errors import UsageError
from skill_evals.model.config import Config
from skill_evals.report.escape import terminal


def judge(
    arguments: argparse.Namespace,
    step: Step,
    environment: Mapping[str, str],
    change: Callable[[Config], Config],
) -> tuple[int, Mapping[str, str]]:
    """``change``: what a ``/evaluate`` line makes of the configuration."""
    take_key(step.options.api_key)
    if step.options.seal_key:
        hide_memory()
    os.chdir(step.folder)
    inputs = arguments_of(step)
    with SignalStop() as signals, sides_of(step) as sides:
        _check_head(step, sides)
        DebugLog(environment).found(sides)
        watch = _watch(step, signals)
        request = _request(step, inputs, sides, environment, change)
        same = _same_head(step, sides)
        is_told = step.mode.runs and not arguments.quiet
        with folding("Runs", wanted=is_told), showing(quiet=arguments.quiet, color="never") as progress:
            request = replace(request, progress=progress, stop=watch or signals)
            done = _measured(step, inputs, request, same, environment)
        if isinstance(done, PrOutcome):
            pr.write(inputs, sides.place, done)
        if watch is not None and watch.reason is not None:
            output.say(f"skill-evals: superseded: {terminal(watch.reason)}")
            return 0, complete({"conclusion": "superseded", "mode-run": step.mode.task.value, "exit-code": "0"})
        return tell_all(step, done, sides, same, environment) if isinstance(done, PrOutcome) else done


def _request(
    step: Step,
    inputs: argparse.Namespace,
    sides: Sides,
    environment: Mapping[str, str],
    change: Callable[[Config], Config],
) -> PrRequest:
    request = pr.request_of(inputs, sides.place, sides.base)
    override, has_token = request.override, bool(step.options.github_token)
    number = None if step.event.pull is None else step.event.pull.number
    return replace(
        request,
        counting=_counting(step),
        options=replace(request.options, paths=step.options.paths),
        override=lambda config: change(override(config)),
        draw=f" {step.event.job.run_id}",
        vouch=own_commits(step.github, sides.head_sha, below=prefix_of(sides.place.root)) if has_token else nobody,
        withhold=withheld(step, environment, lambda: has_token and step.github.can_write(number)),
    )


def _counting(step: Step) -> Counting:
    if step.mode.against is Against.NOTHING and not step.options.base:
        return Counting.ALONE
    return Counting.CHANGED if step.options.changed_only else Counting.ALL


def _measured(
    step: Step,
    inputs: argparse.Namespace,
    request: PrRequest,
    same: SameHead,
    environment: Mapping[str, str],
) -> PrOutcome | tuple[int, Mapping[str, str]]:
    """A whole pull request's outcome; or exit code and outputs, where this job is one of several that measure it."""
    options = step.options
    if options.asked is Asked.PLAN:
        return tell_shards(step, request, same)
    if options.dry_run:
        return pull_request(replace(request, measure=lambda measuring: unmeasured(measuring, DRY)))
    if options.shard:
        return run_one(step, request, inputs, environment)
    if options.asked is Asked.MERGE:
        return merge(step, request, same)
    return pull_request(replace(request, measure=same.around(measure)))


def _same_head(step: Step, sides: Sides) -> SameHead:
    """Whoever asks by a comment wants it measured, whatever the head is."""
    options, pull = step.options, step.event.pull
    is_pushed = step.event.name == "pull_request" and bool(options.github_token)
    return SameHead(
        step.github if is_pushed else None,
        sides.head_sha,
        seal=Seal(key=options.seal_key, repository=step.event.repository.id) if options.seal_key else None,
        marks=pull is not None and not pull.is_fork,
    )


def _check_head(step: Step, sides: Sides) -> None:
    expected = step.options.expected_head
    if expected and sides.head_sha != expected:
        raise UsageError(
            f"the commit {sides.head_sha[:12]} is checked out, and {expected[:12]} is to be measured",
            cure="let actions/checkout check out the commit of `expected-head-sha`",
        )


def _watch(step: Step, signals: SignalStop) -> HeadWatch | None:
    """Where a newer head is measured by a run of its own. It asks from a thread, and so by a connection of its own."""
    pull, options = step.event.pull, step.options
    if pull is None or not options.github_token:
        return None
    github = github_of(step.event, options)
    return HeadWatch(lambda: head_moved(github, pull), signals)
