"""What the runner orders of the supervisor and what it hears back, one line of JSON each."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from skill_evals.edges.sandbox.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One command to run shut in. ``root`` is the only folder that it may write to."""

    command: str
    root: str
    cwd: str
    env: Mapping[str, str]
    seconds: float
    uid: int | None
    """The uid to become; None: an ordinary user, who stays what he is."""
    readable: tuple[str, ...] = ()
    """What it may read and execute besides (``system``)."""
    port: int | None = None
    """The one TCP port that may be reached; None: no network at all."""
    limits: Limits = field(default_factory=Limits)
    attempt: str | None = None
    """Of the probe: an attempt to make in the place of the command."""
    errand: tuple[str, str] | None = None
    """A module of ours and an argument: its function ``errand`` is called with it in the place of the command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How it ended. All of ``code``, ``over`` and ``failure`` None: the runner went away."""

    code: int | None = None
    """The exit code; negative: the signal that ended it."""
    over: str | None = None
    """``time``, ``memory`` or ``disk``: which limit it was ended for."""
    failure: str | None = None
    """Why it was not run, or not shut in, or not ended."""


def encode(noun: Order | Report) -> bytes:
    return json.dumps(asdict(noun)).encode("ascii") + b"\n"


def decode_order(line: bytes) -> Order:
    found = json.loads(line)
    errand = None if found["errand"] is None else tuple(found["errand"])
    more = {"readable": tuple(found["readable"]), "limits": Limits(**found["limits"]), "errand": errand}
    return Order(**{**found, **more})


def decode_report(line: bytes) -> Report:
    return Report(**json.loads(line))
