"""``skill-evals init``."""

import argparse

from skill_evals.app.init import configuration_text, write_configuration
from skill_evals.app.install_driver import install_driver
from skill_evals.cli import output
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.root import find_root
from skill_evals.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_root(parser)
    parser.add_argument("--force", action="store_true", help="write over the configuration that is there")
    parser.add_argument("--print", action="store_true", help="print the file instead of writing it")
    parser.add_argument(
        "--merge-driver",
        action="store_true",
        help="have git merge results by `skill-evals merge-driver` here, and write no configuration",
    )
    parser.add_argument("--dry-run", action="store_true", help="with --merge-driver: say what would be done")
    parser.add_argument("--quiet", "-q", action="store_true", help="nothing on stderr but complaints")


def run(arguments: argparse.Namespace) -> int:
    root = find_root([], arguments.root)
    if arguments.dry_run and not arguments.merge_driver:
        raise UsageError("--dry-run is for --merge-driver", cure="`--print` shows the configuration without writing it")
    if arguments.merge_driver:
        done = install_driver(root, dry_run=arguments.dry_run)
        if not arguments.quiet:
            output.to_stdout("".join(f"{output.inert(line)}\n" for line in done))
        return 0
    if arguments.print:
        output.to_stdout(output.inert(configuration_text(WorkingTree(root))))
        return 0
    name = write_configuration(root, force=arguments.force)
    if not arguments.quiet:
        output.say(f"wrote {root / name}; nothing in it is set, and every key is explained")
    return 0
