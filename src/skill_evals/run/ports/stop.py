"""An early end that somebody may ask for."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol


class Stop(Protocol):
    """Somebody may ask for an early end: of a sweep, in which what was paid for is kept, or before there is one."""

    def told(self, tell: Callable[[str], None]) -> AbstractContextManager[None]:
        """Within it, ``tell`` is called once the end is asked for, with the reason in words; at once where it was."""
        ...

    def afterwards(self, end: Callable[[], None]) -> None:
        """``end`` is called once what was paid for is written: it may take its time, to wait for processes say."""
        ...

    def breaking(self) -> AbstractContextManager[None]:
        """What blocks within it is broken off.

        Raises:
            StoppedError: the end is or was asked for.
        """
        ...
