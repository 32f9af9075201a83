"""What makes runs, and what it may offer besides: each further protocol is met by some backends."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from skill_evals.model.evidence import Evidence
from skill_evals.run.ports.journal import Ledger
from skill_evals.run.ports.request import RunRequest
from skill_evals.skills.listing import Room


class Backend(Protocol):
    """Makes runs. A backend never raises for what went wrong inside one run: it returns an Evidence that says so.

    Raises:
        BackendError: it cannot run at all; the sweep stops.
    """

    @property
    def name(self) -> str: ...

    @property
    def deterministic(self) -> bool:
        """Equal requests give equal answers, so each case runs once and nothing is tested for noise."""
        ...

    @property
    def free(self) -> bool:
        """A call costs nothing, so no forecast and no cap on dollars concerns it."""
        ...

    @property
    def tiers(self) -> frozenset[str]:
        """The tiers that it can run."""
        ...

    def model_keys(self) -> tuple[str, ...]:
        """The keys under which its results are stored, such as ``local/lexical-bm25``."""
        ...

    async def run(self, request: RunRequest) -> Evidence: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """What decides a backend's runs besides its name, as the sidecar keeps it; None: unknown, or there is none."""

    profile: str | None = None
    """Digest of persona, tools and the form of the listing."""
    resolved_model: str | None = None
    """The id of the model that answers."""
    effort: str | None = None
    account: str | None = None
    """The kind of credential that pays, in words."""
    cli_version: str | None = None
    """Of the program that makes the runs, where it is one of its own."""


@runtime_checkable
class Remote(Protocol):
    """What a backend offers besides where its runs leave this machine."""

    def check(self) -> None:
        """Look for what must be here, asking nobody; for ``doctor``.

        Raises:
            UsageError: a credential is missing, or there are two.
        """
        ...

    def prepare(self, models: Sequence[str]) -> None:
        """Called once before anything is paid for, with the model keys of the plan.

        Raises:
            UsageError: what was asked for cannot be done as asked.
            BackendError: it cannot run at all.
        """
        ...

    def harness(self, model: str) -> Harness: ...

    async def close(self) -> None:
        """Called at the end of the sweep, in its event loop."""
        ...


def harness_of(backend: Backend, model: str) -> Harness:
    return backend.harness(model) if isinstance(backend, Remote) else Harness()


@runtime_checkable
class Listing(Protocol):
    """What a backend says besides whose models are shown a listing that has no room for everything."""

    def room(self, model: str) -> Room: ...


@runtime_checkable
class Installing(Protocol):
    """What a backend says besides whose agents find skills on disk."""

    @property
    def installs(self) -> frozenset[str]:
        """The tiers whose runs need ``RunRequest.installs``."""
        ...


def installing_tiers(backend: Backend) -> frozenset[str]:
    return backend.installs if isinstance(backend, Installing) else frozenset()


@runtime_checkable
class Prompting(Protocol):
    """A backend whose calls send more than the plan can know of, for the forecast."""

    @property
    def prompt_characters(self) -> int:
        """Of system prompt and tools."""
        ...


@runtime_checkable
class Batching(Protocol):
    """What a backend offers besides whose runs of triggers can go together in batches."""

    @property
    def batches(self) -> bool:
        """Whether they do; then as many as there are have to be asked for at once."""
        ...

    def keep_batches_in(self, ledger: Ledger) -> None:
        """Called once, before the first run."""
        ...


@runtime_checkable
class Halting(Protocol):
    """A backend that can be told that no call is to be begun any more, so that nobody goes on waiting to make one."""

    async def halt(self, reason: str) -> None: ...
