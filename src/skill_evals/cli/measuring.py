"""What the verbs have in common that plan or run without a pull request: the base, and what is to be measured."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from skill_evals.app.lint import BaseSide
from skill_evals.app.measure import MeasureRequest
from skill_evals.app.place import Place, base_of
from skill_evals.app.reading import read_tree
from skill_evals.app.unread import unread_lines
from skill_evals.cli import output
from skill_evals.cli.backend import plan_options
from skill_evals.cli.judging import judge_of
from skill_evals.edges.clock import SystemClock
from skill_evals.model.config import Config
from skill_evals.run.ports.backend import Backend


@contextmanager
def base_where(arguments: argparse.Namespace, place: Place, *, wanted: bool) -> Iterator[BaseSide | None]:
    """The base of ``--base``, open for reading; None where none is wanted.

    Raises:
        RevisionError: as ``base_of``.
    """
    if not wanted:
        yield None
        return
    with base_of(place, arguments.base, fetch=arguments.fetch) as base:
        yield base


def to_measure(
    arguments: argparse.Namespace, place: Place, base: BaseSide | None, config: Config, backend: Backend
) -> MeasureRequest:
    """Both trees, read with every hash. What of the head cannot be run is told."""
    head = read_tree(place.files, config, every_hash=True)
    for line in () if arguments.quiet else unread_lines(head):
        output.say(line)
    return MeasureRequest(
        head=head,
        base=None if base is None else read_tree(base.files, config, every_hash=True),
        changes=None if base is None else base.changes,
        config=config,
        backend=backend,
        judge=judge_of(arguments)(config, backend),
        clock=SystemClock(),
        options=plan_options(arguments, everything=arguments.all),
    )
