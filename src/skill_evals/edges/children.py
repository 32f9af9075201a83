"""The processes that were started and have not ended, so that whoever ends the sweep ends them as well.

A signal is the process's affair, and so is this list: there is one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_ENDINGS: set[Callable[[], None]] = set()
_ENDED = [0]
"""How often everything was ended."""


def moment() -> int:
    """Taken before a process is started: what is ended between its start and its entry in the list concerns it, too."""
    return _ENDED[0]


@contextmanager
def ended_with_us(end: Callable[[], None], *, begun: int | None = None) -> Iterator[None]:
    """Within it, ``end`` is called, in whichever thread, where everything is to end. It must not block. ``begun``: the
    moment before the start.
    """

    def own() -> None:
        with suppress(OSError, ValueError):
            end()

    _ENDINGS.add(own)
    try:
        if begun not in {None, moment()}:
            own()
        yield
    finally:
        _ENDINGS.discard(own)


def end_all() -> None:
    """End what is under way; whoever waits for it sees it end."""
    _ENDED[0] += 1
    for end in tuple(_ENDINGS):
        end()
