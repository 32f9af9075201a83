"""Which form of progress: bars where somebody looks at a terminal that can draw them, lines elsewhere."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from skill_evals.edges.progress.bars import Bars
from skill_evals.edges.progress.lines import Lines

Shown: TypeAlias = Bars | Lines


@contextmanager
def showing(*, quiet: bool, color: str) -> Iterator[Shown | None]:
    """On stderr; it is closed whatever happens, so that the cursor of a terminal comes back. None where it is not
    wanted.
    """
    if quiet:
        yield None
        return
    shown = _shown(color)
    try:
        yield shown
    finally:
        shown.close()


def _shown(color: str) -> Shown:
    is_drawn = sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")
    return Bars(sys.stderr, colour=color != "never") if is_drawn else Lines(sys.stderr)
