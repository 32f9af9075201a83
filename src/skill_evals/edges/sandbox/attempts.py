"""What the probe tries from inside, where a command would be: each break-out that worked is told in words.

One line of JSON goes to stdout: ``faults``, the steps of shutting in that failed, and ``escapes``, guarantee → words.
"""

import json
import mmap
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from skill_evals.edges.sandbox import libc
from skill_evals.edges.sandbox.order import Order

_WAIT_SECONDS = 5.0
_STEP = 2**20


class _EscapedError(Exception):
    """It could do what it should not be able to."""


def make(order: Order, faults: list[str]) -> None:
    """Make the attempt that the order names."""
    if order.attempt == "all":
        escapes = {name: words for name, attempt in _attempts(order) if (words := _escape(attempt)) is not None}
        os.write(1, json.dumps({"faults": faults, "escapes": escapes}).encode("ascii") + b"\n")
        _leave_a_daemon()
    elif order.attempt == "fill":
        _fill(order)
    elif order.attempt == "swell":
        _swell(order)


def _attempts(order: Order) -> tuple[tuple[str, Callable[[], None]], ...]:
    """The processes come last: until then this one must be able to fork."""
    told = order.env
    return (
        ("files", lambda: _files(order)),
        ("runner", lambda: _runner(told)),
        ("signals", lambda: _signals(told)),
        ("privileges", _privileges),
        ("network", _network) if order.port is None else ("one-port", lambda: _one_port(order.port, told)),
        ("memory", lambda: _memory(order)),
        ("disk", lambda: _disk(order)),
        ("processes", lambda: _processes(order)),
    )


def _escape(attempt: Callable[[], None]) -> str | None:
    try:
        attempt()
    except _EscapedError as escape:
        return str(escape)
    except OSError as error:
        return f"the attempt itself failed: {error}"
    return None


def _files(order: Order) -> None:
    if order.cwd != os.getcwd():  # noqa: PTH109 -- as the kernel says it
        raise _EscapedError("it does not stand in its workspace")
    with open(f"{order.cwd}/own", "w", encoding="ascii") as own:  # noqa: PTH123 -- a bare try
        own.write("x")
    with open("/bin/sh", "rb"):  # noqa: PTH123 -- as above
        pass
    _refused(lambda: os.open(order.env["PROBE_FILE"], os.O_RDONLY), "it opened a file outside its workspace")
    _refused(lambda: os.open(order.env["PROBE_FILE"], os.O_WRONLY), "it opened a file outside its workspace")
    _refused(lambda: os.open(order.env["PROBE_FILE"] + ".new", os.O_WRONLY | os.O_CREAT), "it made a file outside")
    _refused(lambda: os.listdir(os.path.dirname(order.env["PROBE_FILE"])), "it listed a folder outside")  # noqa: PTH120, PTH208
    _refused(lambda: os.link(order.env["PROBE_FILE"], f"{order.cwd}/link"), "it linked a file from outside")


def _runner(told: Mapping[str, str]) -> None:
    for process in (told["PROBE_RUNNER"], str(os.getppid())):
        for name in ("environ", "mem", "maps"):
            path = f"/proc/{process}/{name}"
            _refused(lambda path=path: os.open(path, os.O_RDONLY), f"it opened the runner's {name}")  # type: ignore[misc] # a default binds the value
        _refused(lambda process=process: os.listdir(f"/proc/{process}/fd"), "it listed the runner's open files")  # type: ignore[misc]  # noqa: PTH208


def _signals(told: Mapping[str, str]) -> None:
    for process in (told["PROBE_RUNNER"], str(os.getppid())):
        _refused(lambda process=process: os.kill(int(process), 0), "it could signal the runner")  # type: ignore[misc] # as above
        _refused(
            lambda process=process: resource.prlimit(int(process), resource.RLIMIT_CORE),  # type: ignore[misc] # as above
            "it could set the runner's limits",
        )


def _privileges() -> None:
    if libc.prctl(libc.PR_GET_NO_NEW_PRIVS) != 1:
        raise _EscapedError("executing a set-uid program would help it")
    if os.geteuid() == 0:
        raise _EscapedError("it is still root")
    _refused(lambda: os.setresuid(0, 0, 0), "it became root")
    _refused(lambda: os.chroot("/"), "it kept a capability")


def _network() -> None:
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK):
        _refused(lambda family=family: socket.socket(family, socket.SOCK_DGRAM), f"it opened a socket, {family.name}")  # type: ignore[misc] # as above
        _refused(lambda family=family: socket.socket(family, socket.SOCK_STREAM), f"it opened a socket, {family.name}")  # type: ignore[misc] # as above
    for pair in socket.socketpair():
        pair.close()


def _one_port(port: int | None, told: Mapping[str, str]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as allowed:
        allowed.connect(("127.0.0.1", port or 0))
    other = ("127.0.0.1", int(told["PROBE_OTHER_PORT"]))
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        _refused(lambda: stream.connect(other), "it connected to another port")
        _refused(lambda: stream.bind(("127.0.0.1", 0)), "it took a port of its own")
        _refused(lambda: stream.sendto(b"x", _FAST_OPEN, other), "it connected to another port while sending")
    for family, kind, protocol in (
        (socket.AF_INET, socket.SOCK_DGRAM, 0),
        (socket.AF_INET, socket.SOCK_STREAM, _MPTCP),
        (socket.AF_UNIX, socket.SOCK_STREAM, 0),
    ):
        _refused(lambda f=family, k=kind, p=protocol: socket.socket(f, k, p), f"it opened a socket, {family.name}")  # type: ignore[misc] # as above


_FAST_OPEN = 0x20000000
_MPTCP = 262


def _memory(order: Order) -> None:
    _refused(
        lambda: mmap.mmap(-1, order.limits.memory + _STEP, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS),
        "it got more memory than its limit",
    )


def _disk(order: Order) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open(f"{order.cwd}/large", "wb") as large:  # noqa: PTH123 -- a bare try
        large.seek(order.limits.file)
        _refused(lambda: os.pwrite(large.fileno(), b"x", order.limits.file), "it wrote a larger file than its limit")


def _processes(order: Order) -> None:
    started = []
    try:
        for _ in range(order.limits.processes + 64):
            child = os.fork()
            if child == 0:
                signal.pause()
            started.append(child)
    except BlockingIOError:
        return
    finally:
        for child in started:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    raise _EscapedError("it started more processes than its limit")


def _refused(attempt: Callable[[], object], words: str) -> None:
    """
    Raises:
        _EscapedError: it was not.
    """
    with suppress(OSError, OverflowError):
        attempt()
        raise _EscapedError(words)


def _leave_a_daemon() -> None:
    """A process in a session of its own, without a parent, that keeps stdout open for as long as it lives."""
    with suppress(BlockingIOError):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(_WAIT_SECONDS)  # it must still be there when the run ends
            os._exit(0)
        os.wait()


def _fill(order: Order) -> None:
    for number in range(order.limits.disk // order.limits.file + 1):
        with open(f"{order.cwd}/{number}", "wb") as part:  # noqa: PTH123 -- a bare try
            part.write(b"x" * order.limits.file)
    time.sleep(_WAIT_SECONDS)  # the watch must end it before


def _swell(order: Order) -> None:
    """Shared memory, of which the kernel's limit for one process knows nothing."""
    with mmap.mmap(-1, order.limits.memory + _STEP, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS) as memory:
        for place in range(0, len(memory), mmap.PAGESIZE):
            memory[place] = 1
        time.sleep(_WAIT_SECONDS)  # the watch must end it before
