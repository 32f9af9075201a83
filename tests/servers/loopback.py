"""An HTTP server on loopback, on a port of its own, for as long as a ``with`` block lasts.

class Hello(Handler):
    def do_GET(self) -> None:
        self.reply(200, b"hello")

with Loopback(Hello) as server:
    requests.get(server.url)
"""

import sys
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class Handler(BaseHTTPRequestHandler):
    """``answer`` is called for each request, whatever its verb (``self.command``)."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Tests look at what the server keeps of each request."""

    def answer(self) -> None:
        raise NotImplementedError

    def _answer(self) -> None:
        self.answer()

    do_GET = do_POST = do_PATCH = do_DELETE = _answer  # noqa: N815 -- the names that http.server asks for

    def body(self) -> bytes:
        """Of the request; to be read once."""
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def reply(
        self, status: int, data: bytes, kind: str = "application/json", headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


class Loopback:
    def __init__(self, handler: type[Handler], **members: Any) -> None:
        """``members`` are given to every handler."""
        self._server = _Server(("127.0.0.1", 0), type("Given", (handler,), members))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away in the midst of an answer is what some tests are about."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)
