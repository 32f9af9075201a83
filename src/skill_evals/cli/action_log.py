"""The step's log: long parts are folded, and where the runner's debug log is on, it says what was decided by what."""

import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from skill_evals.app.action.mode import Mode
from skill_evals.app.action.options import DEFAULTS, SECRETS
from skill_evals.app.action.sides import Sides
from skill_evals.cli import output
from skill_evals.edges.github.inputs import Inputs
from skill_evals.report.escape import command_data


def fold(title: str, text: str) -> None:
    """A part of the log that opens on a click."""
    output.to_stdout(f"::group::{command_data(title)}\n{output.inert(text.rstrip())}\n::endgroup::\n")


@contextmanager
def folding(title: str, *, wanted: bool) -> Iterator[None]:
    """Fold what is said on stderr meanwhile."""
    if not wanted:
        yield
        return
    sys.stderr.write(f"::group::{command_data(title)}\n")
    try:
        yield
    finally:
        sys.stderr.write("::endgroup::\n")


class DebugLog:
    """Says nothing unless somebody re-ran the job with debug logging (the runner's variable ``RUNNER_DEBUG``)."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._is_on = environment.get("RUNNER_DEBUG") == "1"

    def decided(self, mode: Mode) -> None:
        """By which inputs, as far as they were written; of a key only that it is there."""
        inputs = Inputs(self._environment)
        for name in DEFAULTS:
            value = inputs.text(name)
            if value:
                self._say(f"input {name}: {'***' if name in SECRETS else value}")
        self._say(f"task: {mode.task.value}, {mode.because}; compared with: {mode.against.value}")
        refusals = {"run": mode.not_run, "commented": mode.not_commented, "committed": mode.not_committed}
        for what, why in refusals.items():
            if why:
                self._say(f"not {what}: {why}")

    def found(self, sides: Sides) -> None:
        changes = sides.base.changes
        own = sides.place.own
        self._say(f"head {sides.head_sha}, base {changes.base}: {changes.base_reason}; {len(changes.changes)} changes")
        self._say(f"configuration of the head: {'none' if own is None else own.path}")

    def failed(self) -> None:
        """The error that is being handled, with where it came from."""
        for line in traceback.format_exc().splitlines():
            self._say(line)

    def _say(self, line: str) -> None:
        if self._is_on:
            output.to_stdout(f"::debug::{command_data(line)}\n")
