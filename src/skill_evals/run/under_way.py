"""What is under way and can be broken off, all of it at once."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def is_broken_off() -> bool:
    """Whether the work of this task is being broken off: what it reserved stays reserved."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class UnderWay:
    """Each piece of work runs in a task of its own. Who waits for it goes on at once where it is broken off, though it
    may have something to end yet, such as a process.
    """

    def __init__(self) -> None:
        self._works: dict[asyncio.Task[Any], asyncio.Future[None]] = {}
        """Each with what wakes whoever waits for it."""
        self._is_over = False

    def break_off(self) -> None:
        self._is_over = True
        for task, ended in self._works.items():
            task.cancel()
            if not ended.done():
                ended.set_result(None)

    async def unless_broken_off(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What the work gives; None where it was broken off."""
        if self._is_over:
            return await work  # what is begun so late is refused by whoever counts it
        task = asyncio.ensure_future(work)
        ended = self._works[task] = asyncio.get_running_loop().create_future()
        task.add_done_callback(self._left)
        try:
            await ended
        except asyncio.CancelledError:
            task.cancel()
            raise
        return await task if task.done() and not (task.cancelled() and self._broken_off()) else None

    async def ended(self) -> None:
        """Everything that was broken off has ended."""
        while self._works:
            await asyncio.wait(self._works)

    def _broken_off(self) -> bool:
        return self._is_over

    def _left(self, task: asyncio.Task[Any]) -> None:
        ended = self._works.pop(task)
        if not ended.done():
            ended.set_result(None)
        elif not task.cancelled():
            task.exception()  # of broken-off work nobody asks how it ended
