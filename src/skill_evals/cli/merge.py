"""``skill-evals merge``."""

import argparse
from pathlib import Path

from skill_evals.app.merge import merged
from skill_evals.app.place import base_of, open_place
from skill_evals.cli import pr
from skill_evals.edges.shard_files import read_shard


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR", help="what `pr --shard … --out DIR` wrote")
    pr.add_judging_options(parser)


def run(arguments: argparse.Namespace) -> int:
    files = [read_shard(folder) for folder in arguments.folders]
    place = open_place([], root=arguments.root)
    with base_of(place, arguments.base, fetch=arguments.fetch) as base:
        outcome = merged(pr.request_of(arguments, place, base), files)
        pr.write(arguments, place, outcome)
    if not arguments.quiet:
        pr.tell(arguments, outcome)
    return outcome.report.exit_code
