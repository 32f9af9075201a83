"""A loopback server that speaks Claude's language as clouds do: Bedrock's paths and framing, Vertex's paths, and the
exchange of a workload's identity for a token. It takes any credential; tests look at what came (``requests``).

    with Clouds(lambda body: text("Hi.")) as cloud:
        credentials_of({"CLAUDE_CODE_USE_BEDROCK": "1", "ANTHROPIC_BEDROCK_BASE_URL": cloud.url, …})
"""

import base64
import json
import re
import struct
import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import unquote

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


class Clouds:
    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[Asked] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"cloud": self}))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    cloud: Clouds

    def log_message(self, *_: object) -> None:
        """Tests look at ``requests``."""

    def do_GET(self) -> None:
        self.send_error(404)

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.loads(raw)
        path = unquote(self.path.partition("?")[0])
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.cloud.requests.append(Asked(path=path, headers=headers, body=body))
        bedrock, vertex = _BEDROCK.fullmatch(path), _VERTEX.fullmatch(path)
        if path == "/v1/oauth/token":
            self._send(
                "application/json",
                json.dumps({"access_token": ACCESS_TOKEN, "expires_in": 600, "token_type": "bearer"}).encode(),
            )
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
            self._send("application/vnd.amazon.eventstream", b"".join(map(_frame, events(whole))))
        elif as_events:
            self._send("text/event-stream", b"".join(map(sse, events(whole))))
        else:
            self._send("application/json", json.dumps(whole).encode())

    def _send(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


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
