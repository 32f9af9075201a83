"""``skill-evals plan``."""

import argparse
import json
from collections.abc import Sequence

from skill_evals.app.measure import plan_of
from skill_evals.app.place import Place, base_of, open_place
from skill_evals.app.pr_request import PrRequest
from skill_evals.app.shards import matrix
from skill_evals.cli import output
from skill_evals.cli.backend import add_baseline, add_plan_options, backend_of, plan_options, positive, with_run_options
from skill_evals.cli.judging import judge_of
from skill_evals.cli.measuring import base_where, to_measure
from skill_evals.edges.clock import SystemClock
from skill_evals.errors import UsageError
from skill_evals.plan.shards import MOST, USUAL
from skill_evals.report.money_words import shortfall_lines
from skill_evals.report.plan_json import plan_json
from skill_evals.report.plan_text import plan_text
from skill_evals.report.plan_words import baseline_lines

FORMATS = ("text", "json", "matrix")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    output.add_base(parser)
    parser.add_argument("--all", action="store_true", help="every case, whatever changed")
    add_plan_options(parser)
    add_baseline(parser)
    parser.add_argument(
        "--shards", type=int, metavar="N", help=f"of a matrix: at most N legs, up to {MOST} (default {USUAL})"
    )
    output.add_format(parser, FORMATS)
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    positive(arguments, "shards")
    if arguments.shards is not None and arguments.shards > MOST:
        raise UsageError(f"--shards is {arguments.shards}", cure=f"a matrix of GitHub has at most {MOST} legs")
    place = open_place([], root=arguments.root)
    if any(one.name == "matrix" for one in outputs):
        return _matrix(arguments, place, outputs)
    config = with_run_options(arguments)(place.config)
    backend = backend_of(arguments)(config)
    with base_where(arguments, place, wanted=not arguments.all or arguments.base is not None) as base:
        plan = plan_of(to_measure(arguments, place, base, config, backend))
    warnings = [*shortfall_lines(plan.total, config.run), *baseline_lines(plan)]
    found = {**plan_json(plan), "warnings": warnings}
    output.write(
        outputs,
        {"text": lambda: plan_text(plan, warnings), "json": lambda: json.dumps(found, indent=2) + "\n"},
    )
    return 0


def _matrix(arguments: argparse.Namespace, place: Place, outputs: Sequence[output.Target]) -> int:
    """The shards of what `pr` would run, under the configuration that judges a pull request.

    Raises:
        UsageError: another form was asked for as well.
    """
    if len(outputs) > 1:
        raise UsageError("a matrix is of another plan than the other forms", cure="ask for it alone")
    with base_of(place, arguments.base, fetch=arguments.fetch) as base:
        request = PrRequest(
            place=place,
            base=base,
            backend=backend_of(arguments),
            clock=SystemClock(),
            override=with_run_options(arguments),
            options=plan_options(arguments, everything=arguments.all),
            judge=judge_of(arguments),
        )
        legs = {"shard": list(matrix(request, arguments.shards or USUAL))}
    output.write(outputs, {"matrix": lambda: json.dumps(legs) + "\n"})
    return 0
