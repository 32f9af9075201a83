"""The model of ``make bench-sweep``, in a process of its own: every answer takes as long as it is told.

It speaks as much of the Messages API as a sweep of triggers needs, answers with the chances it is given, counts what it
would bill, prompt caching included, and writes its port and, when its input ends, what it saw, as JSON lines.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Mapping
from typing import Any

from servers.messages_wire import Cache, Reply, events, message, skill, sse, text

CONTROL = "convert-roman-numerals"
MARK = "#positive"
"""Stands in the queries that are to activate the skill."""


class Model:
    def __init__(self, *, seconds: float, skill: str, activates: float, strays: float, seed: int) -> None:
        """``activates`` and ``strays``: how often a positive and a negative query activate the skill."""
        self.seconds = seconds
        self._skill = skill
        self._rates = {True: activates, False: strays}
        self._chance = random.Random(seed)
        self._cache = Cache()
        self._under_way = 0
        self._began: float | None = None
        self.seen: dict[str, Any] = {"calls": 0, "controls": 0, "most_at_once": 0, "span": 0.0, "tokens": {}}

    async def answer(self, raw: bytes) -> bytes:
        came = time.perf_counter()
        body = json.loads(raw)
        is_control = CONTROL in raw.decode()
        self._under_way += 1
        self.seen["most_at_once"] = max(self.seen["most_at_once"], self._under_way)
        usage = self._cache.usage(body)
        whole = message(body, self._reply(body, is_control=is_control), body["model"], usage)
        await asyncio.sleep(self.seconds - (time.perf_counter() - came))
        self._under_way -= 1
        self._count(came, whole["usage"], is_control=is_control)
        return b"".join(map(sse, events(whole)))

    def _reply(self, body: Mapping[str, Any], *, is_control: bool) -> Reply:
        query = next(m["content"] for m in body["messages"] if m["role"] == "user")[-1]["text"]
        if is_control:
            return skill(CONTROL) if "Roman" in query else text("Let it rise longer.")
        is_used = self._chance.random() < self._rates[MARK in query]
        return skill(self._skill) if is_used else text("Gladly.")

    def _count(self, came: float, usage: Mapping[str, int], *, is_control: bool) -> None:
        self.seen["controls" if is_control else "calls"] += 1
        if is_control:
            return
        self._began = came if self._began is None else self._began
        self.seen["span"] = time.perf_counter() - self._began
        tokens = self.seen["tokens"]
        for name, number in usage.items():
            tokens[name] = tokens.get(name, 0) + number


async def serve(model: Model) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ", 2)[1]
                length = next(
                    (int(line[15:]) for line in head.split(b"\r\n") if line[:15].lower() == b"content-length:"), 0
                )
                raw = await reader.readexactly(length)
                writer.write(await respond(model, path.decode(), raw))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=256)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    print(json.dumps(model.seen), flush=True)


async def respond(model: Model, path: str, raw: bytes) -> bytes:
    if path.startswith("/v1/models/"):
        name = path.rpartition("/")[2]
        about = {"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z"}
        return _http("application/json", json.dumps(about).encode())
    return _http("text/event-stream", await model.answer(raw))


def _http(kind: str, body: bytes) -> bytes:
    limits = "anthropic-ratelimit-requests-limit: 4000\r\nanthropic-ratelimit-requests-remaining: 3900\r\n"
    return f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{limits}content-length: {len(body)}\r\n\r\n".encode() + body


if __name__ == "__main__":
    asyncio.run(serve(Model(**json.loads(sys.argv[1]))))
