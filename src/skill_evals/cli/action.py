"""``skill-evals action``: the step of a workflow. Its options are the step's inputs, which the runner hands on as
variables (docs/action.md); the same verbs do the work as on a laptop.
"""

import argparse
import json
import os
from collections.abc import Mapping, MutableMapping
from dataclasses import replace
from pathlib import Path

from skill_evals.app.action.mode import Held, Task, mode_of
from skill_evals.app.action.options import Options, check_folder, read_options
from skill_evals.app.action.rights import withheld
from skill_evals.app.action.sides import Sides, sides_of
from skill_evals.app.action.step import Step
from skill_evals.app.action.tell import complete, exit_code, outputs, tell
from skill_evals.app.action.vouching import own_commits
from skill_evals.app.claims import nobody
from skill_evals.app.pr import PrOutcome, pull_request
from skill_evals.cli import output, pr
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.files import write_outputs, write_summary
from skill_evals.edges.github.inputs import Inputs
from skill_evals.edges.github.payload import read_event
from skill_evals.edges.github.wire import Wire
from skill_evals.edges.owners import give_back
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.secret_names import CREDENTIAL_VARIABLES
from skill_evals.edges.signals import SignalStop
from skill_evals.errors import SkillEvalsError, UsageError
from skill_evals.model.event import Event
from skill_evals.report.escape import command_data
from skill_evals.report.summary import render as summary
from skill_evals.report.words import headline

_SECRETS = ("INPUT_API-KEY", "INPUT_API_KEY", "INPUT_GITHUB-TOKEN", "INPUT_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN")
_RUNNERS = "ACTIONS_"
"""Begins the runner's own variables, some of which are tokens that write caches and artefacts."""
_KEY = "ANTHROPIC_API_KEY"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has none: a workflow's author writes inputs."""
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    environment = dict(os.environ)
    _hide(os.environ)
    values: Mapping[str, str] = complete({"exit-code": "2"})
    try:
        code, values = _perform(arguments, environment)
    except SkillEvalsError as error:
        values = complete({"exit-code": str(error.exit_code)})
        output.to_stdout(f"::error title=skill-evals::{command_data(error.in_full)}\n")
        raise
    finally:
        # On every path, failure included: later steps ask for them.
        write_outputs(environment, values)
    return code


def _hide(environment: MutableMapping[str, str]) -> None:
    """Whatever is started from here on is given neither token nor key, nor the files that set outputs."""
    files = ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY")
    for name in [n for n in environment if n in _SECRETS or n in files or n.startswith(_RUNNERS)]:
        del environment[name]


def _perform(arguments: argparse.Namespace, environment: Mapping[str, str]) -> tuple[int, Mapping[str, str]]:
    """The exit code, and the outputs."""
    options = read_options(Inputs(environment))
    event = read_event(environment)
    pays = bool(options.api_key) or any(environment.get(name) for name in CREDENTIAL_VARIABLES)
    held = Held(
        asked=options.asked,
        backend=options.backend,
        pays=pays,
        drafts=options.drafts,
        commit=options.commit,
        everything=options.full,
    )
    mode = mode_of(event, held)
    output.say(f"skill-evals: {mode.because}")
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
    if mode.task is Task.JUDGE:
        try:
            return _judge(arguments, step, environment)
        finally:
            give_back(workspace, _written(step, workspace))
    raise UsageError(
        f"this version does not do what `{mode.task.value}` asks for",
        cure="run it on pull_request, or leave `mode` out",
    )


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


def _judge(arguments: argparse.Namespace, step: Step, environment: Mapping[str, str]) -> tuple[int, Mapping[str, str]]:
    _take_key(step.options.api_key)
    os.chdir(step.folder)
    words = _as_options(step)
    asked = _parse(words)
    with SignalStop() as stop, sides_of(step) as sides, showing(quiet=arguments.quiet, color="never") as progress:
        number = None if step.event.pull is None else step.event.pull.number
        has_token = bool(step.options.github_token)
        request = replace(
            pr.request_of(asked, sides.place, sides.base),
            progress=progress,
            stop=stop,
            vouch=own_commits(step.github, sides.head_sha) if has_token else nobody,
            withhold=withheld(step, environment, lambda: has_token and step.github.can_write(number)),
        )
        outcome = pull_request(request)
        if progress is not None:
            progress.close()
        pr.write(asked, sides.place, outcome)
    return _tell(step, outcome, sides, environment)


def _tell(
    step: Step, outcome: PrOutcome, sides: Sides, environment: Mapping[str, str]
) -> tuple[int, Mapping[str, str]]:
    report = outcome.report
    told = tell(step, report, sides.head_sha)
    if told.commands:
        output.to_stdout(told.commands)
    for notice in told.notices:
        output.to_stdout(f"::notice title=skill-evals::{command_data(notice)}\n")
    written = not step.options.summary or write_summary(environment, summary(report))
    output.say(f"skill-evals: {headline(report)}")
    return exit_code(step, report), outputs(step, report, told, _paths(step, sides, is_whole=written))


def _paths(step: Step, sides: Sides, *, is_whole: bool) -> dict[str, str]:
    out = step.options.out
    changed = [change.path for change in sides.base.changes.changes]
    return {
        "changed-files": json.dumps(changed[:5_000]),
        "results-path": str(out / "results"),
        "report-path": str(out / "report.html"),
        "artefact-path": str(out),
        "truncated": str(not is_whole or len(changed) > 5_000).lower(),
    }


def _take_key(key: str) -> None:
    """The input's key stands for the variable; two of them that differ are a contradiction."""
    known = os.environ.get(_KEY)
    if key and known and key != known:
        raise UsageError(
            f"the input `api-key` and the variable {_KEY} name two keys", cure="leave one of them out of the workflow"
        )
    if key:
        os.environ[_KEY] = key


def _as_options(step: Step) -> list[str]:
    """What the inputs are on the command line of ``pr``."""
    options = step.options
    valued: dict[str, object] = {
        "--backend": options.backend or None,
        "--tier": options.tier or None,
        "--skill": options.skill or None,
        "--runs": options.runs,
        "--jobs": options.jobs,
        "--max-cost-usd": options.max_cost_usd,
        "--max-minutes": options.max_minutes,
        "--max-calls": options.max_calls,
        "--journal": options.journal,
        "--out": options.out,
    }
    words = [f"{name}={value}" for name, value in valued.items() if value is not None]
    words += [f"--model={model}" for model in options.models]
    words += ["--all"] if step.mode.everything else []
    words += ["--allow-commands"] if options.allow_commands else []
    return words


def _parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="skill-evals pr", allow_abbrev=False, exit_on_error=False)
    pr.add_arguments(parser)
    return parser.parse_args(words)
