"""HTTP/1.1 of one connection: h11 reads and writes, and bounds what it takes."""

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress

import h11

from skill_evals.edges.proxy.requests import Refusal

_LONGEST_HEAD = 32 * 2**10
_READ = 64 * 2**10
_IDLE_SECONDS = 120.0
"""For the whole of a request, from the end of the one before it."""
_LINGER_SECONDS = 1.0
_NO_RETRY = ("x-should-retry", "false")
"""Anthropic's clients ask no second time then."""


class TooLarge(Exception):  # noqa: N818 -- a state of the request, not an error of ours
    """A body over its bound; what is left of it is not read."""


class Wire:
    """One connection of a client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=_LONGEST_HEAD)

    async def head(self) -> h11.Request | None:
        """The next request; None where the client is gone or says no more.

        Raises:
            h11.RemoteProtocolError: what came is no HTTP.
        """
        event = await self._event()
        return event if isinstance(event, h11.Request) else None

    async def body(self, most: int) -> bytes:
        """
        Raises:
            TooLarge: it has more bytes than that.
            h11.RemoteProtocolError: it is not framed as it should be, or ends before its end.
        """
        if self._http.they_are_waiting_for_100_continue:
            await self._send(h11.InformationalResponse(status_code=100, headers=[]))
        found = bytearray()
        while isinstance(event := await self._event(), h11.Data):
            found += event.data
            if len(found) > most:
                raise TooLarge
        return bytes(found)

    async def refuse(self, refusal: Refusal) -> None:
        """An error of the API's form, which its clients do not try again."""
        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return
        error = {"type": refusal.kind, "message": f"skill-evals: {refusal.words}"}
        data = json.dumps({"type": "error", "error": error}).encode()
        last = [] if self._http.their_state is h11.DONE else [("connection", "close")]
        await self.whole(refusal.status, [("content-type", "application/json"), _NO_RETRY, *last], data)

    async def whole(self, status: int, headers: Iterable[tuple[str, str]], data: bytes) -> None:
        await self.begin(status, [*headers, ("content-length", str(len(data)))])
        await self.more(data)
        await self.end()

    async def begin(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        await self._send(h11.Response(status_code=status, headers=list(headers)))

    async def more(self, data: bytes) -> None:
        if data:
            await self._send(h11.Data(data=data))

    async def end(self) -> None:
        await self._send(h11.EndOfMessage())

    def again(self) -> bool:
        """Whether another request may come on this connection."""
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
            return True
        return False

    async def linger(self) -> None:
        """Give a client that is still writing the time to read what it was told."""
        if self._http.their_state not in (h11.SEND_BODY, h11.ERROR) or not self._writer.can_write_eof():
            return
        with suppress(OSError, TimeoutError):
            self._writer.write_eof()
            async with asyncio.timeout(_LINGER_SECONDS):
                while await self._reader.read(_READ):
                    pass

    async def _event(self) -> object:
        async with asyncio.timeout(_IDLE_SECONDS):
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._http.receive_data(await self._reader.read(_READ))
        return event

    async def _send(self, event: h11.Event) -> None:
        data = self._http.send(event)
        if data:
            self._writer.write(data)
            await self._writer.drain()
