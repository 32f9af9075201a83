"""``skill-evals calibrate``."""

import argparse
import json

from skill_evals.app.calibrate import calibrate, exit_code
from skill_evals.app.calibrate_draw import CalibrateRequest, draw
from skill_evals.app.place import open_place
from skill_evals.app.reading import read_tree
from skill_evals.cli import output
from skill_evals.cli.backend import CAPS, positive
from skill_evals.cli.parser import positive_or_zero
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.registry import create_backend
from skill_evals.edges.clock import SystemClock
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.signals import SignalStop
from skill_evals.model.config import RunConfig
from skill_evals.model.light import replace
from skill_evals.report.calibration_json import calibration_json
from skill_evals.report.calibration_text import calibration_text
from skill_evals.run.ports.backend import Backend

FORMATS = ("text", "json")
BACKENDS = ("messages", "claude-code")
"""The emulation, and what it emulates."""
WANTED = 0.6
"""Below it kappa is no more than moderate (Landis and Koch, 1977)."""
RUNS = 3
CASES = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    parser.add_argument("--skill", metavar="NAME", help="only queries about this skill")
    parser.add_argument("--model", metavar="ID", help="the model of both backends")
    parser.add_argument("--cases", type=int, default=CASES, metavar="N", help=f"queries at most (default {CASES})")
    parser.add_argument(
        "--runs", type=int, default=RUNS, metavar="N", help=f"runs a query and backend (default {RUNS})"
    )
    parser.add_argument("--seed", type=positive_or_zero, default=0, metavar="N", help="which queries are drawn")
    parser.add_argument("--dry-run", action="store_true", help="say what it would cost, and ask nobody")
    parser.add_argument("--jobs", type=int, metavar="N", help="ceiling of runs at once")
    parser.add_argument("--max-cost-usd", type=float, metavar="X", help="stop before more than this is spent")
    parser.add_argument("--max-calls", type=int, metavar="N", help="stop before more calls than this")
    parser.add_argument("--no-sandbox", action="store_true", help="run Claude Code as you, not shut in")
    output.add_format(parser, FORMATS)
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    numbers = positive(arguments, "cases", "runs")
    place = open_place([], root=arguments.root)
    own = replace(place.config.run, **positive(arguments, *CAPS))
    if arguments.no_sandbox:
        own = replace(own, sandbox=False)
    models = (arguments.model,) if arguments.model is not None else own.models[:1]
    config = replace(place.config, run=replace(own, models=models))
    first, second = (_backend(name, config.run) for name in BACKENDS)
    request = CalibrateRequest(
        reading=read_tree(place.files, config, every_hash=True),
        config=config,
        first=first,
        second=second,
        clock=SystemClock(),
        most=numbers["cases"],
        runs=numbers["runs"],
        seed=arguments.seed,
        wanted=WANTED,
        skill=arguments.skill,
    )
    drawn = draw(request)
    usd = "at a price that is not known" if drawn.usd is None else f"${drawn.usd[0]:.2f} to ${drawn.usd[1]:.2f} or more"
    cost = f"{len(drawn.requests)} queries, at least {drawn.calls} calls, {usd}"
    if arguments.dry_run:
        foreseen = {"version": 1, "queries": len(drawn.requests), "calls": drawn.calls, "usd": drawn.usd}
        output.write(outputs, {"text": lambda: f"{cost}\n", "json": lambda: json.dumps(foreseen, indent=2) + "\n"})
        return 0
    output.say(cost)
    with SignalStop() as stop:
        with showing(quiet=arguments.quiet, color=arguments.color) as progress:
            found = calibrate(replace(request, progress=progress, stop=stop), drawn)
        code = exit_code(found)
        output.write(outputs, {"text": lambda: calibration_text(found), "json": lambda: calibration_json(found, code)})
    return code


def _backend(name: str, config: RunConfig) -> Backend:
    return create_backend(
        name,
        BackendOptions(
            models=config.models,
            max_minutes=config.max_minutes,
            max_calls=config.max_calls,
            effort=config.effort,
            thinking=config.thinking,
            prices=config.prices,
            sandbox=config.sandbox,
        ),
    )
