"""What a backend's factory is told; each takes what concerns it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendOptions:
    models: tuple[str, ...] = ()
    """Models asked for by name; empty: the backend's own choice."""
    max_minutes: float | None = None
    """The sweep's caps, for backends that wait or are paid for."""
    max_calls: int | None = None
    replay: Path | None = None
    """Folder of recorded evidence (``--replay``)."""
    allow_commands: bool = False
    """Whether commands of a suite may be run on this machine (``--allow-commands``)."""
    sandbox: bool = True
    """Whether they run shut in only; false: as the user who runs this (``--no-sandbox``)."""
