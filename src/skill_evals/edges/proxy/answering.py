"""The requests of one connection, in turn: refused, or passed on and metered."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import h11

from skill_evals.edges.backends.messages.connection import remaining
from skill_evals.edges.backends.messages.faults import Fault, of_status
from skill_evals.edges.backends.messages.forward import BrokenError, Forwarder, Passed
from skill_evals.edges.backends.messages.pace import Pace
from skill_evals.edges.proxy.headers import downwards, tokens_in, upwards
from skill_evals.edges.proxy.meter import Bill, Meter
from skill_evals.edges.proxy.requests import LONGEST_BODY, Asked, Refusal, Terms, asked_of, is_probe, target_of
from skill_evals.edges.proxy.usage import Reading, StreamReader, read_whole
from skill_evals.edges.proxy.wire import TooLarge, Wire

_UNKNOWN = Refusal(status=401, kind="authentication_error", words="this token is not good for any run, or no longer")
_TOO_LARGE = Refusal(
    status=413,
    kind="request_too_large",
    words=f"the body has more than {LONGEST_BODY // 2**20} MiB, or should have none",
)

_Headers = list[tuple[str, str]]


@dataclass(slots=True, kw_only=True, eq=False)
class Run:
    """One that lives."""

    terms: Terms
    meter: Meter
    under_way: set[asyncio.Task[None]] = field(default_factory=set)
    """The connections that are answering it."""


class Answering:
    """``find`` gives the run that a token is good for; ``pace`` hears how the API answers."""

    def __init__(self, upstream: Forwarder, find: Callable[[str], Run | None], pace: Pace | None) -> None:
        self._upstream = upstream
        self._find = find
        self._pace = pace

    async def told(self, wire: Wire, task: asyncio.Task[None]) -> None:
        """Until the client says no more, or something that is no HTTP.

        Raises:
            OSError, TimeoutError, h11.LocalProtocolError: there is nobody to tell.
        """
        try:
            await self._serve(wire, task)
        except TooLarge:
            await wire.refuse(_TOO_LARGE)
        except h11.RemoteProtocolError as error:
            await wire.refuse(
                Refusal(status=error.error_status_hint, kind="invalid_request_error", words=f"no HTTP: {error}")
            )

    async def _serve(self, wire: Wire, task: asyncio.Task[None]) -> None:
        while (head := await wire.head()) is not None:
            headers = [(name.decode("ascii").lower(), value.decode("latin-1")) for name, value in head.headers]
            tokens = tokens_in(headers)
            run = self._find(tokens.pop()) if len(tokens) == 1 else None
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

    async def _for(self, run: Run, task: asyncio.Task[None], wire: Wire, head: h11.Request, headers: _Headers) -> None:
        """Broken off where the run is."""
        run.under_way.add(task)
        try:
            await self._answer(wire, run, head, headers)
        finally:
            run.under_way.discard(task)

    async def _answer(self, wire: Wire, run: Run, head: h11.Request, headers: _Headers) -> None:
        asked = await self._asked(wire, run, head, headers)
        if isinstance(asked, Refusal):
            if asked.status != 404:
                run.meter.refused(asked.words)
            await wire.refuse(asked)
            return
        if not asked.is_paid:
            async with self._upstream.post(asked.target, asked.body, upwards(headers)) as passed:
                await wire.whole(passed.status, downwards(passed.headers), await _collected(passed))
            return
        bill = run.meter.reserve(asked)
        if isinstance(bill, str):
            run.meter.refused(bill)
            await wire.refuse(Refusal(status=402, kind="billing_error", words=bill))
            return
        await self._paid(wire, run.meter, bill, upwards(headers))

    async def _asked(self, wire: Wire, run: Run, head: h11.Request, headers: _Headers) -> Asked | Refusal:
        target = target_of(head.method.decode("ascii"), head.target.decode("ascii"))
        if isinstance(target, Refusal):
            return target
        if {"content-length", "transfer-encoding"} <= {name for name, _ in headers}:
            return Refusal(status=400, kind="invalid_request_error", words="the body has two lengths")
        try:
            raw = await wire.body(LONGEST_BODY)
        except TooLarge:
            return _TOO_LARGE
        return asked_of(target, raw, run.terms)

    async def _paid(self, wire: Wire, meter: Meter, bill: Bill, headers: Mapping[str, str]) -> None:
        """However it ends, also by being broken off, the reservation is settled."""
        call = _Call()
        try:
            async with self._upstream.post(bill.asked.target, bill.asked.body, headers) as passed:
                call.begun(passed)
                if call.fault is None and passed.is_stream:
                    await _stream(wire, passed, call)
                else:
                    data = await _collected(passed)
                    call.reading = read_whole(data)
                    await wire.whole(passed.status, downwards(passed.headers), data)
        except BrokenError as broken:
            call.fault = broken.fault
            raise ConnectionAbortedError from None
        except asyncio.CancelledError:
            meter.silent = time.monotonic() - call.heard
            raise
        finally:
            self._settled(meter, bill, call)

    def _settled(self, meter: Meter, bill: Bill, call: "_Call") -> None:
        error = call.reading.error
        fault = call.fault if error is None else of_status(200, *error, None)
        if fault is not None:
            meter.failed(fault)
        if call.is_answer:
            meter.answered(bill, call.reading)
        else:
            meter.unanswered(bill)
        if self._pace is None:
            return
        if fault is not None:
            self._pace.slowed(fault)
        elif call.reading.ended:
            self._pace.answered(call.remaining)


@dataclass(slots=True, kw_only=True)
class _Call:
    """What came back so far."""

    reading: Reading = field(default_factory=Reading)
    fault: Fault | None = None
    is_answer: bool = True
    """Until it is known to be an error."""
    remaining: int | None = None
    """Requests that are left in this minute."""
    heard: float = field(default_factory=time.monotonic)
    """When it was asked, or its last byte came."""

    def begun(self, passed: Passed) -> None:
        self.heard = time.monotonic()
        self.fault = passed.fault
        self.is_answer = passed.fault is None
        self.remaining = remaining(passed.headers)


async def _stream(wire: Wire, passed: Passed, call: _Call) -> None:
    reader = StreamReader()
    call.reading = reader.reading
    await wire.begin(passed.status, downwards(passed.headers))
    async for chunk in passed.chunks:
        call.heard = time.monotonic()
        reader.feed(chunk)
        await wire.more(chunk)
    await wire.end()


async def _collected(passed: Passed) -> bytes:
    return b"".join([chunk async for chunk in passed.chunks])
