"""What a sandbox promises of what runs in it, and whether it was seen to hold on this machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarantee:
    """``name`` is one of ``run.isolation.PROMISES``; ``reason`` says why it does not hold, empty where it does."""

    name: str
    holds: bool
    mechanism: str
    reason: str = ""
