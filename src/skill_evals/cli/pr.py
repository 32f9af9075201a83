"""``skill-evals pr``."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from skill_evals import __version__
from skill_evals.app.lint import BaseSide
from skill_evals.app.place import Place, base_of, open_place
from skill_evals.app.pr import PrOutcome, pull_request
from skill_evals.app.pr_request import PrRequest
from skill_evals.app.shards import ShardOutcome, run_shard
from skill_evals.app.unread import hints
from skill_evals.cli import output
from skill_evals.cli.backend import (
    add_baseline,
    add_run_options,
    backend_of,
    journal_of,
    plan_options,
    with_run_options,
)
from skill_evals.cli.judging import judge_of, recording_of
from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.backends.recorder import FILE
from skill_evals.edges.clock import SystemClock
from skill_evals.edges.links import refuse_links
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.signals import SignalStop
from skill_evals.lint.explain import catalogue
from skill_evals.model.evidence import Evidence
from skill_evals.report.comment import render as comment
from skill_evals.report.github_commands import github_commands
from skill_evals.report.html import render as page
from skill_evals.report.junit import junit
from skill_evals.report.report_json import report_json
from skill_evals.report.sarif import sarif
from skill_evals.report.summary import render as summary
from skill_evals.report.words import headline
from skill_evals.run.record import encode
from skill_evals.run.shard_record import NAME as SHARD
from skill_evals.run.shard_record import encode_shard

DEFAULT_OUT = Path(".skill-evals")
RECORDINGS = "recordings"
"""The folder below it that holds every run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_judging_options(parser)
    parser.add_argument(
        "--shard", metavar="ID", help="run only this shard of the plan, for `merge`: an id of `plan`, or K/N"
    )


def add_judging_options(parser: argparse.ArgumentParser) -> None:
    """Those of whoever tells of a whole pull request."""
    output.add_root(parser)
    output.add_base(parser)
    parser.add_argument("--all", action="store_true", help="run every case, whatever changed")
    add_run_options(parser)
    add_baseline(parser)
    parser.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=f"where the reports go (default {DEFAULT_OUT})"
    )
    parser.add_argument("--write-results", action="store_true", help="write results beside the suites as well")
    output.add_common(parser)


def run(arguments: argparse.Namespace) -> int:
    place = open_place([], root=arguments.root)
    output.keep_ready(arguments.out)
    with (
        SignalStop() as stop,
        base_of(place, arguments.base, fetch=arguments.fetch) as base,
        showing(quiet=arguments.quiet, color=arguments.color) as progress,
    ):
        request = replace(request_of(arguments, place, base), progress=progress, stop=stop)
        if arguments.shard is not None:
            done = run_shard(request, arguments.shard)
            if progress is not None:
                progress.close()
            return write_shard(arguments, done)
        outcome = pull_request(request)
        if progress is not None:
            progress.close()
        write(arguments, place, outcome)
    if not arguments.quiet:
        tell(arguments, outcome)
    return outcome.report.exit_code


def tell(arguments: argparse.Namespace, outcome: PrOutcome) -> None:
    """What came of it and where the rest is; why it was not measured, and what fails nothing though it looks bad."""
    report = outcome.report
    for hint in hints(outcome.head.files, outcome.head.project):
        output.say(hint)
    output.say(f"{headline(report)}; the comment and the rest are in {arguments.out}")
    for line in (*filter(None, (report.unmeasured,)), *report.gate.notes):
        output.say(f"  {line}")


def write_shard(arguments: argparse.Namespace, done: ShardOutcome) -> int:
    """What the shard left, below ``--out``; the exit code."""
    make_out(arguments.out)
    output.make_folder(arguments.out / RECORDINGS)
    write_atomic(arguments.out / RECORDINGS / FILE, done.runs)
    write_atomic(arguments.out / SHARD, encode_shard(done.record))
    if not arguments.quiet:
        record = done.record
        ended = f", which ended early: {record.partial}" if record.partial else ""
        output.say(f"shard {record.number} of {record.of}{ended}; it is in {arguments.out}, for `skill-evals merge`")
    return done.exit_code


def make_out(out: Path) -> None:
    """The folder of the reports; the default one git ignores."""
    output.make_folder(out)
    if out == DEFAULT_OUT:
        # As other tools do in the folders that they leave behind, so that nobody commits them.
        write_atomic(out / ".gitignore", b"*\n")


def request_of(arguments: argparse.Namespace, place: Place, base: BaseSide) -> PrRequest:
    """What the options ask for.

    Raises:
        UsageError: options that contradict each other, a number that is not positive, or links where it is to write.
    """
    refuse_links(place.root, arguments.out)
    if arguments.journal is not None:
        refuse_links(place.root, arguments.journal)
    return PrRequest(
        place=place,
        base=base,
        backend=backend_of(arguments),
        clock=SystemClock(),
        override=with_run_options(arguments),
        options=plan_options(arguments, everything=arguments.all),
        journal=journal_of(arguments.journal),
        recordings=str(arguments.replay or arguments.out / RECORDINGS),
        judge=judge_of(arguments),
        recording=recording_of(arguments),
        keep=lambda results, runs: _keep(arguments, results, runs),
    )


def _keep(arguments: argparse.Namespace, results: Mapping[str, bytes], runs: Sequence[Evidence]) -> None:
    out: Path = arguments.out
    make_out(out)
    if runs and arguments.replay is None:
        lines = "".join(f"{encode(one)}\n" for one in runs)
        output.make_folder(out / RECORDINGS)
        write_atomic(out / RECORDINGS / FILE, lines.encode())
    for path, data in results.items():
        kept = out / "results" / path
        output.make_folder(kept.parent)
        write_atomic(kept, data)


def write(arguments: argparse.Namespace, place: Place, outcome: PrOutcome) -> None:
    """Every report below ``--out``, where runs and results lie already."""
    report = outcome.report
    project = outcome.head.project
    files = {
        "comment.md": comment(report),
        "summary.md": summary(report),
        "report.html": page(report),
        "report.json": report_json(report),
        "annotations.txt": github_commands(report.lint),
        "lint.sarif": sarif(report.lint, catalogue(), version=__version__),
        "junit.xml": junit(
            report.lint,
            read=[found.suite.path for found in project.suites],
            unchecked={one.path: f"{one.shape}: {one.reason}" for one in project.unchecked},
        ),
    }
    out: Path = arguments.out
    make_out(out)
    for name, text in files.items():
        write_atomic(out / name, text.encode("utf-8", "backslashreplace"))
    if arguments.write_results:
        for path, data in outcome.results.items():
            write_atomic(place.root / path, data, beneath=place.root)
