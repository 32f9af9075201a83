"""A loopback server that speaks the Messages API: messages whole and as a stream, counting, batches, models, faults.

    with MessagesApi(lambda body: skill("pdf-tools")) as api:
        client = AsyncAnthropic(api_key=api.key, base_url=api.url)

``script`` turns each request's body into a ``Reply`` or a ``Fault``. ``api.requests`` holds every request; in none of
them does the key stand, only whether it was right.
"""

import json
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from servers.loopback import Handler, Loopback
from servers.messages_batches import TIME, Batches, shown
from servers.messages_wire import Cache, Fault, Reply, error, events, message, sse
from servers.structured import rejected

Script = Callable[[Mapping[str, Any]], Reply | Fault]

SECRET_HEADERS = frozenset({"authorization", "x-api-key"})
MODELS = ("claude-sonnet-5-5", "claude-haiku-5-5", "claude-opus-5-5")
LIMITS = {"anthropic-ratelimit-requests-limit": "1000", "anthropic-ratelimit-requests-remaining": "900"}


@dataclass(frozen=True, kw_only=True)
class Recorded:
    method: str
    path: str
    authorised: bool
    headers: Mapping[str, str]
    """Without those that carry the key."""
    body: Any
    text: str
    """As it came."""


class MessagesApi(Loopback):
    """``aliases``: model ids that another id answers for. ``models_fault``: what the models endpoint says instead."""

    def __init__(
        self,
        script: Script,
        *,
        key: str = "test-key",
        models: Sequence[str] = MODELS,
        aliases: Mapping[str, str] | None = None,
        models_fault: Fault | None = None,
    ) -> None:
        self.script = script
        self.key = key
        self.models = tuple(models)
        self.aliases = dict(aliases or {})
        self.models_fault = models_fault
        self.requests: list[Recorded] = []
        self.most_at_once = 0
        self.batches = Batches(self.reply)
        self.cache = Cache()
        self.lock = threading.Lock()
        self.closing = threading.Event()
        self._numbers = count(1)
        self.under_way = 0
        super().__init__(_Handler, api=self)

    def __exit__(self, *exception: object) -> None:
        self.closing.set()
        super().__exit__(*exception)

    @property
    def messages(self) -> list[Mapping[str, Any]]:
        """The bodies of the message requests, in order."""
        return [one.body for one in self.requests if one.path == "/v1/messages"]

    def told_apart(self, whole: dict[str, Any]) -> dict[str, Any]:
        """The message with an id of its own, as the API gives it one: clients tell answers apart by it."""
        with self.lock:
            number = next(self._numbers)
        return {**whole, "id": f"msg_{number}"}

    def reply(self, body: Mapping[str, Any]) -> dict[str, Any] | Fault:
        """A whole message, as a batch gives it too."""
        said = self.script(body)
        if isinstance(said, Fault) and said.status is not None:
            return said
        with self.lock:
            usage = self.cache.usage(body)
        answered_by = self.aliases.get(body["model"], body["model"])
        return message(body, said if isinstance(said, Reply) else Reply(), answered_by, usage)


class _Handler(Handler):
    api: MessagesApi

    def answer(self) -> None:
        raw, path = self.body(), urlsplit(self.path).path
        body: Any = json.loads(raw) if raw else None
        bearer = (self.headers.get("authorization") or "").removeprefix("Bearer ")
        # Whoever names himself by a second secret beside the key is not let in.
        authorised = {self.headers.get("x-api-key") or self.api.key, bearer or self.api.key} == {self.api.key} and (
            "x-api-key" in self.headers or "authorization" in self.headers
        )
        shown = {name.lower(): value for name, value in self.headers.items() if name.lower() not in SECRET_HEADERS}
        with self.api.lock:
            self.api.requests.append(
                Recorded(
                    method=self.command,
                    path=path,
                    authorised=authorised,
                    headers=shown,
                    body=body,
                    text=raw.decode(),
                )
            )
        if not authorised:
            self._error(401, "authentication_error", "invalid credentials")
        elif self.command == "GET" and path.startswith("/v1/models"):
            self._models(path.removeprefix("/v1/models").strip("/"))
        elif path.startswith("/v1/messages/batches"):
            self._batches(path.removeprefix("/v1/messages/batches").strip("/"), body)
        elif path == "/v1/messages/count_tokens":
            self._json(200, {"input_tokens": sum(Cache().usage(body).values())})
        elif path == "/v1/messages":
            self._message(body)
        else:
            self._error(404, "not_found_error", path)

    def _models(self, asked: str) -> None:
        if self.api.models_fault is not None:
            self._fault(self.api.models_fault)
            return
        known = [_model(name) for name in self.api.models]
        if not asked:
            ends = {"first_id": known[0]["id"], "last_id": known[-1]["id"]}
            self._json(200, {"data": known, "has_more": False, **ends})
        elif asked in (*self.api.models, *self.api.aliases):
            self._json(200, _model(self.api.aliases.get(asked, asked)))
        else:
            self._error(404, "not_found_error", f"model: {asked}")

    def _batches(self, rest: str, body: Any) -> None:
        name, _, part = rest.partition("/")
        batch = self.api.batches.create(body["requests"]) if not name else self.api.batches.all.get(name)
        if isinstance(batch, Fault):
            self._cut() if batch.cut is not None else self._fault(batch)
        elif batch is None:
            self._error(404, "not_found_error", name)
        elif part == "results":
            lines = "".join(f"{json.dumps(result)}\n" for result in batch.results)
            self.reply(200, lines.encode(), "application/x-jsonl")
        else:
            if part == "cancel":
                self.api.batches.cancel(batch)
            elif name:
                self.api.batches.look(batch)
            self._json(200, shown(batch, self.api.url))

    def _message(self, body: Mapping[str, Any]) -> None:
        with self.api.lock:
            self.api.under_way += 1
            self.api.most_at_once = max(self.api.most_at_once, self.api.under_way)
        try:
            refused = rejected(body)
            if refused is not None:
                self._error(400, "invalid_request_error", refused)
                return
            said = self.api.script(body)
            if isinstance(said, Fault) and (said.status is not None or said.garbage):
                self._fault(said)
                return
            with self.api.lock:
                usage = self.api.cache.usage(body)
            reply = said if isinstance(said, Reply) else Reply(content=({"type": "text", "text": "It begins well."},))
            whole = self.api.told_apart(message(body, reply, self.api.aliases.get(body["model"], body["model"]), usage))
            if body.get("stream"):
                self._stream(whole, said if isinstance(said, Fault) else Fault())
            elif isinstance(said, Fault):
                self._cut()
            else:
                self._json(200, whole, LIMITS)
        finally:
            with self.api.lock:
                self.api.under_way -= 1

    def _stream(self, whole: Mapping[str, Any], fault: Fault) -> None:
        self.send_response(200)
        for name, value in {"content-type": "text/event-stream", "transfer-encoding": "chunked", **LIMITS}.items():
            self.send_header(name, value)
        self.end_headers()
        for sent, event in enumerate(events(whole)):
            if sent == fault.cut:
                self._cut()
                return
            if sent == fault.stall:
                self.api.closing.wait()
                self._cut()
                return
            if fault.event is not None and sent == 1:
                self._chunk(sse(error(fault.event, fault.message)))
                break
            self._chunk(sse(event))
        self._chunk(b"")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _fault(self, fault: Fault) -> None:
        if fault.garbage:
            self.reply(200, b"<html>a proxy says hello</html>", "text/event-stream")
        else:
            self._error(fault.status or 500, fault.type, fault.message, fault.headers)

    def _error(self, status: int, kind: str, words: str, headers: Mapping[str, str] | None = None) -> None:
        self._json(status, error(kind, words), headers)

    def _json(self, status: int, value: Any, headers: Mapping[str, str] | None = None) -> None:
        self.reply(status, json.dumps(value).encode(), headers=headers)


def _model(name: str) -> dict[str, Any]:
    return {
        "type": "model",
        "id": name,
        "display_name": name,
        "created_at": TIME,
        "lifecycle": "active",
        "max_input_tokens": 200_000,
        "max_tokens": 64_000,
    }
