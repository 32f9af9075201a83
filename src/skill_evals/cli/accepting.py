"""``skill-evals lint --write-baseline``, ``--grow-baseline`` and ``--no-baseline``."""

import argparse
from typing import TYPE_CHECKING

from skill_evals.app.place import Place
from skill_evals.cli import output
from skill_evals.errors import UsageError
from skill_evals.model.light import replace
from skill_evals.model.scope import Scope

if TYPE_CHECKING:  # rules are loaded while git lists the tree
    from skill_evals.app.lint import Linted
    from skill_evals.model.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--write-baseline",
        action="store_true",
        help="accept the findings of now where there is no baseline file yet, else remove from it what is gone",
    )
    which.add_argument(
        "--grow-baseline", action="store_true", help="as --write-baseline, and accept what is new as well"
    )
    which.add_argument("--no-baseline", action="store_true", help="show what the baseline file accepts")


def wanted(arguments: argparse.Namespace) -> bool:
    """Whether the baseline file is to be written.

    Raises:
        UsageError: with a base, where findings are looked at that a tree alone does not have.
    """
    is_wanted = bool(arguments.write_baseline or arguments.grow_baseline)
    if is_wanted and arguments.base is not None:
        raise UsageError("a baseline is of a tree and not of a change", cure="leave out --base")
    return is_wanted


def write(arguments: argparse.Namespace, place: Place, linted: "Linted", config: "Config") -> "Linted":
    """Write the file; gives what is left to report.

    Raises:
        UsageError: the file cannot be written.
        ConfigError: the one that is there cannot be used.
    """
    from skill_evals.app.baseline import standing
    from skill_evals.edges.atomic import write_atomic

    before = standing(linted.found, place.files, config, scope=Scope(paths=place.paths))
    after, text = before.rewritten(grow=arguments.grow_baseline)
    path = place.root / config.lint.baseline
    write_atomic(path, text.encode("ascii"), beneath=place.root)
    if not arguments.quiet:
        count = sum(entry.count for entry in after.baseline.entries)
        output.say(f"{config.lint.baseline} accepts {count} finding{'' if count == 1 else 's'}")
    return replace(linted, result=after.judged().result)
