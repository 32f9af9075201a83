"""What is under way and can be broken off, all of it at once."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


def is_broken_off() -> bool:
    """Whether the work of this task is being broken off: what it reserved stays reserved."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class UnderWay:
    """Each piece of work runs in the task of whoever waits for it; breaking it off cancels it there."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_over = False

    def break_off(self) -> None:
        self._is_over = True
        for task in self._tasks:
            task.cancel()

    async def unless_broken_off(self, work: Awaitable[T]) -> T | None:
        """What the work gives; None where it was broken off."""
        task = asyncio.current_task()
        if task is None:
            return await work
        self._tasks.add(task)
        try:
            return await work
        except asyncio.CancelledError:
            if not self._is_over:
                raise
            return None
        finally:
            self._tasks.discard(task)
            if self._is_over:
                task.uncancel()
