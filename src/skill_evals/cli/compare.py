"""``skill-evals compare``."""

import argparse
import json

from skill_evals.app.benchmarks import committed_benchmarks
from skill_evals.app.compare import compare_results
from skill_evals.app.place import base_of, open_place
from skill_evals.app.reading import read_tree
from skill_evals.cli import output
from skill_evals.report.benchmark_json import benchmark_json
from skill_evals.report.benchmark_rows import benchmark_section, benchmark_text
from skill_evals.report.compare_json import compare_json
from skill_evals.report.compare_markdown import compare_markdown
from skill_evals.report.compare_text import compare_text

FORMATS = ("text", "json", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    output.add_base(parser)
    output.add_format(parser, FORMATS)
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    place = open_place([], root=arguments.root)
    with base_of(place, arguments.base, fetch=arguments.fetch) as base:
        head = read_tree(place.files, place.config)
        before = read_tree(base.files, place.config)
        found = compare_results(head, before, base.changes, place.config.gate)
        benchmarks = committed_benchmarks(head, before, base.changes, place.config.gate)
    if not arguments.quiet:
        for side, reading in (("base", before), ("head", head)):
            for results in reading.results:
                if results.problem is not None:
                    output.say(f"not compared, at the {side}: {results.problem}")
        if not head.results and not before.results and not benchmarks:
            output.say("Neither side holds results, so nothing was compared. `run --write-results` writes some.")
    output.write(
        outputs,
        {
            "text": lambda: "\n".join([compare_text(found).rstrip("\n"), *benchmark_text(benchmarks)]) + "\n",
            "json": lambda: (
                json.dumps({**compare_json(found), "benchmarks": benchmark_json(benchmarks)}, indent=2) + "\n"
            ),
            "markdown": lambda: "\n".join([compare_markdown(found), *benchmark_section(benchmarks, flips=None)]),
        },
    )
    return 0
