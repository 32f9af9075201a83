"""SIGINT and SIGTERM: the first asks for an early end, in which what was paid for is kept; the second ends the process.

GitHub's runner sends SIGINT, SIGTERM 7.5 seconds later, and kills 2.5 seconds after that; ``docker stop`` sends SIGTERM
and kills after ten.
"""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Self

from skill_evals.edges import children
from skill_evals.errors import SkillEvalsError, StoppedError

_HEEDED = (signal.SIGINT, signal.SIGTERM)


class _Broken(BaseException):
    """What is under way is broken off; no handler of ordinary errors may take it for one."""


@contextmanager
def _woken() -> Iterator[None]:
    """Within it, a signal wakes the event loop from its wait. It may reach another thread, or this one between its last
    look at signals and its wait: neither ends the wait, so that the signal would be heard with the next answer only.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    hearing, calling = socket.socketpair()
    with hearing, calling:
        hearing.settimeout(0)
        calling.settimeout(0)
        loop.add_reader(hearing, hearing.recv, 4096)
        before = signal.set_wakeup_fd(calling.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            loop.remove_reader(hearing)


class SignalStop:
    """Implements ``run.ports.stop.Stop`` from entering to leaving it, in the main thread; in others nothing is heard.

    A signal that whoever started us chose to ignore stays ignored. Within it belongs the writing of all that was paid
    for: what is to be done afterwards is done when it is left.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self._tell: Callable[[str], None] | None = None
        self._breaks = False
        self._before: dict[signal.Signals, object] = {}
        self._endings = ExitStack()

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for one in _HEEDED:
                if signal.getsignal(one) is not signal.SIG_IGN:
                    self._before[one] = signal.signal(one, self._heard)
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        """What goes wrong after a signal goes wrong since it came: git, say, gets a Ctrl-C of its own."""
        try:
            self._endings.close()
        finally:
            for one, before in self._before.items():
                signal.signal(one, before)  # type: ignore[arg-type]  # what signal() gave, it takes
        if self.reason is not None and isinstance(error, SkillEvalsError) and not isinstance(error, StoppedError):
            raise StoppedError(self.reason, cure=error.message) from error

    @contextmanager
    def told(self, tell: Callable[[str], None]) -> Iterator[None]:
        self._tell = tell
        try:
            with _woken():
                if self.reason is not None:
                    tell(self.reason)
                yield
        finally:
            self._tell = None

    def afterwards(self, end: Callable[[], None]) -> None:
        self._endings.callback(end)

    @contextmanager
    def breaking(self) -> Iterator[None]:
        try:
            try:
                self._breaks = True
                if self.reason is not None:
                    raise _Broken
                yield
            finally:
                self._breaks = False
        except _Broken:
            raise StoppedError(f"{self.reason} before anything was run") from None

    def _heard(self, number: int, _: FrameType | None) -> None:
        if self.reason is not None:
            children.end_all()
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
            return
        self.reason = f"stopped by {signal.Signals(number).name}"
        if self._tell is not None:
            self._tell(self.reason)
        elif self._breaks:
            raise _Broken
