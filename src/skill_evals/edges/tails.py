"""The ends of a process's outputs, read as they come, so that a full pipe never blocks it."""

import os
import re
import selectors
import subprocess
import time
from contextlib import suppress
from typing import IO

_STDOUT_BYTES = 4 * 1024 * 1024
_STDERR_BYTES = 4096
_STEP_SECONDS = 0.05
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


class Tails:
    """Of stdout the last 4 MiB are kept, of stderr the last 4,096 bytes (evolve's limit)."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._selector = selectors.DefaultSelector()
        self._kept: dict[IO[bytes] | None, bytearray] = {}
        for stream, limit in ((process.stdout, _STDOUT_BYTES), (process.stderr, _STDERR_BYTES)):
            if stream is not None:
                self._kept[stream] = bytearray()
                self._selector.register(stream, selectors.EVENT_READ, limit)

    def follow(self, deadline: float) -> bool:
        """Read until the process has ended (true) or the deadline has passed (false)."""
        while self._process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._read(min(left, _STEP_SECONDS))
        return True

    def drain(self, deadline: float) -> bool:
        """Read what is left, and say whether all is read: a stray process may hold a pipe open for ever."""
        while self._selector.get_map() and time.monotonic() < deadline:
            self._read(_STEP_SECONDS)
        closed = not self._selector.get_map()
        self._selector.close()
        return closed

    def text(self, stream: IO[bytes] | None) -> str:
        """UTF-8 with wrong bytes as U+FFFD, without ANSI escapes."""
        return _ANSI.sub("", bytes(self._kept.get(stream, b"")).decode("utf-8", "replace"))

    def _read(self, seconds: float) -> None:
        if not self._selector.get_map():
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
            return
        for key, _ in self._selector.select(seconds):
            chunk = os.read(key.fd, 65_536)
            if not chunk:
                self._selector.unregister(key.fileobj)
                continue
            kept = next(bytes_ for stream, bytes_ in self._kept.items() if stream is key.fileobj)
            kept += chunk
            del kept[: -key.data]
