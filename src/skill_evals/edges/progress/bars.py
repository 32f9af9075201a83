"""Progress on a terminal: a bar over the cases, what was spent of the cap, the last verdicts."""

import time
from typing import TYPE_CHECKING, TextIO

from skill_evals.edges.progress.tally import Tally
from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.model.verdict import State
from skill_evals.report.escape import terminal

if TYPE_CHECKING:
    from rich.console import Group

_SECONDS = 0.1
"""Between two pictures."""
_COLOURS = {State.PASS: "green", State.FAIL: "red", State.ERROR: "yellow", State.SKIPPED: "dim"}


class Bars:
    """Implements ``run.ports.progress.Progress``.

    Drawn whenever there is news and by no thread of its own, since runs are forked off. What a stranger wrote goes
    through as text, never as markup.
    """

    def __init__(self, stream: TextIO, *, colour: bool = True) -> None:
        """``colour``: unless ``NO_COLOR`` says that there is to be none."""
        # Here, since it takes a tenth of a second that a log need not pay.
        from rich.console import Console
        from rich.live import Live
        from rich.progress_bar import ProgressBar

        self._tally = Tally()
        self._bar = ProgressBar(total=1, width=30)
        self._console = Console(
            file=stream, highlight=False, markup=False, emoji=False, no_color=None if colour else True
        )
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            get_renderable=self._picture,
        )
        self._drawn = 0.0

    def started(self, total: int, *, cases: int, cap_usd: float | None) -> None:
        self._tally.start(time.monotonic(), most_runs=total, cases=cases, cap_usd=cap_usd)
        self._live.start()

    def finished(self, evidence: Evidence) -> None:
        self._tally.count(evidence)
        self._draw()

    def decided(self, skill: str, key: RunKey, state: State) -> None:
        self._tally.decide(skill, key, state)
        self._draw()

    def note(self, words: str) -> None:
        self._console.print(terminal(words), soft_wrap=True)

    def close(self) -> None:
        """The bars go, and one line says what they came to."""
        if self._live.is_started:
            self._live.stop()
            self._console.print(self._tally.end(), soft_wrap=True)

    def _draw(self) -> None:
        now = time.monotonic()
        if self._live.is_started and now - self._drawn >= _SECONDS:
            self._drawn = now
            self._live.refresh()

    def _picture(self) -> "Group":
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        tally = self._tally
        self._bar.update(completed=tally.cases, total=max(1, tally.all_cases))
        head = Table.grid(padding=(0, 1))
        head.add_row(self._bar, Text(tally.of_cases()))
        rows = [Text(tally.facts(time.monotonic()))]
        rows += [Text(one.words, style=_COLOURS[one.state]) for one in tally.last]
        for row in rows:
            row.no_wrap, row.overflow = True, "ellipsis"
        return Group(head, *rows)
