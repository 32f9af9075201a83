"""``skill-evals plan``."""

import argparse
import json
from contextlib import ExitStack

from skill_evals.app.measure import MeasureRequest, plan_of
from skill_evals.app.place import base_of, open_place
from skill_evals.app.reading import read_tree
from skill_evals.cli import output
from skill_evals.cli.backend import add_plan_options, backend_of, plan_options, with_run_options
from skill_evals.cli.judging import judge_of
from skill_evals.edges.clock import SystemClock
from skill_evals.report.plan_json import plan_json
from skill_evals.report.plan_text import plan_text

FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    output.add_base(parser)
    parser.add_argument("--all", action="store_true", help="every case, whatever changed")
    add_plan_options(parser)
    output.add_format(parser, FORMATS)
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    place = open_place([], root=arguments.root)
    config = with_run_options(arguments)(place.config)
    backend = backend_of(arguments)(config)
    with ExitStack() as stack:
        base = None
        if not arguments.all or arguments.base is not None:
            base = stack.enter_context(base_of(place, arguments.base, fetch=arguments.fetch))
        plan = plan_of(
            MeasureRequest(
                head=read_tree(place.files, config, every_hash=True),
                base=None if base is None else read_tree(base.files, config, every_hash=True),
                changes=None if base is None else base.changes,
                config=config,
                backend=backend,
                judge=judge_of(arguments)(config, backend),
                clock=SystemClock(),
                options=plan_options(arguments, everything=arguments.all),
            )
        )
    output.write(
        outputs,
        {"text": lambda: plan_text(plan), "json": lambda: json.dumps(plan_json(plan), indent=2) + "\n"},
    )
    return 0
