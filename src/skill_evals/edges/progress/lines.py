"""Progress in a log: a line now and then, with the cases that came to fail since the last one."""

import time
from typing import TextIO

from skill_evals.edges.progress.tally import Tally
from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.model.verdict import State
from skill_evals.report.escape import terminal

SECONDS = 10.0
"""Between two lines."""
_MOST = 5
"""Cases that are named beneath one."""


class Lines:
    """Implements ``run.ports.progress.Progress``. A sweep that takes no longer than the first interval says nothing."""

    def __init__(self, stream: TextIO, *, seconds: float = SECONDS) -> None:
        self._stream = stream
        self._seconds = seconds
        self._tally = Tally()
        self._told = time.monotonic()
        self._said_of = -1
        self._news: list[str] = []

    def started(self, total: int, *, cases: int, cap_usd: float | None) -> None:
        self._tally.start(time.monotonic(), most_runs=total, cases=cases, cap_usd=cap_usd)

    def finished(self, evidence: Evidence) -> None:
        self._tally.count(evidence)
        if time.monotonic() - self._told >= self._seconds:
            self._say()

    def decided(self, skill: str, key: RunKey, state: State) -> None:
        verdict = self._tally.decide(skill, key, state)
        if key.arm == "head" and state in (State.FAIL, State.ERROR):
            self._news.append(verdict.words)

    def note(self, words: str) -> None:
        self._write(terminal(words))

    def close(self) -> None:
        """The last line, where there was one before and it has something new."""
        if self._said_of not in (-1, self._tally.runs):
            self._write(self._tally.end())

    def _say(self) -> None:
        now = self._told = time.monotonic()
        self._said_of = self._tally.runs
        self._write(f"{self._tally.of_cases()}, {self._tally.facts(now)}")
        for words in self._news[:_MOST]:
            self._write(f"  {words}")
        if len(self._news) > _MOST:
            self._write(f"  and {len(self._news) - _MOST:,} more")
        self._news.clear()

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")
        self._stream.flush()
