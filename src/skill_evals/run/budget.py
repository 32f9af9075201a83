"""The caps on calls, dollars and minutes: a run is reserved before it is made, and at a cap the sweep stops cleanly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.model.suite import Tier
from skill_evals.run.ports import Clock

Kind: TypeAlias = tuple[Tier, str]
"""A tier and a model: runs of one kind are taken to cost alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """None: no cap. ``usd_per_run``: what a run of a kind is expected to cost, until dearer ones are seen."""

    calls: int | None = None
    usd: float | None = None
    minutes: float | None = None
    usd_per_run: Mapping[Kind, float] = field(default_factory=dict)


class Budget:
    """What was spent, and what is reserved for runs under way.

    A reservation in dollars is the dearest run of its kind so far, so that the cap holds for runs that are no dearer
    than any before them.
    """

    def __init__(self, caps: Caps, clock: Clock) -> None:
        self.calls = 0
        self.usd = 0.0
        self.is_priced = False
        """Whether any run reported what it cost."""
        self.stopped: str | None = None
        """Why no further run is made, in words."""
        self._caps = caps
        self._clock = clock
        self._deadline = None if caps.minutes is None else clock.monotonic() + 60 * caps.minutes
        self._dearest = dict(caps.usd_per_run)
        self._reserved_calls = 0
        self._reserved_usd = 0.0

    def reserve(self, key: RunKey) -> float | None:
        """Take one run's share before it is made: the dollars reserved; None, and the sweep stops, at a cap."""
        price = self._dearest.get((key.tier, key.model), 0.0)
        if self.stopped is None:
            self.stopped = self._refusal(price)
        if self.stopped is not None:
            return None
        self._reserved_calls += 1
        self._reserved_usd += price
        return price

    def settle(self, evidence: Evidence, reserved: float) -> None:
        """Replace a reservation by what the run took."""
        self.release(reserved)
        self.charge(evidence)

    def release(self, reserved: float) -> None:
        """Give back a reservation: there was nothing to make."""
        self._reserved_calls -= 1
        self._reserved_usd -= reserved

    def charge(self, evidence: Evidence) -> None:
        """Count a run that was made, now or by the sweep that this one resumes."""
        usage = evidence.usage
        self.calls += max(1, usage.calls)
        if usage.usd is not None:
            self.usd += usage.usd
            self.is_priced = True
            kind = (evidence.key.tier, evidence.key.model)
            self._dearest[kind] = max(self._dearest.get(kind, 0.0), usage.usd)

    def stop(self, reason: str) -> None:
        """A backend said that nothing more can be paid for."""
        self.stopped = self.stopped or reason

    def fits(self, runs: Mapping[Kind, int]) -> bool:
        """Whether so many runs of each kind could still be made, if each took one call."""
        if self.stopped is not None or self._is_late():
            return False
        calls, usd = self._caps.calls, self._caps.usd
        if calls is not None and self.calls + self._reserved_calls + sum(runs.values()) > calls:
            return False
        price = sum(count * self._dearest.get(kind, 0.0) for kind, count in runs.items())
        return usd is None or self.usd + self._reserved_usd + price <= usd

    def _is_late(self) -> bool:
        return self._deadline is not None and self._clock.monotonic() >= self._deadline

    def _refusal(self, price: float) -> str | None:
        calls, usd = self._caps.calls, self._caps.usd
        if self._is_late():
            return f"the cap of {self._caps.minutes:g} minutes was reached"
        if calls is not None and self.calls + self._reserved_calls >= calls:
            return f"the cap of {calls} calls was reached"
        if usd is not None and self.usd + self._reserved_usd + price > usd:
            return f"the cap of ${usd:.2f} was reached"
        return None
