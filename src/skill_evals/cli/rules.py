"""``skill-evals rules``."""

import argparse

from skill_evals.cli import output
from skill_evals.lint.explain import rules_json, rules_text

FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_format(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    output.write(output.targets(arguments, FORMATS), {"text": rules_text, "json": rules_json})
    return 0
