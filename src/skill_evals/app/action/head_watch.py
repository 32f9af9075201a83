"""A sweep ends early where its head is none any more: that is asked before anything is spent, and each minute."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from skill_evals.errors import StoppedError
from skill_evals.run.ports.stop import Stop

MINUTE = 60.0


class HeadWatch:
    """Implements ``run.ports.stop.Stop`` beside another stop, such as that of signals, which goes on being heard."""

    def __init__(self, moved: Callable[[], str | None], beside: Stop, *, seconds: float = MINUTE) -> None:
        """``moved`` says why nothing must be spent any more, or None; it is called from a thread of its own, every
        ``seconds``.
        """
        self._moved = moved
        self._beside = beside
        self._seconds = seconds
        self.reason: str | None = None
        """Why the sweep was superseded, in words; None: it was not."""

    @contextmanager
    def told(self, tell: Callable[[str], None]) -> Iterator[None]:
        ended, telling = threading.Event(), threading.Lock()

        def watch() -> None:
            while not ended.wait(self._seconds):
                if self._ask():
                    with telling:
                        if not ended.is_set():
                            tell(self._words())
                    return

        with self._beside.told(tell):
            if self.reason is not None or self._ask():
                tell(self._words())
            else:
                threading.Thread(target=watch, name="head-watch", daemon=True).start()
            try:
                yield
            finally:
                # An answer of GitHub's that is still awaited is not waited for.
                with telling:
                    ended.set()

    def afterwards(self, end: Callable[[], None]) -> None:
        self._beside.afterwards(end)

    @contextmanager
    def breaking(self) -> Iterator[None]:
        if self.reason is not None or self._ask():
            raise StoppedError(self._words(), cure="the run of the newer head measures it")
        with self._beside.breaking():
            yield

    def _ask(self) -> bool:
        self.reason = self._moved()
        return self.reason is not None

    def _words(self) -> str:
        return f"superseded: {self.reason}"
