"""Who judges the runs of a verb, and where they are recorded, by its options."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

from skill_evals.errors import UsageError
from skill_evals.model.config import Config
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.journal import Recording
from skill_evals.run.ports.judge import Judge

MakeJudge: TypeAlias = Callable[[Config, Backend], Judge | None]


def judge_of(arguments: argparse.Namespace) -> MakeJudge:
    """Makes the judge. There is none where somebody wants none, where recorded judgements are replayed, and beside a
    backend that costs nothing, unless the configuration names a judge.

    Raises:
        UsageError: options that contradict each other.
    """
    if arguments.rejudge and (arguments.replay is None or arguments.no_judge):
        raise UsageError(
            "--rejudge asks a judge about recorded runs", cure="name them with --replay DIR, and leave --no-judge out"
        )

    def create(config: Config, backend: Backend) -> Judge | None:
        wanted = not backend.free or config.run.judge.model is not None
        if backend.name == "replay":
            wanted = arguments.rejudge
        if not wanted or arguments.no_judge:
            return None
        from skill_evals.edges.judge.create import create_judge  # with the API's client, which a free run does without

        return create_judge(config.run)

    return create


def recording_of(arguments: argparse.Namespace) -> Recording | None:
    """Raises UsageError where the folder cannot be written."""
    if arguments.record is None:
        return None
    from skill_evals.edges.backends.recorder import Recorder

    return Recorder(arguments.record)
