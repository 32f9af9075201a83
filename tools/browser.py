"""A headless Chromium, driven through a pair of pipes by its own protocol; nothing besides the browser is needed.

with Browser(chromium, profile) as browser:
    seen = browser.see(page, View(width=390))
"""

import base64
import fcntl
import json
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--no-first-run", "--hide-scrollbars",
    "--no-default-browser-check", "--metrics-recording-only", "--mute-audio", "--force-color-profile=srgb",
    "--font-render-hinting=none", "--remote-debugging-pipe",
)  # fmt: skip
"""It opens our own pages only, often as root in a container, where its own sandbox cannot be had."""
_TALLEST = 16_000
"""Pixels of a picture; what is below is not shown."""


@dataclass(frozen=True, kw_only=True)
class View:
    """Pixels as CSS counts them; ``scale``: the screen's own for each of them."""

    width: int = 1000
    dark: bool = False
    scripts: bool = True
    scale: float = 1
    height: int = 900
    whole: bool = True
    """Whether the picture shows the whole page, or its first ``height`` pixels."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A page as it was shown. ``width``: of what it holds, more than the view's where it has to be scrolled."""

    picture: bytes
    text: str
    width: int
    requests: tuple[str, ...]
    complaints: tuple[str, ...]
    """What the console was told."""


class Browser:
    def __init__(self, program: str, profile: Path) -> None:
        self._number = 0
        self._events: list[dict[str, Any]] = []
        reading, theirs_out = _high_pipe()
        theirs_in, writing = _high_pipe()
        null = os.open(os.devnull, os.O_RDWR)
        # As Chromium wants it: it reads from 3 and writes to 4.
        files = [
            *((os.POSIX_SPAWN_DUP2, null, fd) for fd in (0, 1, 2)),
            (os.POSIX_SPAWN_DUP2, theirs_in, 3),
            (os.POSIX_SPAWN_DUP2, theirs_out, 4),
        ]
        words = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._pid = os.posix_spawnp(program, words, os.environ, file_actions=files, setsid=True)
        for fd in (theirs_in, theirs_out, null):
            os.close(fd)
        self._in = os.fdopen(reading, "rb")
        self._out = os.fdopen(writing, "wb")
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.killpg(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self._in.close()
        self._out.close()

    def see(self, page: Path, view: View) -> Seen:
        """Open a file, and look at it until it has been shown.

        Raises:
            OSError: the browser has ended.
            RuntimeError: it does not understand us.
        """
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._prepare(session, view)
        self._events.clear()
        self._ask("Page.navigate", session, url=page.resolve().as_uri())
        self._until("Page.loadEventFired")
        measured = self._ask("Page.getLayoutMetrics", session)["cssContentSize"]
        height = min(int(measured["height"]), _TALLEST) if view.whole else view.height
        clip = {"x": 0, "y": 0, "width": view.width, "height": height, "scale": 1}
        shot = self._ask("Page.captureScreenshot", session, format="png", captureBeyondViewport=True, clip=clip)
        # A page's own scripts may be off; ours are asked from outside, and always run.
        said = self._ask("Runtime.evaluate", session, expression="document.body.innerText", returnByValue=True)
        self._ask("Target.closeTarget", targetId=target)
        return Seen(
            picture=base64.b64decode(shot["data"]),
            text=said["result"].get("value", ""),
            width=int(measured["width"]),
            requests=tuple(one["params"]["request"]["url"] for one in self._named("Network.requestWillBeSent")),
            complaints=tuple(_complaints(self._events)),
        )

    def _prepare(self, session: str, view: View) -> None:
        for domain in ("Page", "Network", "Runtime", "Log"):
            self._ask(f"{domain}.enable", session)
        size = {"width": view.width, "height": view.height, "deviceScaleFactor": view.scale, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", session, **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if view.dark else "light"}
        self._ask("Emulation.setEmulatedMedia", session, features=[scheme])
        self._ask("Emulation.setScriptExecutionDisabled", session, value=not view.scripts)

    def _ask(self, method: str, session: str | None = None, **given: object) -> dict[str, Any]:
        self._number += 1
        asked = {"id": self._number, "method": method, "params": given}
        self._out.write(json.dumps(asked if session is None else {**asked, "sessionId": session}).encode() + b"\0")
        self._out.flush()
        while True:
            said = self._hear()
            if said.get("id") == self._number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']}")
                result: dict[str, Any] = said["result"]
                return result

    def _until(self, event: str) -> None:
        while not self._named(event):
            self._hear()

    def _named(self, event: str) -> list[dict[str, Any]]:
        return [one for one in self._events if one["method"] == event]

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in.fileno(), 1 << 16)
            if not more:
                raise OSError("Chromium has ended")
            self._rest += more
        whole, _, self._rest = self._rest.partition(b"\0")
        said: dict[str, Any] = json.loads(whole)
        if "method" in said:
            self._events.append(said)
        return said


def _high_pipe() -> tuple[int, int]:
    """A pipe whose ends are out of the way of 3 and 4, and not inherited."""
    ends = os.pipe()
    high = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in ends]
    for fd in ends:
        os.close(fd)
    return high[0], high[1]


def _complaints(events: Sequence[dict[str, Any]]) -> list[str]:
    found = []
    for one in events:
        said = one.get("params", {})
        if one["method"] == "Runtime.exceptionThrown":
            found.append(str(said["exceptionDetails"].get("text")))
        elif one["method"] == "Log.entryAdded":
            found.append(str(said["entry"]["text"]))
        elif one["method"] == "Runtime.consoleAPICalled":
            found.append(" ".join(str(value.get("value")) for value in said["args"]))
    return found
