"""Recorded evidence in the place of a model: both tiers, as often as wanted, for nothing.

A run that is not recorded is an error, never a pass or a fail. Where the record holds the whole workspace, the files
that the checks name are looked at again and commands that were not run then can be run now.
"""

import asyncio
from dataclasses import replace

from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.recordings import Recordings, load_recordings
from skill_evals.edges.collect import collect, why_refused
from skill_evals.edges.workspace import restore, workspace
from skill_evals.errors import IncompleteError, UsageError
from skill_evals.grade.needs import Needs, needs_of
from skill_evals.model.evidence import CommandRun, Evidence, Outcome
from skill_evals.run.ports.request import RunRequest


class ReplayBackend:
    """Implements ``run.ports.backend.Backend``."""

    name = "replay"
    deterministic = False
    """The recorded runs are those of a model, as many as were made, and their spread is part of what was recorded."""
    free = True

    def __init__(
        self,
        recordings: Recordings,
        *,
        models: tuple[str, ...] = (),
        rejudge: bool = False,
        allow_commands: bool = False,
        sandbox: bool = True,
    ) -> None:
        self._recordings = recordings
        self._models = models or recordings.models
        self._rejudge = rejudge
        self._allow_commands = allow_commands
        self._sandbox = sandbox

    @property
    def tiers(self) -> frozenset[str]:
        return self._recordings.tiers

    def model_keys(self) -> tuple[str, ...]:
        return self._models

    async def run(self, request: RunRequest) -> Evidence:
        found = self._recordings.find(request)
        if isinstance(found, str):
            return Evidence(key=request.key, outcome=Outcome.ERROR, detail=found)
        if request.task is None or not found.outcome.measured:
            return found
        if self._rejudge:
            found = replace(found, judgements={}, judging=None)
        needs = needs_of(request.task)
        missing = {place: need for place, need in needs.commands.items() if place not in found.commands}
        needs = replace(needs, commands=missing)
        if not found.snapshot:
            return replace(found, commands={**self._not_run(needs), **found.commands})
        return await asyncio.to_thread(self._again, found, request, needs)

    def _again(self, found: Evidence, request: RunRequest, needs: Needs) -> Evidence:
        """The record with what a workspace built from it shows."""
        try:
            with workspace(request.fixtures or {}) as place:
                restore(place, found.files)
                seen = collect(
                    place, needs, allow_commands=self._allow_commands, sandbox=self._sandbox, setup=request.setup
                )
        except IncompleteError as problem:
            return replace(found, outcome=Outcome.ERROR, detail=f"{problem.message}; {problem.cure}")
        return replace(
            found,
            files={**seen.files, **found.files},
            commands={**seen.commands, **found.commands},
            workspace=found.workspace or str(place.path),
        )

    def _not_run(self, needs: Needs) -> dict[int, CommandRun]:
        if not needs.commands:
            return {}
        refused = why_refused(allow_commands=self._allow_commands, sandbox=self._sandbox)
        why = refused or "the record does not hold the workspace that it would run in"
        return {place: CommandRun(exit_code=None, skipped=why) for place in needs.commands}


def create(options: BackendOptions) -> ReplayBackend:
    """The factory of the entry point.

    Raises:
        UsageError: no folder was named, it cannot be read, it is empty, it holds no run of a model asked for, or a line
            is not a record.
    """
    if options.replay is None:
        raise UsageError("the replay backend has nothing to replay", cure="name a folder of recordings: --replay DIR")
    recordings = load_recordings(options.replay)
    unknown = sorted(set(options.models) - set(recordings.models))
    if unknown:
        raise UsageError(
            f"{options.replay} holds no run of {', '.join(unknown)}; it holds {', '.join(recordings.models)}",
            cure="ask for a recorded model, or leave --model out",
        )
    return ReplayBackend(
        recordings,
        models=options.models,
        rejudge=options.rejudge,
        allow_commands=options.allow_commands,
        sandbox=options.sandbox,
    )
