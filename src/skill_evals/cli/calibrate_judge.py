"""``skill-evals calibrate-judge``."""

import argparse
import json
from pathlib import Path

from skill_evals.app.calibrate_judge import CalibrateRequest, calibrate, exit_code, foreseen
from skill_evals.app.labels import read_labels
from skill_evals.app.place import open_place
from skill_evals.cli import output
from skill_evals.cli.backend import CAPS, positive
from skill_evals.edges.clock import SystemClock
from skill_evals.edges.judge.create import create_judge
from skill_evals.edges.signals import SignalStop
from skill_evals.errors import UsageError
from skill_evals.model.light import replace
from skill_evals.report.judge_json import judge_json
from skill_evals.report.judge_text import judge_text
from skill_evals.report.words import plural
from skill_evals.run.budget import Budget, Caps

FORMATS = ("text", "json")
WANTED = 0.8
"""The least kappa. Landis and Koch (1977) call it almost perfect; with as many passes as fails, nine in ten agree."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="runs that people have judged")
    parser.add_argument("--judge-model", metavar="ID", help="the model that judges, in place of the configuration's")
    parser.add_argument(
        "--min-agreement",
        type=float,
        default=WANTED,
        metavar="KAPPA",
        help=f"the least Cohen's kappa (default {WANTED})",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what it would cost, and ask nobody")
    parser.add_argument("--jobs", type=int, metavar="N", help="ceiling of calls at once")
    parser.add_argument("--max-cost-usd", type=float, metavar="X", help="stop before more than this is spent")
    parser.add_argument("--max-calls", type=int, metavar="N", help="stop before more calls than this")
    output.add_format(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    if not -1 <= arguments.min_agreement <= 1:
        raise UsageError(f"--min-agreement is {arguments.min_agreement}", cure="kappa lies between -1 and 1")
    config = replace(open_place([], root=arguments.root).config.run, **positive(arguments, *CAPS))
    if arguments.judge_model is not None:
        config = replace(config, judge=replace(config.judge, model=arguments.judge_model))
    request = CalibrateRequest(
        runs=tuple(run for path in arguments.files for run in read_labels(path)),
        judge=create_judge(config),
        budget=Budget(Caps(calls=config.max_calls, usd=config.max_cost_usd, minutes=config.max_minutes), SystemClock()),
        wanted=arguments.min_agreement,
        jobs=config.jobs,
    )
    before = foreseen(request)
    usd = "at a price that is not known" if before.usd is None else f"${before.usd[0]:.2f} to ${before.usd[1]:.2f}"
    cost = f"At least {plural(before.calls[0], 'call')}, {usd}"
    if arguments.dry_run:
        known = {"version": 1, "calls": before.calls, "usd": before.usd}
        output.write(outputs, {"text": lambda: f"{cost}\n", "json": lambda: json.dumps(known, indent=2) + "\n"})
        return 0
    output.say(cost)
    with SignalStop() as stop:
        found = calibrate(replace(request, stop=stop))
        for note in request.judge.notes():
            output.say(note)
        code = exit_code(found)
        output.write(outputs, {"text": lambda: judge_text(found), "json": lambda: judge_json(found, code)})
    return code
