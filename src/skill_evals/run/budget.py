"""The caps on calls, dollars and minutes: a run is reserved before it is made, and at a cap the sweep stops cleanly."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from skill_evals.model.evidence import Evidence, RunKey, Stage, Usage
from skill_evals.model.suite import Tier
from skill_evals.run.meter import Reserved, RunMeter
from skill_evals.run.ports.clock import Clock

Kind: TypeAlias = tuple[Tier, str]
"""A tier and a model: runs of one kind are taken to cost alike."""

_ENOUGH = 3
"""So many measured runs of a kind say more of what it costs than the forecast's upper end."""


@dataclass(slots=True, kw_only=True)
class _Seen:
    """Of one kind: how many runs were measured, and what the dearest run took, measured or not."""

    runs: int = 0
    usd: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """None: no cap. ``usd_per_run``: what a run of a kind is expected to cost at most, until runs tell."""

    calls: int | None = None
    usd: float | None = None
    minutes: float | None = None
    usd_per_run: Mapping[Kind, float] = field(default_factory=dict)


class Budget:
    """What was spent, and what is reserved for runs under way.

    A reservation in dollars is the dearest run of its kind so far, and no less than was expected until enough of them
    were measured: one too high keeps what would fit from being run. It may be too low as well, and the cap holds
    nevertheless, since each call of a run that goes beyond it has to fit what is left.
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
        self._seen: defaultdict[Kind, _Seen] = defaultdict(_Seen)
        self._reserved = Reserved()
        self._is_halted = False

    def reserve(self, key: RunKey) -> RunMeter | None:
        """Take one run's share before it is made: the meter of its calls; None, and the sweep stops, at a cap."""
        price = self._price((key.tier, key.model))
        if self.stopped is None:
            self.stopped = self._refusal(price, 1)
        return None if self.stopped is not None else RunMeter(price, self._reserved, self._more)

    def settle(self, evidence: Evidence, meter: RunMeter) -> None:
        """Replace a reservation by what the run took; what of it is still under way counts as paid for."""
        meter.close()
        self.charge(evidence)
        self.calls += meter.held.calls
        self.usd += meter.held.usd

    def release(self, meter: RunMeter) -> None:
        """Give back a reservation: there was nothing to make."""
        meter.close()

    def abandon(self, meter: RunMeter) -> None:
        """A run was broken off: its calls under way count as paid for, whether they will be or not."""
        meter.close()
        at_most = meter.at_most
        self.calls += max(1, at_most.calls)
        self.usd += at_most.usd

    def charge(self, evidence: Evidence) -> None:
        """Count a run that was made, now or by the sweep that this one resumes."""
        judging = Usage() if evidence.judging is None else evidence.judging.usage
        self.calls += max(1, evidence.usage.calls) + judging.calls
        spent = [usd for usd in (evidence.usage.usd, judging.usd) if usd is not None]
        if spent:
            self.usd += sum(spent)
            self.is_priced = True
            seen = self._seen[evidence.key.tier, evidence.key.model]
            seen.usd = max(seen.usd, sum(spent))
            # Controls have a listing of their own, which is shorter than any that is measured.
            seen.runs += evidence.outcome.measured and evidence.key.stage is not Stage.CONTROL

    def stop(self, reason: str) -> None:
        """Nothing more can be paid for, or is to be: runs under way make no further call either."""
        self.stopped = self.stopped or reason
        self._is_halted = True

    def fits(self, runs: Mapping[Kind, int]) -> bool:
        """Whether so many runs of each kind could still be made, if each took one call."""
        if self.stopped is not None:
            return False
        price = sum(count * self._price(kind) for kind, count in runs.items())
        return self._refusal(price, sum(runs.values())) is None

    def _price(self, kind: Kind) -> float:
        """What a run of a kind is taken to cost at most."""
        seen = self._seen[kind]
        return seen.usd if seen.runs >= _ENOUGH else max(seen.usd, self._caps.usd_per_run.get(kind, 0.0))

    def _is_late(self) -> bool:
        return self._deadline is not None and self._clock.monotonic() >= self._deadline

    def _more(self, usd: float, calls: int) -> str | None:
        """Why a run under way may not reserve so much more, which ends the sweep as well."""
        if not self._is_halted:
            refusal = self._refusal(usd, calls)
            if refusal is None:
                return None
            self.stopped = self.stopped or refusal
        return self.stopped

    def _refusal(self, price: float, runs: int) -> str | None:
        calls, usd = self._caps.calls, self._caps.usd
        if self._is_late():
            return f"the cap of {self._caps.minutes:g} minutes was reached"
        if calls is not None and self.calls + self._reserved.calls + runs > calls:
            return f"the cap of {calls} calls was reached"
        if usd is not None and self.usd + self._reserved.usd + price > usd:
            return f"the cap of ${usd:.2f} was reached"
        return None
