"""``skill-evals action``: the step of a workflow. Its options are the step's inputs, which the runner hands on as
variables (docs/action.md); the same verbs do the work as on a laptop.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import replace
from pathlib import Path

from skill_evals.app.action.by_event import mode_of
from skill_evals.app.action.evaluate import to_measure
from skill_evals.app.action.head_watch import HeadWatch
from skill_evals.app.action.judged import (
    blobs_written,
    commit_judged,
    from_the_top,
    in_repository,
    leave,
    leave_patch,
    prefix_of,
)
from skill_evals.app.action.marks import Seal
from skill_evals.app.action.mode import DRY, MEASURING, Against, Asked, Held, Task
from skill_evals.app.action.options import SECRETS, Options, check_folder, read_options
from skill_evals.app.action.outputs import json_names
from skill_evals.app.action.remote import committed_values, not_committed, perform
from skill_evals.app.action.rights import withheld
from skill_evals.app.action.same_head import SameHead
from skill_evals.app.action.sides import Sides, sides_of
from skill_evals.app.action.step import Step
from skill_evals.app.action.tell import complete, exit_code, outputs, tell
from skill_evals.app.action.vouching import own_commits
from skill_evals.app.claims import nobody
from skill_evals.app.commit_back import Committed
from skill_evals.app.counted import Counting
from skill_evals.app.measure import measure
from skill_evals.app.own_commits import head_moved
from skill_evals.app.pr import PrOutcome, pull_request
from skill_evals.app.pr_request import PrRequest
from skill_evals.cli import output, pr
from skill_evals.cli.action_files import write_asked_for
from skill_evals.cli.action_inputs import arguments_of, take_key
from skill_evals.cli.action_log import DebugLog, fold, folding
from skill_evals.cli.action_shards import merge, run_one, tell_shards, unmeasured
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.files import write_outputs, write_summary
from skill_evals.edges.github.inputs import Inputs, spellings
from skill_evals.edges.github.payload import read_event
from skill_evals.edges.github.wire import Wire
from skill_evals.edges.owners import give_back
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.sandbox.libc import hide_memory
from skill_evals.edges.signals import SignalStop
from skill_evals.errors import SkillEvalsError, UsageError
from skill_evals.model.config import Config
from skill_evals.model.event import Event
from skill_evals.report.escape import command_data, terminal
from skill_evals.report.plan_text import plan_text
from skill_evals.report.summary import render as summary
from skill_evals.report.words import headline

_SECRETS = ("GITHUB_TOKEN", "GH_TOKEN")
_RUNNERS = "ACTIONS_"
"""Begins the runner's own variables, some of which are tokens that write caches and artefacts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has none: a workflow's author writes inputs."""
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    environment = dict(os.environ)
    _hide(os.environ)
    values: Mapping[str, str] = complete({"exit-code": str(SkillEvalsError.exit_code)})
    try:
        code, values = _perform(arguments, environment)
    except SkillEvalsError as error:
        values = complete({"exit-code": str(error.exit_code)})
        DebugLog(environment).failed()
        output.to_stdout(f"::error title=skill-evals::{command_data(error.in_full)}\n")
        raise
    finally:
        # On every path, failure included: later steps ask for them.
        write_outputs(environment, values)
    return code


def _hide(environment: MutableMapping[str, str]) -> None:
    """Whatever is started from here on is given neither token nor key, nor the files that set outputs."""
    files = ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY")
    inputs = {spelt for name in SECRETS for spelt in spellings(name)}
    hidden = {*_SECRETS, *files, *inputs}
    for name in [n for n in environment if n in hidden or n.startswith(_RUNNERS)]:
        del environment[name]


def _perform(arguments: argparse.Namespace, environment: Mapping[str, str]) -> tuple[int, Mapping[str, str]]:
    """The exit code, and the outputs."""
    options = read_options(Inputs(environment))
    event = read_event(environment)
    held = Held(
        asked=options.asked,
        backend=options.backend,
        drafts=options.drafts,
        commit=options.commit,
        everything=options.full,
        dry=options.dry_run,
    )
    mode = mode_of(event, held)
    output.say(f"skill-evals: {mode.because}")
    DebugLog(environment).decided(mode)
    if mode.task is Task.NOTHING:
        return 0, complete({"conclusion": "skipped", "mode-run": mode.task.value, "exit-code": "0"})
    workspace = Path(environment.get("GITHUB_WORKSPACE") or ".").resolve()
    step = Step(
        event=event,
        options=options,
        mode=mode,
        folder=check_folder(options, workspace),
        github=_github(event, options),
    )
    if mode.task is Task.EVALUATE and options.asked in MEASURING:
        step, change = to_measure(step)
        return _at_work(arguments, step, environment, workspace, change)
    if mode.task is Task.JUDGE:
        return _at_work(arguments, step, environment, workspace, _as_it_is)
    return _remote(step, environment)


def _remote(step: Step, environment: Mapping[str, str]) -> tuple[int, Mapping[str, str]]:
    """What needs no checkout."""
    ended = perform(step)
    output.say(f"skill-evals: {terminal(ended.said)}")
    _notify(ended.notices)
    if ended.report is not None and step.options.summary:
        write_summary(environment, summary(ended.report))
    if ended.committed is not None:
        out = step.folder / step.options.out
        output.make_folder(out)
        _leave(ended.committed, out)
    return 0, ended.values


def _leave(committed: Committed, out: Path) -> None:
    """What was not committed, and why."""
    if committed.sha is None and committed.files:
        output.say(f"skill-evals: the results are not committed: {terminal(committed.why)}")
    leave_patch(committed, out)


def _as_it_is(config: Config) -> Config:
    return config


def _at_work(
    arguments: argparse.Namespace,
    step: Step,
    environment: Mapping[str, str],
    workspace: Path,
    change: Callable[[Config], Config],
) -> tuple[int, Mapping[str, str]]:
    """However it ends, what the step wrote belongs to whom the workspace belongs."""
    try:
        return _judge(arguments, step, environment, change)
    finally:
        give_back(workspace, _written(step, workspace))


def _written(step: Step, workspace: Path) -> list[Path]:
    """What the step writes to; git fetches, too."""
    folder, options = step.folder, step.options
    found = [place / ".git" for place in (folder, *folder.parents) if place.is_relative_to(workspace)]
    found.append(folder / options.out)
    if options.journal is not None:
        journal = folder / options.journal
        found.append(journal if journal.parent == folder else journal.parent)
    return found


def _github(event: Event, options: Options) -> GitHub:
    return GitHub(Wire(options.github_token, api_url=event.job.api_url), event.repository.full_name)


def _judge(
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
        same = _same_head(step, sides, request)
        is_told = step.mode.runs and not arguments.quiet
        with folding("Runs", wanted=is_told), showing(quiet=arguments.quiet, color="never") as progress:
            request = replace(request, progress=progress, stop=watch or signals)
            done = _measured(step, inputs, request, same, environment)
        if isinstance(done, PrOutcome):
            pr.write(inputs, sides.place, done)
        if watch is not None and watch.reason is not None:
            output.say(f"skill-evals: superseded: {terminal(watch.reason)}")
            return 0, complete({"conclusion": "superseded", "mode-run": step.mode.task.value, "exit-code": "0"})
        return _tell(step, done, sides, same, environment) if isinstance(done, PrOutcome) else done


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


def _same_head(step: Step, sides: Sides, request: PrRequest) -> SameHead:
    """Whoever asks by a comment wants it measured, whatever the head is."""
    options, pull = step.options, step.event.pull
    is_pushed = step.event.name == "pull_request" and bool(options.github_token)
    return SameHead(
        step.github if is_pushed else None,
        sides.head_sha,
        chosen=request.chosen,
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
    github = _github(step.event, options)
    return HeadWatch(lambda: head_moved(github, pull), signals)


def _tell(
    step: Step, outcome: PrOutcome, sides: Sides, same: SameHead, environment: Mapping[str, str]
) -> tuple[int, Mapping[str, str]]:
    """Committed first, so that comment and check tell of the commit that the branch is at then."""
    place, out = sides.place, step.options.out
    report = from_the_top(outcome.report, place.root)
    files, root = place.files, place.root
    blobs = blobs_written(outcome.results, files=files, root=root)
    committed = commit_judged(step, report, outcome.results, files=files, root=root, body=same.line(report, blobs))
    told = tell(step, report, committed.sha or sides.head_sha, told=same.told(report))
    if told.commands:
        output.to_stdout(told.commands)
    _notify((*told.notices, *not_committed(committed)))
    _leave(committed, out)
    results, alike = in_repository(outcome.results, root), same.alike(report, blobs)
    left = leave(step, report, results, out=out, head=sides.head_sha, alike=alike)
    asked_for = write_asked_for(step, report, place.root)
    is_whole = not step.options.summary or write_summary(environment, summary(report))
    if report.plan is not None and (report.plan.jobs or report.plan.skips):
        fold("What is run, and what is not", plan_text(report.plan))
    output.say(f"skill-evals: {headline(report)}")
    values = {**_paths(step, sides, left, is_whole=is_whole), **asked_for, **committed_values(committed)}
    values |= same.outputs()
    return exit_code(step, report), outputs(step, report, told, values)


def _notify(notices: Iterable[str]) -> None:
    for notice in notices:
        output.to_stdout(f"::notice title=skill-evals::{command_data(notice)}\n")


def _paths(step: Step, sides: Sides, left: Path, *, is_whole: bool) -> dict[str, str]:
    """From the workspace on, since that is where later steps are."""
    here = step.options.folder
    changed, are_all = json_names(change.path for change in sides.base.changes.changes)
    return {
        "changed-files": changed,
        "results-path": str(here / step.options.out / "results"),
        "report-path": str(here / step.options.out / "report.html"),
        "results-file": str(here / step.options.out / "report.json"),
        "comment-file": str(here / step.options.out / "comment.md"),
        "comment-file-written": "true",
        "artefact-path": str(here / left),
        "truncated": str(not (is_whole and are_all)).lower(),
    }
