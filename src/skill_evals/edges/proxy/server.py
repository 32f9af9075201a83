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
from skill_evals.edges.backends.messages.faults import of_status
from skill_evals.edges.backends.messages.forward import BrokenError, Forwarder, Passed
from skill_evals.edges.proxy.headers import downwards, tokens_in, upwards
from skill_evals.edges.proxy.meter import Bill, Meter, Purse, Spent
from skill_evals.edges.proxy.requests import LONGEST_BODY, Asked, Refusal, Terms, asked_of, is_probe, target_of
from skill_evals.edges.proxy.usage import StreamReader, read_whole
from skill_evals.edges.proxy.wire import TooLarge, Wire
from skill_evals.model.config import Price
from skill_evals.run.ports import Meter as RunBudget

_HOST = "127.0.0.1"
_MOST_CONNECTIONS = 512
_UNKNOWN = Refusal(status=401, kind="authentication_error", words="this token is not good for any run, or no longer")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grant:
    """A run's leave to use the proxy, until it is revoked."""

    token: str = field(repr=False)
    models: frozenset[str]


@dataclass(slots=True, kw_only=True, eq=False)
class _Run:
    grant: Grant
    terms: Terms
    meter: Meter
    under_way: set[asyncio.Task[None]] = field(default_factory=set)


class KeyProxy:
    """``async with KeyProxy(credentials) as proxy`` gives a run its ``proxy.url`` and a ``proxy.grant(…).token``.

    ``max_usd`` and ``max_calls`` are the sweep's; ``prices`` are the configuration's, by the API's id of a model;
    ``seconds`` may pass without a byte of an answer. Lives and dies in one event loop.

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
        seconds: float = 600.0,
    ) -> None:
        self._upstream = Forwarder(credentials, seconds=seconds)
        self._sweep = Purse(whose="the sweep", max_usd=max_usd, max_calls=max_calls)
        self._prices = dict(prices or {})
        self._runs: list[_Run] = []
        self._connections: set[asyncio.Task[None]] = set()
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
        self._runs.append(_Run(grant=grant, terms=terms, meter=Meter(own, self._sweep, self._prices, budget)))
        return grant

    async def revoke(self, grant: Grant) -> Spent:
        """The token is good for nothing any more; calls under way are broken off, and billed as they were reserved.

        Raises:
            KeyError: it is not a grant of this proxy, or was revoked before.
        """
        run = next((one for one in self._runs if one.grant is grant), None)
        if run is None:
            raise KeyError("no such grant")
        self._runs.remove(run)
        await _ended(run.under_way)
        return run.meter.spent()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None or len(self._connections) >= _MOST_CONNECTIONS:
            writer.close()
            return
        self._connections.add(task)
        wire = Wire(reader, writer)
        try:
            with suppress(TimeoutError, OSError, h11.LocalProtocolError):  # the client is silent, or gone
                await self._told(wire, task)
            await wire.linger()
        except asyncio.CancelledError:
            pass  # its run has ended, or the proxy
        finally:
            self._connections.discard(task)
            writer.close()

    async def _told(self, wire: Wire, task: asyncio.Task[None]) -> None:
        try:
            await self._serve(wire, task)
        except h11.RemoteProtocolError as error:
            await wire.refuse(
                Refusal(status=error.error_status_hint, kind="invalid_request_error", words=f"no HTTP: {error}")
            )

    async def _serve(self, wire: Wire, task: asyncio.Task[None]) -> None:
        while (head := await wire.head()) is not None:
            headers = [(name.decode("ascii").lower(), value.decode("latin-1")) for name, value in head.headers]
            run = self._run_of(tokens_in(headers))
            if is_probe(head.method, head.target):
                await wire.body(0)
                await wire.whole(200, [], b"")
            elif run is None:
                await wire.refuse(_UNKNOWN)
                return
            else:
                await self._for(run, task, wire, head, headers)
            if not wire.again():
                return

    async def _for(
        self, run: _Run, task: asyncio.Task[None], wire: Wire, head: h11.Request, headers: list[tuple[str, str]]
    ) -> None:
        """Broken off where the run is."""
        run.under_way.add(task)
        try:
            await self._answer(wire, run, head, headers)
        finally:
            run.under_way.discard(task)

    async def _answer(self, wire: Wire, run: _Run, head: h11.Request, headers: list[tuple[str, str]]) -> None:
        asked = await self._asked(wire, run, head, headers)
        if isinstance(asked, Refusal):
            if asked.status != 404:
                run.meter.refused(asked.words)
            await wire.refuse(asked)
            return
        if not asked.is_paid:
            async with self._upstream.post(asked.target, asked.body, upwards(headers)) as passed:
                await _whole(wire, passed)
            return
        bill = run.meter.reserve(asked)
        if isinstance(bill, str):
            run.meter.refused(bill)
            await wire.refuse(Refusal(status=402, kind="billing_error", words=bill))
            return
        await self._paid(wire, run.meter, bill, upwards(headers))

    async def _asked(self, wire: Wire, run: _Run, head: h11.Request, headers: list[tuple[str, str]]) -> Asked | Refusal:
        target = target_of(head.method.decode("ascii"), head.target.decode("ascii"))
        if isinstance(target, Refusal):
            return target
        if {"content-length", "transfer-encoding"} <= {name for name, _ in headers}:
            return Refusal(status=400, kind="invalid_request_error", words="the body has two lengths")
        try:
            raw = await wire.body(LONGEST_BODY)
        except TooLarge:
            words = f"the body has more than {LONGEST_BODY // 2**20} MiB"
            return Refusal(status=413, kind="request_too_large", words=words)
        return asked_of(target, raw, run.terms)

    async def _paid(self, wire: Wire, meter: Meter, bill: Bill, headers: Mapping[str, str]) -> None:
        """However it ends, also by being broken off, the reservation is settled."""
        reader, answered = StreamReader(), True
        reading = reader.reading
        try:
            async with self._upstream.post(bill.asked.target, bill.asked.body, headers) as passed:
                answered = passed.fault is None
                if passed.fault is not None:
                    meter.failed(passed.fault)
                if answered and passed.is_stream:
                    await _stream(wire, passed, reader)
                else:
                    reading = read_whole(await _whole(wire, passed))
        except BrokenError as broken:
            meter.failed(broken.fault)
            raise ConnectionAbortedError from None
        finally:
            if reading.error is not None:
                meter.failed(of_status(200, *reading.error, None))
            if answered:
                meter.answered(bill, reading)
            else:
                meter.unanswered(bill)

    def _run_of(self, tokens: set[str]) -> _Run | None:
        """In constant time for any token: every grant is compared to its end."""
        if len(tokens) != 1:
            return None
        given = tokens.pop().encode("utf-8", "replace")
        found = [run for run in self._runs if hmac.compare_digest(run.grant.token.encode(), given)]
        return found[0] if found else None


async def _stream(wire: Wire, passed: Passed, reader: StreamReader) -> None:
    await wire.begin(passed.status, downwards(passed.headers))
    async for chunk in passed.chunks:
        reader.feed(chunk)
        await wire.more(chunk)
    await wire.end()


async def _whole(wire: Wire, passed: Passed) -> bytes:
    data = b"".join([chunk async for chunk in passed.chunks])
    await wire.whole(passed.status, downwards(passed.headers), data)
    return data


async def _ended(tasks: set[asyncio.Task[None]]) -> None:
    """Cancelled and at their end."""
    waiting = tuple(tasks)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
