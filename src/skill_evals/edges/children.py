"""The processes that were started and have not ended, so that whoever ends the sweep ends them as well.

A signal is the process's affair, and so is this list: there is one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_ENDINGS: set[Callable[[], None]] = set()


@contextmanager
def ended_with_us(end: Callable[[], None]) -> Iterator[None]:
    """Within it, ``end`` is called, in whichever thread, where everything is to end. It must not block."""

    def own() -> None:
        with suppress(OSError, ValueError):
            end()

    _ENDINGS.add(own)
    try:
        yield
    finally:
        _ENDINGS.discard(own)


def end_all() -> None:
    """End what is under way; whoever waits for it sees it end."""
    for end in tuple(_ENDINGS):
        end()
