"""``skill-evals lint``."""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from skill_evals.app.place import Place, base_of, open_place, scope_of, with_options, with_preset
from skill_evals.cli import accepting, fixing, output, piped
from skill_evals.cli.lint_outputs import FORMATS, renderers, tables
from skill_evals.cli.parser import positive_or_zero
from skill_evals.edges.copied import possible
from skill_evals.lint.presets import BY_NAME as PRESETS

if TYPE_CHECKING:  # rules are loaded while git lists the tree
    from skill_evals.app.lint import Linted
    from skill_evals.edges.listing import Meanwhile
    from skill_evals.lint.engine import Clock
    from skill_evals.model.lint import LintResult


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="files and folders (default: here); `-`: stdin"
    )
    piped.add_arguments(parser)
    output.add_root(parser)
    parser.add_argument(
        "--tree-listing", type=Path, metavar="FILE", help="paths that exist but whose bytes are not here, one a line"
    )
    output.add_base(parser)
    parser.add_argument(
        "--preset", choices=tuple(PRESETS), help="which rules run, and how gravely, in the place of the file's `select`"
    )
    parser.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="RULES",
        help="run exactly these rules: names, codes, code letters or `all`, with commas",
    )
    parser.add_argument(
        "--extend-select", action="append", default=[], metavar="RULES", help="run these rules besides the usual ones"
    )
    parser.add_argument("--ignore", action="append", default=[], metavar="RULES", help="rules not to run")
    parser.add_argument("--extend-exclude", action="append", default=[], metavar="GLOB", help="leave these out as well")
    parser.add_argument("--force-exclude", action="store_true", help="leave excluded files out even where named")
    parser.add_argument(
        "--related", action="store_true", help="also findings in other files that the named ones may have caused"
    )
    parser.add_argument("--fail-on", choices=("error", "warning"), default="error", help="what makes the exit code 1")
    parser.add_argument(
        "--max-warnings", type=positive_or_zero, metavar="N", help="exit 1 with more warnings than this"
    )
    parser.add_argument("--verbose", "-v", action="store_true", help="what was read, as which dialect, and why")
    parser.add_argument("--statistics", action="store_true", help="how often each rule spoke, after the findings")
    parser.add_argument("--profile", action="store_true", help="what each rule cost, on stderr")
    accepting.add_arguments(parser)
    fixing.add_arguments(parser)
    output.add_format(parser, FORMATS)
    output.add_common(parser)


LAST: "list[Linted]" = []
"""What was linted last. To free it object by object takes 25 ms for a large tree, and the process ends anyway."""


def run(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    is_accepting = accepting.wanted(arguments)
    is_piped = piped.wanted(arguments)
    if is_piped:
        place = piped.open_piped(arguments)
    else:
        place = open_place(
            arguments.paths, root=arguments.root, tree_listing=arguments.tree_listing, meanwhile=_loading()
        )
    from skill_evals.app.lint import LintRequest, lint

    with ExitStack() as stack:
        base = None
        if arguments.base is not None:
            base = stack.enter_context(base_of(place, arguments.base, fetch=arguments.fetch))
        config = with_options(
            with_preset(place.config, arguments.preset),
            select=_words(arguments.select),
            extend_select=_words(arguments.extend_select),
            ignore=_words(arguments.ignore),
            extend_exclude=arguments.extend_exclude,
        )
        named = frozenset() if arguments.force_exclude else place.named_files
        request = LintRequest(
            files=place.files,
            config=config,
            scope=scope_of(place, related=arguments.related),
            named=named,
            base=base,
            clock=_clock(arguments),
            accepts=not (arguments.no_baseline or is_accepting),
            in_two=possible() and not is_piped and not fixing.wanted(arguments),
        )
        if fixing.wanted(arguments):
            fix = piped.fix_piped if is_piped and arguments.fix else fixing.fix_or_diff
            linted, outputs = fix(arguments, request, place, outputs)
        else:
            linted = lint(request)
    if is_accepting:
        linted = accepting.write(arguments, place, linted, config)
    _show(arguments, outputs, place, linted)
    LAST[:] = [linted]
    return exit_code(linted.result, fail_on=arguments.fail_on, max_warnings=arguments.max_warnings)


def _loading() -> "Meanwhile":
    """Modules that are loaded while the tree is listed: those that lint needs in any case, then those that it needs
    where there are results.
    """
    yield _load_rules
    yield _load_committed
    yield _load_provenance


def _load_rules() -> None:
    import skill_evals.app.evolve_config
    import skill_evals.app.large_tree
    import skill_evals.app.lint
    import skill_evals.report.lint_text  # noqa: F401


def _load_committed() -> None:
    import skill_evals.results.committed
    import skill_evals.results.fingerprints  # noqa: F401


def _load_provenance() -> None:
    import skill_evals.results.provenance  # noqa: F401


def _clock(arguments: argparse.Namespace) -> "Clock | None":
    if not arguments.profile:
        return None
    from skill_evals.edges.clock import SystemClock

    return SystemClock().monotonic


def _words(values: list[str]) -> list[str]:
    return [word.strip() for value in values for word in value.split(",") if word.strip()]


def _show(arguments: argparse.Namespace, outputs: tuple[output.Target, ...], place: Place, linted: "Linted") -> None:
    result = linted.result
    output.write(outputs, renderers(arguments, place, linted))
    if arguments.statistics or arguments.profile:
        tables(arguments, outputs, linted)
    if arguments.quiet:
        return
    if any(target.file is None and target.name != "text" for target in outputs):
        print(f"errors: {result.summary.errors}, warnings: {result.summary.warnings}", file=sys.stderr)
    from skill_evals.app.unread import NOTHING_FOUND, hints

    if not result.summary.files:
        output.say(NOTHING_FOUND)
    elif not place.paths:
        for hint in hints(place.files, linted.reading.project):
            output.say(hint)


def exit_code(result: "LintResult", *, fail_on: str = "error", max_warnings: int | None = None) -> int:
    """1 for findings that count, 3 where a rule failed itself, else 0."""
    warnings = result.summary.warnings
    if result.summary.errors - len(result.crashed) > 0 or (fail_on == "warning" and warnings):
        return 1
    if max_warnings is not None and warnings > max_warnings:
        return 1
    return 3 if result.crashed else 0
