"""``skill-evals run``."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from posixpath import dirname

from skill_evals.app.commands_note import commands_note
from skill_evals.app.fresh_results import renew
from skill_evals.app.lint import BaseSide
from skill_evals.app.measure import Measured, MeasureRequest, measure, plan_of
from skill_evals.app.place import Place, open_place
from skill_evals.app.run_summary import exit_code, run_summary
from skill_evals.app.unread import lacking
from skill_evals.cli import output
from skill_evals.cli.backend import (
    add_run_options,
    backend_of,
    journal_of,
    with_run_options,
)
from skill_evals.cli.judging import recording_of
from skill_evals.cli.measuring import base_where, to_measure
from skill_evals.compare.gate import gate
from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.signals import SignalStop
from skill_evals.errors import ResultsError
from skill_evals.model.config import Config
from skill_evals.model.plan import Baseline
from skill_evals.model.report import GateDecision
from skill_evals.report.compare_json import compare_json
from skill_evals.report.money_words import shortfall_lines
from skill_evals.report.plan_json import plan_json
from skill_evals.report.plan_text import plan_text
from skill_evals.report.report_json import run_object
from skill_evals.report.run_text import run_text
from skill_evals.run.ports.backend import Backend

FORMATS = ("text", "json")

NOT_A_MODEL = frozenset({"lexical", "replay"})
"""Backends whose results enter a committed file only where asked: evolve's gate counts every model key in it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    output.add_base(parser)
    parser.add_argument("--all", action="store_true", help="every case, whatever is fresh")
    parser.add_argument("--dry-run", action="store_true", help="print the plan and run nothing")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write results below DIR, not beside the suites")
    parser.add_argument(
        "--write-results",
        action="store_true",
        help=f"write results of {' and '.join(sorted(NOT_A_MODEL))} beside the suites as well",
    )
    add_run_options(parser)
    output.add_format(parser, FORMATS)
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    place = open_place([], root=arguments.root)
    config = with_run_options(arguments)(place.config)
    backend = backend_of(arguments)(config)
    with (
        SignalStop() as stop,
        showing(quiet=arguments.quiet, color=arguments.color) as progress,
        base_where(arguments, place, wanted=arguments.base is not None) as base,
    ):
        request = _request(arguments, place, base, config, backend)
        if _writes(arguments, backend) and not arguments.dry_run:
            _refuse_unreadable(request)
            _keep_ready(arguments, place, request)
        measured = Measured(plan=plan_of(request), sweep=None)
        if not arguments.dry_run:
            measured = measure(replace(request, progress=progress, stop=stop))
        if measured.failure is not None:
            raise measured.failure
        if progress is not None:
            progress.close()
        notes = () if request.judge is None else request.judge.notes()
        for note in (*commands_note(config.run, measured.plan), *notes):
            output.say(note)
        if measured.sweep is not None:
            _write(arguments, place, backend, renew(request.head, measured.sweep, backend).files)
    is_idle = not measured.plan.jobs and not arguments.all and lacking(request.head.project) is None
    if is_idle and not arguments.quiet:
        output.say("Nothing has to run. `--all` runs every case; `--base REF` runs what a change affects.")
    return _tell(outputs, measured, config, backend)


def _request(
    arguments: argparse.Namespace, place: Place, base: BaseSide | None, config: Config, backend: Backend
) -> MeasureRequest:
    asked = to_measure(arguments, place, base, config, backend)
    return replace(
        asked,
        options=replace(asked.options, baseline=Baseline.NONE),
        journal=journal_of(arguments.journal),
        recording=None if arguments.dry_run else recording_of(arguments),
    )


def _writes(arguments: argparse.Namespace, backend: Backend) -> bool:
    return arguments.out is not None or arguments.write_results or backend.name not in NOT_A_MODEL


def _refuse_unreadable(request: MeasureRequest) -> None:
    """Nothing is laid into a results file that cannot be read, so its suite's runs would be paid for and lost.

    Raises:
        ResultsError: there is such a file beside a suite that is to run.
    """
    folders = {dirname(job.suite) for job in plan_of(request).jobs}
    for results in request.head.results:
        if results.file is None and dirname(results.path) in folders:
            raise ResultsError(
                f"what is measured could not be kept: {results.problem}",
                cure="mend the file first, or run other suites only (--skill NAME)",
            )


def _keep_ready(arguments: argparse.Namespace, place: Place, request: MeasureRequest) -> None:
    """
    Raises:
        UsageError: a folder cannot be written that results are for.
    """
    beside = {place.root / dirname(job.suite) for job in plan_of(request).jobs}
    for folder in (arguments.out,) if arguments.out is not None else sorted(filter(Path.is_dir, beside)):
        output.keep_ready(folder)


def _write(arguments: argparse.Namespace, place: Place, backend: Backend, files: Mapping[str, bytes]) -> None:
    if arguments.out is not None:
        for path, data in files.items():
            kept = arguments.out / path
            output.make_folder(kept.parent)
            write_atomic(kept, data)
    elif _writes(arguments, backend):
        for path, data in files.items():
            write_atomic(place.root / path, data, beneath=place.root)
    elif files and not arguments.quiet:
        output.say(f"Results of the {backend.name} backend are not written beside the suites (--write-results does)")


def _tell(
    outputs: tuple[output.Target, ...],
    measured: Measured,
    config: Config,
    backend: Backend,
) -> int:
    sweep = measured.sweep
    comparison = None if sweep is None else sweep.comparison
    decision = GateDecision(failed=False)
    if comparison is not None:
        named = config.run.backend_named
        decision = gate(comparison, lint_errors=0, config=config.gate, backend=backend.name, chosen_by_name=named)
    code = exit_code(decision, None, comparison)

    def text() -> str:
        if sweep is None:
            return plan_text(measured.plan, shortfall_lines(measured.plan.total, config.run))
        return run_text(sweep.comparison, run_summary(sweep, backend, measured.plan, config.run), measured.plan.skips)

    def as_json() -> str:
        found = {
            "version": 1,
            "plan": plan_json(measured.plan),
            "run": None if sweep is None else run_object(run_summary(sweep, backend, measured.plan, config.run)),
            "compare": None if comparison is None else compare_json(comparison),
            "exit": code,
        }
        return json.dumps(found, indent=2) + "\n"

    output.write(outputs, {"text": text, "json": as_json})
    return code
