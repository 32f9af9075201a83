"""What time it is."""

from typing import Protocol


class Clock(Protocol):
    def monotonic(self) -> float:
        """Seconds; only differences mean anything."""
        ...

    def now(self) -> str:
        """UTC, RFC 3339, whole seconds, ``Z``."""
        ...
