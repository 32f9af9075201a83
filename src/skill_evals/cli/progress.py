"""Progress on stderr: one line that is rewritten on a terminal, a line every ten seconds elsewhere."""

import sys
import time
from typing import TextIO

from skill_evals.model.evidence import Evidence

SECONDS = 10.0
"""Between two lines of a log."""


class LineProgress:
    """Implements ``run.ports.Progress``."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._total = self._done = self._errored = 0
        self._told = time.monotonic()
        self._is_terminal = self._stream.isatty()

    def started(self, total: int) -> None:
        self._total = total

    def finished(self, evidence: Evidence) -> None:
        self._done += 1
        self._errored += not evidence.outcome.measured
        if self._is_terminal:
            self._stream.write(f"\r{self._line()}")
            self._stream.flush()
        elif time.monotonic() - self._told >= SECONDS:
            self._told = time.monotonic()
            self._stream.write(f"{self._line()}\n")

    def note(self, words: str) -> None:
        self._stream.write(f"{words}\n")

    def close(self) -> None:
        """Leave the cursor on a line of its own."""
        if self._is_terminal and self._done:
            self._stream.write("\n")

    def _line(self) -> str:
        errored = f", {self._errored} errored" if self._errored else ""
        return f"{self._done} runs of at most {self._total}{errored}"
