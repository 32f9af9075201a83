"""Two backends asked the same: an emulation beside the real thing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Of one backend to one query: for each run whether the skill was activated, None where nothing was measured."""

    runs: tuple[bool | None, ...]

    @property
    def verdict(self) -> bool | None:
        """The majority's; None where nothing was measured or the runs are evenly split."""
        measured = [run for run in self.runs if run is not None]
        yes = sum(measured)
        return None if 2 * yes == len(measured) else 2 * yes > len(measured)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedCase:
    """``details``: what each backend did in the first run in which it was not of the other's mind, in words."""

    suite: str
    query: str
    should_trigger: bool
    first: Answers
    second: Answers
    details: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementTable:
    """Counts of what both, only the first, only the second, or neither backend took for an activation."""

    both: int
    first: int
    second: int
    neither: int
    unmeasured: int
    """Of which one of them says nothing."""
    kappa: float | None
    """Cohen's; None where nothing differs, so that chance explains the agreement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendBill:
    """``harness``: profile and version. Dollars are None where no price is known."""

    name: str
    harness: str
    runs: int
    calls: int
    usd: float | None
    in_flight: int = 0
    """Runs that were broken off under way: perhaps paid for, and in no other number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """``bills`` has the two backends in the order in which ``AskedCase`` has their answers."""

    model: str
    seed: int
    cases: tuple[AskedCase, ...]
    by_case: AgreementTable
    by_run: AgreementTable
    bills: tuple[BackendBill, BackendBill]
    wanted: float
    stopped: str | None = None
    """Why it ended before its end, in words."""

    @property
    def is_low(self) -> bool:
        """Whether either kappa is below what is wanted."""
        return any(table.kappa is not None and table.kappa < self.wanted for table in (self.by_case, self.by_run))
