"""A server that sends a signal at the n-th message, and sweeps of one sound skill: ten queries, two controls."""

import os
import signal
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from backends.messages.conftest import hasty, serve
from backends.messages.model import by_words
from command_line import call
from servers.messages_api import Script
from servers.messages_wire import Fault, Reply

__all__ = ["call", "hasty", "serve"]

RUN = ("run", "--all", "--backend", "messages")
CONTROLS, CASES, RUNS = 2, 10, 2
WHOLE = CONTROLS + CASES * RUNS
"""Messages of a sweep in which nothing goes wrong: a majority of three is decided by two that agree."""


def signalling(number: signal.Signals, *, at: int, stalled: bool = False, well: Script | None = None) -> Script:
    """Sends this process the signal when the message ``at`` comes, counted from 1.

    ``stalled``: it and those after it get no whole answer. ``well``: how the others are answered.
    """
    answering, counted, lock = well or by_words(count="sheep"), [0], threading.Lock()

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        with lock:
            counted[0] += 1
            n = counted[0]
        if n == at:
            os.kill(os.getpid(), number)
        return Fault(stall=2) if stalled and n >= at else answering(body)

    return script


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of a second for what is under way."""
    monkeypatch.setattr("skill_evals.app.sweep.stop.GRACE_SECONDS", 0.01)
