"""``skill-evals nights``."""

import argparse
import os
from pathlib import Path

from skill_evals.app.nights import add
from skill_evals.cli import output
from skill_evals.compare.nights import of_nights
from skill_evals.edges.clock import SystemClock
from skill_evals.edges.night_reports import night_reports
from skill_evals.edges.nights_file import NightsFile, read_nights
from skill_evals.errors import UsageError
from skill_evals.report.nights_json import nights_json
from skill_evals.report.nights_markdown import nights_markdown
from skill_evals.report.nights_text import nights_text

FORMATS = ("text", "json", "markdown")
_RUN = "GITHUB_RUN_ID"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file of nights, one JSON object a line")
    parser.add_argument(
        "--add",
        action="append",
        default=[],
        type=Path,
        metavar="REPORT",
        help="a night's report.json, or a folder with one or several; repeatable",
    )
    parser.add_argument("--run", metavar="ID", help=f"what names the night's run once (default: {_RUN})")
    output.add_format(parser, FORMATS)
    parser.add_argument("--quiet", "-q", action="store_true", help="do not say on stderr what was added")


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    if not arguments.add and not arguments.file.exists():
        raise UsageError(f"there is no file {arguments.file}", cure="begin one with --add REPORT")
    file = _added(arguments, read_nights(arguments.file))
    found = of_nights(file.nights.values())
    output.write(
        outputs,
        {
            "text": lambda: nights_text(found),
            "json": lambda: nights_json(found),
            "markdown": lambda: nights_markdown(found),
        },
    )
    return 0


def _added(arguments: argparse.Namespace, file: NightsFile) -> NightsFile:
    if not arguments.add:
        return file
    name = arguments.run or os.environ.get(_RUN)
    if not name:
        raise UsageError("nothing names this night's run", cure="name it once with --run ID")
    reports = [found for place in arguments.add for found in night_reports(place)]
    if not reports:
        output.say(f"skill-evals: no report.json in {', '.join(map(str, arguments.add))}: no night was added")
        return file
    date = SystemClock().now()
    output.make_folder(arguments.file.parent)
    for found in reports:
        file, addition = add(file, found, run=name, date=date)
        if not arguments.quiet:
            output.say(f"{found.path} ({addition.night.kind.value}): {addition.added.value}")
    return file
