"""An early end that is asked for from outside: no run is begun any more, and those under way have a moment left."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from skill_evals.app.sweep_nouns import SweepRequest
from skill_evals.edges import children
from skill_evals.run.budget import Budget
from skill_evals.run.ports import Halting
from skill_evals.run.runner import Runner

GRACE_SECONDS = 3.0
"""Of the seven in which everything has to be written, and with a runner of GitHub's the process to be gone."""


@contextmanager
def heeding(request: SweepRequest, runner: Runner, budget: Budget) -> Iterator[None]:
    """Within it, a stop ends the sweep as a cap does; runs that are under way after the grace are broken off."""
    if request.stop is None:
        yield
        return
    loop = asyncio.get_running_loop()
    halts: set[asyncio.Task[None]] = set()

    def heard(reason: str) -> None:
        budget.stop(reason)
        if request.progress is not None:
            request.progress.note(f"{reason}: runs under way have {GRACE_SECONDS:g} seconds, then results are written")
        if isinstance(request.backend, Halting):
            halts.add(loop.create_task(request.backend.halt(reason)))
        loop.call_later(GRACE_SECONDS, break_off)

    def break_off() -> None:
        runner.break_off()
        children.end_all()

    def tell(reason: str) -> None:
        loop.call_soon_threadsafe(heard, reason)

    with request.stop.told(tell):
        yield
