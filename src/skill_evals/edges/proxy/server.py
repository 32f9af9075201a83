"""The proxy itself: a server on loopback in the sweep's event loop, and the grants that are good for it."""

import asyncio
import hmac
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

import h11

from skill_evals.edges.backends.messages.credentials import Credentials
from skill_evals.edges.backends.messages.forward import Forwarder
from skill_evals.edges.backends.messages.pace import Pace
from skill_evals.edges.proxy.answering import Answering, Run
from skill_evals.edges.proxy.meter import Meter, Purse, Spent
from skill_evals.edges.proxy.requests import Terms
from skill_evals.edges.proxy.wire import Wire
from skill_evals.model.config import Price
from skill_evals.run.ports.request import Meter as RunBudget

_HOST = "127.0.0.1"
_MOST_CONNECTIONS = 512
_SILENT_SECONDS = 600.0
"""May pass without a byte of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grant:
    """A run's leave to use the proxy, until it is revoked."""

    token: str = field(repr=False)
    models: frozenset[str]


class KeyProxy:
    """``async with KeyProxy(credentials) as proxy`` gives a run its ``proxy.url`` and a ``proxy.grant(…).token``.

    ``max_usd`` and ``max_calls`` are the sweep's; ``prices`` are the configuration's, by the API's id of a model;
    ``pace`` hears how the API answers. Lives and dies in one event loop.

    Raises:
        UsageError: the account cannot be used here, since a package is missing.
    """

    def __init__(
        self,
        credentials: Credentials,
        *,
        max_usd: float | None = None,
        max_calls: int | None = None,
        prices: Mapping[str, Price] | None = None,
        pace: Pace | None = None,
    ) -> None:
        self._upstream = Forwarder(credentials, seconds=_SILENT_SECONDS)
        self._answering = Answering(self._upstream, self._run_of, pace)
        self._sweep = Purse(whose="the sweep", max_usd=max_usd, max_calls=max_calls)
        self._prices = dict(prices or {})
        self._runs: dict[Grant, Run] = {}
        self._connections: dict[asyncio.Task[None], None] = {}
        self._server: asyncio.Server | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://{_HOST}:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, _HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._runs.clear()
        if self._server is not None:
            self._server.close()
        await _ended(self._connections)
        await self._upstream.close()

    def grant(
        self,
        *,
        models: Collection[str],
        max_usd: float | None = None,
        max_calls: int | None = None,
        max_tokens: int = 32_000,
        budget: RunBudget | None = None,
    ) -> Grant:
        """For one run. ``models`` are ids as the agent writes them; ``max_tokens`` bounds each answer; ``budget`` is
        what the sweep's engine lets the run spend (``RunRequest.meter``).
        """
        grant = Grant(token=f"run-{secrets.token_hex(32)}", models=frozenset(models))
        own = Purse(whose="the run", max_usd=max_usd, max_calls=max_calls)
        terms = Terms(models=grant.models, max_tokens=max_tokens)
        self._runs[grant] = Run(terms=terms, meter=Meter(own, self._sweep, self._prices, budget))
        return grant

    async def revoke(self, grant: Grant) -> Spent:
        """The token is good for nothing any more; calls under way are broken off, and billed as they were reserved.

        Raises:
            KeyError: it is not a grant of this proxy, or was revoked before.
        """
        run = self._runs.pop(grant)
        await _ended(run.under_way)
        return run.meter.spent()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            return
        self._make_room()
        self._connections[task] = None
        wire = Wire(reader, writer)
        try:
            with suppress(TimeoutError, OSError, h11.LocalProtocolError):  # the client is silent, or gone
                await self._answering.told(wire, task)
            await wire.linger()
        except asyncio.CancelledError:
            pass  # its run has ended, or the proxy
        finally:
            self._connections.pop(task, None)
            writer.close()

    def _make_room(self) -> None:
        """Whoever opens connections to say nothing on them takes no place from others for long."""
        if len(self._connections) >= _MOST_CONNECTIONS:
            busy = {task for run in self._runs.values() for task in run.under_way}
            silent = next((task for task in self._connections if task not in busy), None)
            if silent is not None:
                silent.cancel()

    def _run_of(self, token: str) -> Run | None:
        """In constant time for any token: every grant is compared to its end."""
        given = token.encode("utf-8", "replace")
        found = [run for grant, run in self._runs.items() if hmac.compare_digest(grant.token.encode(), given)]
        return found[0] if found else None


async def _ended(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancelled and at their end."""
    waiting = tuple(tasks)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
