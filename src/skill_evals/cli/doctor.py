"""``skill-evals doctor``."""

import argparse

from skill_evals.app.doctor import examine
from skill_evals.cli import output
from skill_evals.edges.root import find_root
from skill_evals.report.doctor_json import doctor_json
from skill_evals.report.doctor_text import doctor_text

FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    output.add_format(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    checkup = examine(find_root([], arguments.root))
    output.write(outputs, {"text": lambda: doctor_text(checkup), "json": lambda: doctor_json(checkup)})
    return 1 if checkup.problems else 0
