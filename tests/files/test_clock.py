"""The machine's clock in the forms that records use."""

import re

from skill_evals.edges.clock import SystemClock
from skill_evals.run.ports.clock import Clock


def test_now_is_utc_in_whole_seconds() -> None:
    clock: Clock = SystemClock()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", clock.now())


def test_monotonic_never_runs_backwards() -> None:
    clock = SystemClock()
    readings = [clock.monotonic() for _ in range(1000)]
    assert readings == sorted(readings)
