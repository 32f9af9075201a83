"""What one run may still spend: its calls are reserved one by one, within what the whole sweep has left."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Reserved:
    """What all runs under way may cost together."""

    usd: float = 0.0
    calls: int = 0


class RunMeter:
    """Implements ``run.ports.Meter``.

    A run that is begun has a claim: one call, and what a run of its kind is expected to cost. Calls within it are made
    at the cap too; what goes beyond it has to fit what the sweep has left.
    """

    def __init__(self, price: float, reserved: Reserved, refusal: Callable[[float, int], str | None]) -> None:
        """``refusal``: why so many dollars and calls more may not be reserved, in words; None: they may."""
        self.usd = 0.0
        """What its ended calls took."""
        self.calls = 0
        self._held_usd = 0.0
        self._held_calls = 0
        self._claim = Reserved()
        self._reserved = reserved
        self._refusal = refusal
        self._claim_more(price, 1)

    def reserve(self, usd: float) -> str | None:
        beyond = max(0.0, self.usd + self._held_usd + usd - self._claim.usd)
        calls = max(0, self.calls + self._held_calls + 1 - self._claim.calls)
        why = self._refusal(beyond, calls)
        if why is None:
            self._claim_more(beyond, calls)
            self._held_usd += usd
            self._held_calls += 1
        return why

    def settle(self, reserved: float, usd: float | None) -> None:
        self._held_usd -= reserved
        self._held_calls -= 1
        self.calls += 1
        self.usd += reserved if usd is None else usd
        self._claim_more(max(0.0, self.usd + self._held_usd - self._claim.usd), 0)

    @property
    def held(self) -> Reserved:
        """Reserved for calls under way."""
        return Reserved(usd=self._held_usd, calls=self._held_calls)

    @property
    def at_most(self) -> Reserved:
        """What it took, if every call under way is paid for."""
        return Reserved(usd=self.usd + self._held_usd, calls=self.calls + self._held_calls)

    def close(self) -> None:
        """The run has ended: nothing is reserved for it any more."""
        self._claim_more(-self._claim.usd, -self._claim.calls)

    def _claim_more(self, usd: float, calls: int) -> None:
        self._claim.usd += usd
        self._claim.calls += calls
        self._reserved.usd += usd
        self._reserved.calls += calls
