"""``skill-evals merge-driver``."""

import argparse
from pathlib import Path

from skill_evals.app.merge_driver import Versions, merge_files
from skill_evals.cli import output

CONFLICT = 1
CURE = "take one side whole (git checkout --ours or --theirs, then git add), then run the suite again"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("base", type=Path, metavar="BASE", help="the file as both branches had it (%%O)")
    parser.add_argument(
        "ours", type=Path, metavar="OURS", help="our file, which the merged one takes the place of (%%A)"
    )
    parser.add_argument("theirs", type=Path, metavar="THEIRS", help="their file (%%B)")
    parser.add_argument("path", metavar="PATH", help="what it is called in the repository (%%P)")


def run(arguments: argparse.Namespace) -> int:
    versions = Versions(base=arguments.base, ours=arguments.ours, theirs=arguments.theirs, path=arguments.path)
    done = merge_files(versions, at=Path.cwd())
    for words in done.words:
        output.say(f"skill-evals: {words}")
    if done.is_settled:
        return 0
    output.say(f"  {CURE}")
    return CONFLICT
