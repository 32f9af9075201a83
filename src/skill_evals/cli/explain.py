"""``skill-evals explain RULE``."""

import argparse

from skill_evals.cli import output
from skill_evals.lint.explain import page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="a name or a code")


def run(arguments: argparse.Namespace) -> int:
    output.to_stdout(page(arguments.rule))
    return 0
