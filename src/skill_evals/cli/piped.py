"""``skill-evals lint -``: one document comes on stdin, as editors send it."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from skill_evals.app.place import Place
from skill_evals.cli import output
from skill_evals.cli.output import Target
from skill_evals.edges.files import MOST_BYTES
from skill_evals.errors import UsageError

if TYPE_CHECKING:  # rules are loaded while git lists the tree
    from skill_evals.app.lint import Linted, LintRequest

STDIN = Path("-")
"""The word that stands for standard input; a file of that name is ``./-``."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stdin-filename",
        type=Path,
        metavar="PATH",
        help="with `-` as the only PATH: where the document lies, whose text comes on stdin",
    )


def wanted(arguments: argparse.Namespace) -> bool:
    """Whether a document comes on stdin.

    Raises:
        UsageError: it comes without a name or with other paths, or with what concerns files on disk only.
    """
    is_wanted = STDIN in arguments.paths
    if not is_wanted:
        if arguments.stdin_filename is not None:
            raise UsageError("--stdin-filename names a document that is not read", cure="give `-` as the only path")
        return False
    if arguments.stdin_filename is None:
        raise UsageError(
            "a document on stdin is read by the rules of its place, and no place is named",
            cure="add --stdin-filename PATH (a file whose name is `-` is ./-)",
        )
    if len(arguments.paths) > 1:
        raise UsageError("`-` stands beside other paths", cure="give `-` alone, and the files in another call")
    others = {
        "--base": arguments.base is not None,
        "--write-baseline": arguments.write_baseline,
        "--grow-baseline": arguments.grow_baseline,
        "--tree-listing": arguments.tree_listing is not None,
    }
    clash = next((option for option, given in others.items() if given), None)
    if clash is not None:
        raise UsageError(f"{clash} is about files on disk, and the document is not", cure=f"leave out {clash}")
    return True


def open_piped(arguments: argparse.Namespace) -> Place:
    """The place of the document on stdin.

    Raises:
        UsageError: it is too long, or its place cannot be used.
        ConfigError: the repository's configuration, or the document where it is one, cannot be used.
    """
    from skill_evals.app.stdin import place_of_document

    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise UsageError(f"stdin holds more than {MOST_BYTES:,} bytes", cure="lint a smaller document")
    return place_of_document(arguments.stdin_filename, data, root=arguments.root)


def fix_piped(
    arguments: argparse.Namespace, request: "LintRequest", place: Place, outputs: tuple[Target, ...]
) -> "tuple[Linted, tuple[Target, ...]]":
    """Print the document as it is after its fixes, byte for byte. Gives what is left to be reported, and where to:
    stdout is taken.
    """
    from skill_evals.app.fix import fix

    fixing = fix(request, unsafe=arguments.unsafe_fixes)
    (path,) = place.paths
    after = {change.path: change.after for change in fixing.changes}
    output.bytes_to_stdout(after[path] if path in after else place.files.read(path))
    left = fixing.linted.result.summary
    if not arguments.quiet:
        output.say(f"errors left: {left.errors}, warnings left: {left.warnings}")
    return fixing.linted, tuple(target for target in outputs if target.file is not None)
