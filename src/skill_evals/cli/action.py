"""``skill-evals action``: the step of a workflow. Its options are the step's inputs, which the runner hands on as
variables (docs/action.md); the same verbs do the work as on a laptop.
"""

import argparse
import os
from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path

from skill_evals.app.action.by_event import mode_of
from skill_evals.app.action.evaluate import to_measure
from skill_evals.app.action.mode import MEASURING, Held, Task
from skill_evals.app.action.options import SECRETS, check_folder, read_options
from skill_evals.app.action.remote import perform
from skill_evals.app.action.step import Step, github_of
from skill_evals.app.action.tell import complete
from skill_evals.cli import output
from skill_evals.cli.action_judge import judge
from skill_evals.cli.action_log import DebugLog
from skill_evals.cli.action_tell import notify, tell_uncommitted
from skill_evals.edges.github.files import write_outputs, write_summary
from skill_evals.edges.github.inputs import Inputs, spellings
from skill_evals.edges.github.payload import read_event
from skill_evals.edges.owners import give_back
from skill_evals.errors import SkillEvalsError
from skill_evals.model.config import Config
from skill_evals.report.escape import command_data, terminal
from skill_evals.report.summary import render as summary

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
        github=github_of(event, options),
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
    notify(ended.notices)
    if ended.report is not None and step.options.summary:
        write_summary(environment, summary(ended.report))
    if ended.committed is not None:
        out = step.folder / step.options.out
        output.make_folder(out)
        tell_uncommitted(ended.committed, out)
    return 0, ended.values


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
        return judge(arguments, step, environment, change)
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
