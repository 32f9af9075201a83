"""An early end that is asked for from outside: no run is begun any more, and those under way have a moment left."""

import asyncio
import gc
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from skill_evals.edges import children
from skill_evals.run.budget import Budget
from skill_evals.run.ports.backend import Halting
from skill_evals.run.ports.progress import Progress
from skill_evals.run.ports.stop import Stop

GRACE_SECONDS = 3.0
"""Of the seven in which everything has to be written, and with a runner of GitHub's the process to be gone."""

Work = Callable[[], Coroutine[Any, Any, None]]


@contextmanager
def heeding(
    stop: Stop | None,
    budget: Budget,
    break_off: Callable[[], None],
    *,
    backend: object = None,
    progress: Progress | None = None,
) -> Iterator[None]:
    """Within it, a stop ends the work as a cap does; what is under way after the grace is broken off.

    ``backend``: told that no call is to be begun any more, where it can be.
    """
    if stop is None:
        yield
        return
    loop = asyncio.get_running_loop()
    halts: set[asyncio.Task[None]] = set()

    def heard(reason: str) -> None:
        budget.stop(reason)
        if progress is not None:
            progress.note(f"{reason}: runs under way have {GRACE_SECONDS:g} seconds, then results are written")
        if isinstance(backend, Halting):
            halts.add(loop.create_task(backend.halt(reason)))
        loop.call_later(GRACE_SECONDS, end)

    def end() -> None:
        break_off()
        children.end_all()

    def tell(reason: str) -> None:
        loop.call_soon_threadsafe(heard, reason)

    with stop.told(tell):
        yield


def looped(work: Work, closed: Work, stop: Stop | None) -> None:
    """``work`` in an event loop of its own, and then ``closed``, which may have to wait for what was broken off: where
    there is a ``stop``, it does so once what was paid for is written.
    """
    with ExitStack() as open_ones:
        loop = open_ones.enter_context(asyncio.Runner())
        open_ones.callback(lambda: loop.run(closed()))
        # What is loaded by now stays: looking through all of it for garbage would hold up every answer for a moment.
        gc.freeze()
        try:
            loop.run(work())
        finally:
            gc.unfreeze()
        if stop is not None:
            stop.afterwards(open_ones.pop_all().close)
