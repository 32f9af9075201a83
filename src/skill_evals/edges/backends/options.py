"""What a backend's factory is told; each takes what concerns it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skill_evals.model.config import Price


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendOptions:
    models: tuple[str, ...] = ()
    """Models asked for by name; empty: the backend's own choice."""
    max_minutes: float | None = None
    """The sweep's caps, for backends that wait or are paid for."""
    max_calls: int | None = None
    effort: str | None = None
    """``model.config.EFFORTS``; None: the backend's own choice for the model."""
    thinking: str | None = None
    """``model.config.THINKING``; None: as above."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    """By model key; they hold before the table of known prices."""
    batch: bool = False
    """Whether runs go through a batch interface where there is one."""
    replay: Path | None = None
    """Folder of recorded evidence (``--replay``)."""
    rejudge: bool = False
    """Whether recorded judgements are left out, so that a judge is asked anew (``--rejudge``)."""
    allow_commands: bool = False
    """Whether commands of a suite may be run on this machine (``--allow-commands``)."""
    sandbox: bool = True
    """Whether they run shut in only; false: as the user who runs this (``--no-sandbox``)."""
