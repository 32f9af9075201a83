"""``skill-evals lint --fix`` and ``--diff``."""

import argparse
import sys
from typing import TYPE_CHECKING

from skill_evals.app.place import Place
from skill_evals.cli import output
from skill_evals.errors import UsageError
from skill_evals.report.escape import terminal

if TYPE_CHECKING:  # rules are loaded while git lists the tree
    from skill_evals.app.lint import Linted, LintRequest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--fix", action="store_true", help="repair what can be repaired safely, then report what is left"
    )
    which.add_argument("--diff", action="store_true", help="print what --fix would change, and write nothing")
    parser.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix or --diff: also fixes that guess what was meant"
    )


def wanted(arguments: argparse.Namespace) -> bool:
    """Whether anything is to be fixed.

    Raises:
        UsageError: --unsafe-fixes alone.
    """
    if arguments.unsafe_fixes and not (arguments.fix or arguments.diff):
        raise UsageError("--unsafe-fixes fixes nothing by itself", cure="add --fix, or --diff to see what it would do")
    return bool(arguments.fix or arguments.diff)


def fix_or_diff(
    arguments: argparse.Namespace, request: "LintRequest", place: Place, outputs: tuple[output.Target, ...]
) -> "tuple[Linted, tuple[output.Target, ...]]":
    """Fix the tree, or print how. Gives what is to be reported, of the tree as it stands on disk afterwards, and where
    to.
    """
    from skill_evals.app.fix import fix, write
    from skill_evals.app.lint import lint

    fixing = fix(request, unsafe=arguments.unsafe_fixes)
    if arguments.diff:
        from skill_evals.report.fix_diff import unified

        _print("".join(unified(change.path, change.before, change.after) for change in fixing.changes))
        _say(arguments, f"would fix {_many(len(fixing.fixed), len(fixing.changes))}")
        files_only = tuple(target for target in outputs if target.file is not None)
        return lint(request), files_only
    left_alone = tuple(write(fixing.changes, place.files, place.root))
    for words in left_alone:
        print(f"skill-evals: {terminal(words)}", file=sys.stderr)
    if left_alone:
        _say(arguments, f"{len(fixing.changes) - len(left_alone)} of {len(fixing.changes)} files were written")
        return lint(request), outputs
    _say(arguments, f"fixed {_many(len(fixing.fixed), len(fixing.changes))}")
    for one in fixing.refused:
        _say(arguments, f"not applied: {one.rule} at {one.path}:{one.span.line} ({one.fix.title if one.fix else ''})")
    more = sum(d.fix is not None and not d.fix.safe and not d.elsewhere for d in fixing.linted.result.diagnostics)
    if more and not arguments.unsafe_fixes:
        _say(arguments, f"--unsafe-fixes would try {more} more")
    return fixing.linted, outputs


def _print(patch: str) -> None:
    """On a terminal, what a stranger wrote is shown with its control characters spelt out; a file gets it as it is."""
    if sys.stdout.isatty():
        patch = "".join(f"{terminal(line)}\n" for line in patch.split("\n")[:-1])
    output.to_stdout(output.inert(patch))


def _say(arguments: argparse.Namespace, words: str) -> None:
    if not arguments.quiet:
        print(terminal(words), file=sys.stderr)


def _many(findings: int, files: int) -> str:
    return f"{findings} finding{'' if findings == 1 else 's'} in {files} file{'' if files == 1 else 's'}"
