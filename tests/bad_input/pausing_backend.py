"""A backend that a test installs for one subprocess: it writes down every call and can stop in the middle of one.

It stands for a model: not deterministic, so that screening, curtailment and replacement are those of a model. Its
answers depend on nothing but the run, so that two sweeps of the same plan measure the same.

``PAUSING_LOG`` names the file of calls; where ``PAUSING_AFTER`` is n, the call after the n-th writes one byte to the
pipe ``PAUSING_PIPE`` and never ends.
"""

import asyncio
import os
from hashlib import sha256
from pathlib import Path

from skill_evals.edges.backends.options import BackendOptions
from skill_evals.model.evidence import Evidence, Outcome, RunKey, Usage
from skill_evals.run.ports.request import RunRequest


class Pausing:
    name = "pausing"
    deterministic = False
    free = True
    tiers = frozenset({"triggers"})

    def __init__(self) -> None:
        self._log = Path(os.environ["PAUSING_LOG"])
        self._after = int(os.environ.get("PAUSING_AFTER", "-1"))
        self._calls = 0

    def model_keys(self) -> tuple[str, ...]:
        return ("test/pausing",)

    async def run(self, request: RunRequest) -> Evidence:
        with self._log.open("a", encoding="utf-8") as log:
            log.write(f"{name_of(request.key)}\n")
        if self._calls == self._after:
            os.write(int(os.environ["PAUSING_PIPE"]), b"!")
            await asyncio.Event().wait()
        self._calls += 1
        return Evidence(
            key=request.key, outcome=_outcome(request), usage=Usage(calls=1, usd=0.0), activations=_activated(request)
        )


def name_of(key: RunKey) -> str:
    return f"{key.arm} {key.stage} {key.case!r} {key.index}"


def create(options: BackendOptions) -> Pausing:
    return Pausing()


def _outcome(request: RunRequest) -> Outcome:
    return Outcome.ACTIVATED if _activated(request) else Outcome.NO_SKILL


def _activated(request: RunRequest) -> tuple[str, ...]:
    """What should happen, but for one run in eight."""
    expected = request.trigger is not None and request.trigger.should_trigger
    digest = sha256(name_of(request.key).encode()).digest()[0]
    is_odd = request.key.stage != "control" and digest % 8 == 0
    return (request.target,) if expected != is_odd else ()
