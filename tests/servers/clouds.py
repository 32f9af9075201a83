"""A loopback server that speaks Claude's language as clouds do: Bedrock's paths and framing, Vertex's paths, and the
exchange of a workload's identity for a token. It takes any credential; tests look at what came (``requests``).

    with Clouds(lambda body: text("Hi.")) as cloud:
        credentials_of({"CLAUDE_CODE_USE_BEDROCK": "1", "ANTHROPIC_BEDROCK_BASE_URL": cloud.url, …})
"""

import base64
import json
import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from servers.loopback import Handler, Loopback
from servers.messages_api import Script
from servers.messages_wire import Reply, events, message, sse

ACCESS_TOKEN = "access-marker"
_BEDROCK = re.compile(r"/model/([^/]+)/invoke(-with-response-stream)?")
_VERTEX = re.compile(
    r"/projects/([^/]+)/locations/([^/]+)/publishers/anthropic/models/([^/:]+):(streamRawPredict|rawPredict)"
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


class Clouds(Loopback):
    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[Asked] = []
        super().__init__(_Handler, cloud=self)


class _Handler(Handler):
    cloud: Clouds

    def answer(self) -> None:
        if self.command != "POST":
            self.send_error(404)
            return
        body = json.loads(self.body())
        path = unquote(self.path.partition("?")[0])
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.cloud.requests.append(Asked(path=path, headers=headers, body=body))
        bedrock, vertex = _BEDROCK.fullmatch(path), _VERTEX.fullmatch(path)
        if path == "/v1/oauth/token":
            token = {"access_token": ACCESS_TOKEN, "expires_in": 600, "token_type": "bearer"}
            self.reply(200, json.dumps(token).encode())
        elif bedrock:
            self._message(bedrock[1], body, as_frames=bool(bedrock[2]), as_events=False)
        elif vertex:
            self._message(vertex[3], body, as_frames=False, as_events=vertex[4] == "streamRawPredict")
        elif path == "/v1/messages":
            self._message(body["model"], body, as_frames=False, as_events=bool(body.get("stream")))
        else:
            self.send_error(404)

    def _message(self, model: str, body: Mapping[str, Any], *, as_frames: bool, as_events: bool) -> None:
        said = self.cloud.script({**body, "model": model})
        assert isinstance(said, Reply)
        whole = message(body, said, model, {"input_tokens": 11})
        if as_frames:
            self.reply(200, b"".join(map(_frame, events(whole))), "application/vnd.amazon.eventstream")
        elif as_events:
            self.reply(200, b"".join(map(sse, events(whole))), "text/event-stream")
        else:
            self.reply(200, json.dumps(whole).encode())


def _frame(event: Mapping[str, Any]) -> bytes:
    """One message of Amazon's event stream: lengths and checksums around headers and payload."""
    payload = json.dumps({"bytes": base64.b64encode(json.dumps(event).encode()).decode()}).encode()
    named = {":event-type": "chunk", ":content-type": "application/json", ":message-type": "event"}
    headers = b"".join(
        struct.pack("!B", len(name)) + name.encode() + struct.pack("!BH", 7, len(value)) + value.encode()
        for name, value in named.items()
    )
    lengths = struct.pack("!II", 16 + len(headers) + len(payload), len(headers))
    whole = lengths + struct.pack("!I", zlib.crc32(lengths)) + headers + payload
    return whole + struct.pack("!I", zlib.crc32(whole))
